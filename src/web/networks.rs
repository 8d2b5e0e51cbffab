//! Addresses and networks that are trusted to say who asks.

use std::net::IpAddr;

use ipnet::IpNet;

/// Whether an address is one of these, or in one of these networks.
pub fn is_within(networks: &[IpNet], address: IpAddr) -> bool {
    networks.iter().any(|network| network.contains(&address))
}
