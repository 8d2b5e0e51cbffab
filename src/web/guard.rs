//! Checks of every request and headers of every response.
//!
//! A request must be meant for this address, and must come from our own page if it changes anything. A
//! response may be neither framed nor content-sniffed.

use std::net::{IpAddr, SocketAddr};

use axum::extract::{Request, State};
use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, COOKIE, HOST, ORIGIN, REFERRER_POLICY, SET_COOKIE,
    STRICT_TRANSPORT_SECURITY, X_CONTENT_TYPE_OPTIONS, X_FRAME_OPTIONS,
};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use ipnet::IpNet;

use super::networks::is_within;
use super::shared::SharedRef;
use super::url::PublicUrl;
use crate::app::PageSecret;
use crate::http_server::ClientAddress;

/// No inline content, no foreign content, no framing.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; \
     worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
/// The lifetime of a cookie, in seconds: 30 days. Use renews it.
const COOKIE_LIFE: u32 = 30 * 86_400;

/// Refuses requests that are not meant for this address or not sent by our own page, and sets the headers of
/// each response.
pub async fn guard(State(shared): State<SharedRef>, request: Request, next: Next) -> Response {
    let url = &shared.url;
    let secure = url.is_secure;
    let peer = request.extensions().get().copied();
    shared.proxy_notice.look_at(&shared.trusted_proxies, request.headers(), peer);
    let mut response = match refusal(url, request.method(), request.headers()) {
        Some(why) => (StatusCode::FORBIDDEN, why).into_response(),
        None => next.run(request).await,
    };
    let headers = response.headers_mut();
    let mut set = |name: HeaderName, value: &'static str| {
        headers.insert(name, HeaderValue::from_static(value));
    };
    set(CONTENT_SECURITY_POLICY, POLICY);
    set(X_CONTENT_TYPE_OPTIONS, "nosniff");
    set(X_FRAME_OPTIONS, "DENY");
    set(REFERRER_POLICY, "no-referrer");
    set(HeaderName::from_static("cross-origin-opener-policy"), "same-origin");
    set(HeaderName::from_static("cross-origin-resource-policy"), "same-origin");
    set(HeaderName::from_static("permissions-policy"), "camera=(), geolocation=(), microphone=()");
    if secure {
        set(STRICT_TRANSPORT_SECURITY, "max-age=31536000");
    }
    if !headers.contains_key(CACHE_CONTROL) {
        headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
    response
}

/// Returns why a request is refused regardless of its path, if it is.
pub fn refusal(url: &PublicUrl, method: &Method, headers: &HeaderMap) -> Option<&'static str> {
    let text = |name: &HeaderName| headers.get(name).and_then(|value| value.to_str().ok());
    // Another name that resolves to this server would be a foreign page with our cookies (DNS rebinding).
    if !text(&HOST).is_some_and(|host| host.eq_ignore_ascii_case(&url.host)) {
        return Some("This is not the address of these pages.\n");
    }
    if !matches!(*method, Method::GET | Method::HEAD | Method::POST) {
        return Some("Pages are read, or act by POST.\n");
    }
    if *method == Method::POST {
        let fetched = headers.get("sec-fetch-site").is_none_or(|site| site == "same-origin");
        if text(&ORIGIN) != Some(&url.to_string()) || !fetched {
            return Some("Only our own page acts here.\n");
        }
    }
    None
}

/// The name of the cookie. The prefix `__Host-` requires https and forbids a cookie for a whole domain.
fn cookie_name(url: &PublicUrl) -> &'static str {
    if url.is_secure { "__Host-rookery" } else { "rookery" }
}

/// Returns the secret in the browser's cookie, if it has one of ours.
pub fn browser(url: &PublicUrl, headers: &HeaderMap) -> Option<PageSecret> {
    let cookies = headers.get_all(COOKIE).iter().filter_map(|value| value.to_str().ok());
    let pairs = cookies.flat_map(|cookies| cookies.split(';')).filter_map(|pair| pair.trim().split_once('='));
    let mut own = pairs.filter(|(name, _)| *name == cookie_name(url)).map(|(_, value)| value);
    own.find_map(PageSecret::read)
}

/// Sets the browser's cookie or renews it.
pub fn keep(url: &PublicUrl, browser: &PageSecret) -> [(HeaderName, String); 1] {
    let secure = if url.is_secure { "; Secure" } else { "" };
    let (name, value) = (cookie_name(url), browser.reveal());
    [(SET_COOKIE, format!("{name}={value}; Path=/; Max-Age={COOKIE_LIFE}; HttpOnly; SameSite=Lax{secure}"))]
}

/// Returns the address of the client: the peer, or the address reported by a trusted proxy.
///
/// Each proxy appends the address it sees. So only the entries from the last address that is not a trusted
/// proxy onwards are reliable; anything before it may be forged.
pub fn client(trusted: &[IpNet], headers: &HeaderMap, peer: Option<ClientAddress>) -> IpAddr {
    let peer = peer.map_or(IpAddr::from([0, 0, 0, 0]), |ClientAddress(address)| address.to_canonical());
    if !is_within(trusted, peer) {
        return peer;
    }
    let named = headers.get_all("x-forwarded-for").iter().filter_map(|value| value.to_str().ok());
    let named: Vec<&str> = named.flat_map(|value| value.split(',')).map(str::trim).collect();
    for text in named.iter().rev() {
        let address = text.parse::<IpAddr>().or_else(|_| text.parse::<SocketAddr>().map(|at| at.ip()));
        match address.map(|address| address.to_canonical()) {
            Ok(address) if is_within(trusted, address) => {}
            Ok(address) => return address,
            Err(_) => return peer,
        }
    }
    peer
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(all: &[(&'static str, &str)]) -> HeaderMap {
        let pair = |(name, value): &(&'static str, &str)| {
            (HeaderName::from_static(name), HeaderValue::from_str(value).expect("a value"))
        };
        all.iter().map(pair).collect()
    }

    fn url(text: &str) -> PublicUrl {
        text.parse().expect("an address")
    }

    #[test]
    fn what_is_meant_for_another_address_is_refused() {
        let url = url("http://127.0.0.1:8090");
        let refused = |host: &str| refusal(&url, &Method::GET, &headers(&[("host", host)])).is_some();
        assert!(!refused("127.0.0.1:8090"));
        for host in ["", "127.0.0.1", "localhost:8090", "evil.example", "127.0.0.1:8090.evil.example"] {
            assert!(refused(host), "{host}");
        }
        assert!(refusal(&url, &Method::GET, &HeaderMap::new()).is_some());
    }

    #[test]
    fn only_our_own_page_acts() {
        let url = url("https://chess.example.org");
        let refused = |method: Method, more: &[(&'static str, &str)]| {
            let all = [&[("host", "chess.example.org")], more].concat();
            refusal(&url, &method, &headers(&all)).is_some()
        };
        let ours = ("origin", "https://chess.example.org");
        assert!(!refused(Method::POST, &[ours]));
        assert!(!refused(Method::POST, &[ours, ("sec-fetch-site", "same-origin")]));
        assert!(!refused(Method::GET, &[("sec-fetch-site", "cross-site")]), "a link is followed");
        assert!(refused(Method::POST, &[]));
        for origin in ["null", "http://chess.example.org", "https://chess.example.org.evil.example"] {
            assert!(refused(Method::POST, &[("origin", origin)]), "{origin}");
        }
        assert!(refused(Method::POST, &[ours, ("sec-fetch-site", "cross-site")]));
        assert!(refused(Method::PUT, &[ours]) && refused(Method::OPTIONS, &[ours]));
    }

    #[test]
    fn a_cookie_is_ours_or_none() {
        let secret = "0".repeat(32);
        let (open, safe) = (url("http://localhost"), url("https://chess.example.org"));
        let found = |url: &PublicUrl, cookies: &str| browser(url, &headers(&[("cookie", cookies)])).is_some();
        assert!(found(&open, &format!("a=b; rookery={secret}; c")));
        assert!(found(&safe, &format!("__Host-rookery={secret}")));
        assert!(!found(&safe, &format!("rookery={secret}")));
        assert!(!found(&open, "rookery=0") && !found(&open, ""));
        let [(_, kept)] = keep(&safe, &PageSecret::read(&secret).expect("a secret"));
        assert!(
            kept.ends_with("; HttpOnly; SameSite=Lax; Secure") && kept.contains("; Path=/; Max-Age=2592000")
        );
    }

    #[test]
    fn only_a_trusted_proxy_says_who_asks() {
        let (proxy, stranger) = (IpAddr::from([10, 0, 0, 1]), IpAddr::from([203, 0, 113, 7]));
        let asks = |peer, named: &str| {
            client(&[proxy.into()], &headers(&[("x-forwarded-for", named)]), Some(ClientAddress(peer)))
                .to_string()
        };
        assert_eq!(asks(stranger, "198.51.100.1"), "203.0.113.7");
        assert_eq!(asks(proxy, "198.51.100.1"), "198.51.100.1");
        assert_eq!(
            asks(proxy, "192.0.2.9, 198.51.100.1"),
            "198.51.100.1",
            "the first is the client's own word"
        );
        assert_eq!(asks(proxy, "198.51.100.1, 10.0.0.1"), "198.51.100.1");
        assert_eq!(asks(proxy, "nonsense"), "10.0.0.1");
        assert_eq!(asks(proxy, "[2001:db8::1]:443"), "2001:db8::1");
    }

    #[test]
    fn all_proxies_of_a_network_are_trusted() {
        let networks = ["10.1.0.0/16", "2001:db8::/64"].map(|one| one.parse().expect("a network"));
        let asks = |peer: &str| {
            let peer = peer.parse().expect("an address");
            client(
                &networks,
                &headers(&[("x-forwarded-for", "198.51.100.1, 10.1.2.3")]),
                Some(ClientAddress(peer)),
            )
            .to_string()
        };
        for proxy in ["10.1.255.1", "::ffff:10.1.0.9", "2001:db8::7"] {
            assert_eq!(asks(proxy), "198.51.100.1", "{proxy}");
        }
        for stranger in ["10.2.0.1", "2001:db8:0:1::7"] {
            assert_eq!(asks(stranger), stranger);
        }
    }
}
