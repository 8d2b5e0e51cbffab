//! Logs a warning, once, about a proxy that is not configured as trusted.

use std::net::{IpAddr, Ipv4Addr};
use std::sync::atomic::{AtomicBool, Ordering};

use axum::http::HeaderMap;
use ipnet::IpNet;

use super::networks::is_within;
use crate::http_server::ClientAddress;

/// The warnings already logged.
///
/// Anyone can send such a header to a public port. That must not suppress the warning about the real proxy,
/// so private and public addresses are noted separately.
#[derive(Debug, Default)]
pub struct ProxyNotice {
    private: AtomicBool,
    public: AtomicBool,
}

/// An untrusted proxy.
#[derive(Debug, PartialEq, Eq)]
struct Untrusted {
    /// Its address, unless it may be a person's: those are not logged.
    address: Option<IpAddr>,
}

impl ProxyNotice {
    /// Checks the sender of a request.
    pub fn look_at(&self, trusted: &[IpNet], headers: &HeaderMap, peer: Option<ClientAddress>) {
        match self.first(trusted, headers, peer) {
            Some(Untrusted { address: Some(address) }) => tracing::warn!(
                %address,
                "a proxy sends X-Forwarded-For, and is not among web.trusted_proxies: until it is, all who come by it share the limits of one address"
            ),
            Some(Untrusted { address: None }) => tracing::warn!(
                "a public address sends X-Forwarded-For, and is not among web.trusted_proxies: if it is a proxy, all who come by it share the limits of one address"
            ),
            None => {}
        }
    }

    /// Returns the first untrusted proxy of each kind, private or public.
    fn first(
        &self,
        trusted: &[IpNet],
        headers: &HeaderMap,
        peer: Option<ClientAddress>,
    ) -> Option<Untrusted> {
        let peer = peer.map(|ClientAddress(address)| address.to_canonical())?;
        let is_untrusted = headers.contains_key("x-forwarded-for") && !is_within(trusted, peer);
        if !is_untrusted {
            return None;
        }
        let address = Some(peer).filter(|peer| is_private(*peer));
        let told = if address.is_some() { &self.private } else { &self.public };
        (!told.swap(true, Ordering::Relaxed)).then_some(Untrusted { address })
    }
}

/// Whether an address is local or of a private network.
fn is_private(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(v4) => v4.is_loopback() || v4.is_private() || v4.is_link_local() || is_shared(v4),
        IpAddr::V6(v6) => v6.is_loopback() || v6.is_unique_local() || v6.is_unicast_link_local(),
    }
}

/// Whether it is in 100.64.0.0/10 (RFC 6598), which providers and overlay networks use internally.
const fn is_shared(address: Ipv4Addr) -> bool {
    let [first, second, ..] = address.octets();
    first == 100 && second & 0b1100_0000 == 64
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::{HeaderName, HeaderValue};

    #[test]
    fn of_a_proxy_that_is_not_trusted_it_is_told_once() {
        let (proxy, other) = (IpAddr::from([10, 0, 0, 1]), IpAddr::from([10, 0, 0, 2]));
        let notice = ProxyNotice::default();
        let forwarded =
            (HeaderName::from_static("x-forwarded-for"), HeaderValue::from_static("198.51.100.1"));
        let (forwarded, none) = (HeaderMap::from_iter([forwarded]), HeaderMap::new());
        let told =
            |peer, headers: &HeaderMap| notice.first(&[proxy.into()], headers, Some(ClientAddress(peer)));
        assert_eq!(told(proxy, &forwarded), None);
        assert_eq!(told(other, &none), None);
        assert_eq!(notice.first(&[proxy.into()], &forwarded, None), None, "asked for by this process");
        assert_eq!(told(other, &forwarded), Some(Untrusted { address: Some(other) }));
        assert_eq!(told(other, &forwarded), None);
        let stranger = Some(ClientAddress(IpAddr::from([203, 0, 113, 7])));
        let public = ProxyNotice::default().first(&[], &forwarded, stranger);
        assert_eq!(public, Some(Untrusted { address: None }));
        // A stranger must not suppress the warning about a proxy.
        let notice = ProxyNotice::default();
        let first = |peer: [u8; 4]| notice.first(&[], &forwarded, Some(ClientAddress(IpAddr::from(peer))));
        assert_eq!(first([203, 0, 113, 7]), Some(Untrusted { address: None }));
        assert_eq!(first([203, 0, 113, 8]), None);
        // Addresses shared inside a provider's network count as private.
        let shared = [100, 127, 0, 1];
        assert_eq!(first(shared), Some(Untrusted { address: Some(IpAddr::from(shared)) }));
        assert_eq!(first([10, 0, 0, 2]), None);
    }
}
