//! Addresses and networks that are trusted to report the client's address.

use std::net::IpAddr;

use ipnet::IpNet;

/// Whether an address is in one of these networks.
pub fn is_within(networks: &[IpNet], address: IpAddr) -> bool {
    networks.iter().any(|network| network.contains(&address))
}
