//! A real `wss://` handshake with a self-signed certificate.
//!
//! The library trusts Mozilla's list and cannot be given other roots. The tests build it with the system's
//! roots as well, which `SSL_CERT_FILE` names, so a separate process of the program can be given the
//! certificate.

use std::path::Path;
use std::process::Child;
use std::sync::Arc;
use std::time::Duration;

use rcgen::{CertifiedKey, generate_simple_self_signed};
use tokio::net::{TcpListener, TcpStream};
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::pki_types::PrivateKeyDer;

use super::super::bench::{Bench, on_real_time, soon};
use super::answers;
use crate::bot::process::program::rookery;

tests!(a_trusted_certificate_is_taken_and_another_one_refused);

/// A TLS endpoint before the stand-in's gateway, and its certificate as PEM.
async fn front(gateway: std::net::SocketAddr) -> (u16, String) {
    let CertifiedKey { cert, signing_key } =
        generate_simple_self_signed(["localhost".to_owned()]).expect("a certificate");
    let key = PrivateKeyDer::try_from(signing_key.serialize_der()).expect("a key");
    let config = ServerConfig::builder()
        .with_no_client_auth()
        .with_single_cert(vec![cert.der().clone()], key)
        .expect("they fit");
    let acceptor = TlsAcceptor::from(Arc::new(config));
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let port = listener.local_addr().expect("an address").port();
    tokio::spawn(async move {
        while let Ok((plain, _)) = listener.accept().await {
            let acceptor = acceptor.clone();
            tokio::spawn(async move {
                let Ok(mut safe) = acceptor.accept(plain).await else { return };
                let mut behind = TcpStream::connect(gateway).await.expect("the gateway listens");
                // It ends when one side disconnects.
                drop(tokio::io::copy_bidirectional(&mut safe, &mut behind).await);
            });
        }
    });
    (port, cert.pem())
}

fn start(bench: &Bench, dir: &Path, trusted: &str) -> Child {
    let roots = dir.join("roots.pem");
    std::fs::write(&roots, trusted).expect("writable");
    // The output and the log.
    let log = std::fs::File::create(dir.join("log")).expect("writable");
    rookery(dir, &["run"])
        .env("DISCORD_TOKEN", bench.discord.token())
        .env("ROOKERY_DISCORD_API_URL", bench.discord.url())
        .env("SSL_CERT_FILE", &roots)
        .env_remove("SSL_CERT_DIR")
        .stdout(log.try_clone().expect("a file"))
        .stderr(log)
        .spawn()
        .expect("the program starts")
}

fn a_trusted_certificate_is_taken_and_another_one_refused() {
    on_real_time(async {
        let bench = Bench::with(|options| (options.in_memory, options.gateway_apart) = (false, true)).await;
        let (port, certificate) = front(bench.discord.gateway_address()).await;
        bench.discord.gateway_is_at(&format!("wss://localhost:{port}"));
        let dir = tempfile::tempdir().expect("a directory");
        let log = || std::fs::read_to_string(dir.path().join("log")).unwrap_or_default();
        let (_, stranger) = front(bench.discord.gateway_address()).await;

        let mut bot = start(&bench, dir.path(), &stranger);
        soon("a word about the certificate", || log().contains("invalid peer certificate")).await;
        tokio::time::sleep(Duration::from_millis(300)).await;
        assert!(!bench.discord.bot_is_online() && bench.discord.handshakes().is_empty(), "{}", log());
        bot.kill().expect("a child");
        bot.wait().expect("a child");

        let mut bot = start(&bench, dir.path(), &certificate);
        assert!(bench.discord.wait_for_command("help").await, "{}", log());
        answers(&bench).await;
        bench.discord.gateway_close(None);
        soon("the session is resumed over TLS", || bench.discord.handshakes().len() == 2).await;
        assert!(bench.discord.handshakes()[1].resume.is_some());
        answers(&bench).await;
        bot.kill().expect("a child");
        bot.wait().expect("a child");
    });
}
