//! The gateway's session.

use super::{in_directory, open};
use rookery::game::Millis;
use rookery::store::{GatewaySession, GatewayShard};

tests!(the_gateways_sessions_outlive_the_process, a_shard_carries_what_discord_says);

fn the_gateways_sessions_outlive_the_process() {
    in_directory(async |path| {
        let store = open(&path).await;
        let (shard, other) = (GatewayShard { number: 1, total: 3 }, GatewayShard { number: 1, total: 2 });
        assert_eq!(store.kept_shards().await.expect("a read"), (None, Millis(0)));
        assert_eq!(store.gateway_session(shard).await.expect("a read"), GatewaySession::default());
        for sequence in [1, u64::from(u32::MAX) + 9] {
            let session = GatewaySession {
                session: Some("abc".to_owned()),
                sequence,
                resume_url: Some("wss://gateway.example".to_owned()),
                identified_at: Millis(1_800_000_000_000),
            };
            store.keep_gateway_session(shard, &session).await.expect("a write");
            assert_eq!(store.gateway_session(shard).await.expect("a read"), session);
        }
        assert_eq!(store.kept_shards().await.expect("a read"), (Some(3), Millis(1_800_000_000_000)));
        assert_eq!(store.gateway_session(other).await.expect("a read"), GatewaySession::default());
        let of_two = GatewaySession { session: Some("def".to_owned()), ..GatewaySession::default() };
        store.keep_gateway_session(other, &of_two).await.expect("a write");
        let none = GatewaySession { identified_at: Millis(5), ..GatewaySession::default() };
        store.keep_gateway_session(shard, &none).await.expect("a write");
        store.close().await;
        let store = open(&path).await;
        assert_eq!(store.gateway_session(shard).await.expect("a read"), none);
        assert_eq!(store.kept_shards().await.expect("a read"), (Some(2), Millis(5)));
        store.forget_other_shards(3).await.expect("a write");
        assert_eq!(store.gateway_session(other).await.expect("a read"), GatewaySession::default());
        assert_eq!(store.gateway_session(shard).await.expect("a read"), none);
        store.close().await;
    });
}

fn a_shard_carries_what_discord_says() {
    let shards =
        |guild| (0..4).filter(move |number| GatewayShard { number: *number, total: 4 }.carries(guild));
    for (guild, shard) in [(0, 0), (1 << 22, 1), ((7 << 22) + 5, 3), (197_038_439_483_310_086, 2)] {
        assert_eq!(shards(guild).collect::<Vec<_>>(), [shard], "{guild}");
        assert!(GatewayShard::ONLY.carries(guild));
    }
}
