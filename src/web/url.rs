//! The public address of the pages.

use std::cell::Cell;
use std::fmt;
use std::net::SocketAddr;
use std::str::FromStr;

use url::Url;

/// An address such as `https://chess.example.org`, without a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PublicUrl {
    /// Whether the scheme is `https`.
    pub is_secure: bool,
    /// The host, with the port if it is not the default.
    pub host: String,
}

impl PublicUrl {
    /// Returns the address of pages that are served on this computer only.
    pub fn of(address: SocketAddr) -> Self {
        Self { is_secure: false, host: address.to_string() }
    }

    /// Returns the address for a link. The part after `#` is never sent to a server.
    pub fn link(&self, secret: &str) -> String {
        format!("{self}/#{secret}")
    }
}

impl fmt::Display for PublicUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "http{}://{}", if self.is_secure { "s" } else { "" }, self.host)
    }
}

impl FromStr for PublicUrl {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || format!("`{text}` is not an address such as https://chess.example.org");
        let violated = Cell::new(false);
        let note = |_| violated.set(true);
        let url = Url::options().syntax_violation_callback(Some(&note)).parse(text).map_err(|_| wrong())?;
        if violated.get() || url.port() == Some(0) {
            return Err(wrong());
        }
        let is_secure = match url.scheme() {
            "https" => true,
            "http" => false,
            _ => return Err(wrong()),
        };
        let host = url.host_str().ok_or_else(wrong)?;
        let is_host_alone = url.username().is_empty() && url.password().is_none() && url.path() == "/";
        let has_no_path = text.matches('/').count() <= 3;
        if !is_host_alone || !has_no_path || url.query().is_some() || url.fragment().is_some() {
            return Err(format!("`{text}` has more than a host: pages have an address of their own"));
        }
        if !is_secure && !is_loopback(host) {
            return Err(format!(
                "`{text}` is not safe: without https anybody on the way could read the links"
            ));
        }
        let host = match url.port() {
            Some(port) => format!("{host}:{port}"),
            None => host.to_owned(),
        };
        Ok(Self { is_secure, host })
    }
}

fn is_loopback(host: &str) -> bool {
    let address = host.trim_start_matches('[').trim_end_matches(']');
    host == "localhost" || address.parse::<std::net::IpAddr>().is_ok_and(|address| address.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_has_a_host_and_nothing_else() {
        for (text, shown) in [
            ("https://chess.example.org", "https://chess.example.org"),
            ("https://Chess.example.org:443/", "https://chess.example.org"),
            ("https://chess.example.org:8443", "https://chess.example.org:8443"),
            ("http://127.0.0.1:8090", "http://127.0.0.1:8090"),
            ("http://[::1]:8090/", "http://[::1]:8090"),
            ("http://localhost", "http://localhost"),
            ("https://sch\u{e4}ch.example.org", "https://xn--schch-ira.example.org"),
        ] {
            assert_eq!(text.parse::<PublicUrl>().map(|url| url.to_string()), Ok(shown.to_owned()));
        }
        for wrong in [
            "",
            "chess.example.org",
            "ftp://chess.example.org",
            "https://chess.example.org/pages",
            "https://chess.example.org/?a",
            "https://me@chess.example.org",
            "http://chess.example.org",
            "http://10.0.0.1",
            "https://",
            "https://:8443",
            "https://:chess",
            "https://chess.example.org:chess",
            "https://chess.example.org:65536",
            "https://chess.example.org:0",
            "https://chess.example.org/#board",
            "https://chess.example.org/pages/..",
            "https:chess.example.org",
            "https:///chess.example.org",
            "https:\\\\chess.example.org",
            "https://@chess.example.org",
            "https://chess.exam\tple.org",
        ] {
            assert!(wrong.parse::<PublicUrl>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_link_keeps_its_secret_from_servers() {
        let url: PublicUrl = "https://chess.example.org".parse().expect("an address");
        assert_eq!(url.link("00ff"), "https://chess.example.org/#00ff");
    }
}
