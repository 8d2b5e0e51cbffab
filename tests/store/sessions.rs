//! The gateway's session.

use super::{in_directory, open};
use rookery::game::Millis;
use rookery::store::GatewaySession;

tests!(the_gateways_session_outlives_the_process);

fn the_gateways_session_outlives_the_process() {
    in_directory(async |path| {
        let store = open(&path).await;
        assert_eq!(store.gateway_session().await.expect("a read"), GatewaySession::default());
        for sequence in [1, u64::from(u32::MAX) + 9] {
            let session = GatewaySession {
                session: Some("abc".to_owned()),
                sequence,
                resume_url: Some("wss://gateway.example".to_owned()),
                identified_at: Millis(1_800_000_000_000),
            };
            store.keep_gateway_session(&session).await.expect("a write");
            assert_eq!(store.gateway_session().await.expect("a read"), session);
        }
        let none = GatewaySession { identified_at: Millis(5), ..GatewaySession::default() };
        store.keep_gateway_session(&none).await.expect("a write");
        store.close().await;
        let store = open(&path).await;
        assert_eq!(store.gateway_session().await.expect("a read"), none);
        store.close().await;
    });
}
