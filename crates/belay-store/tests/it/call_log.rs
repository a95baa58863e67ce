//! The call log.

use belay_store::call_log::{Call, delete_before, insert, newest};
use jiff::Timestamp;

use crate::engines::on_each_engine;

fn call(n: i64) -> Call {
    Call {
        id: format!("call_{n}"),
        at: Timestamp::from_second(n).unwrap(),
        app: "breadbox".to_owned(),
        operation: "list_accounts".to_owned(),
        door: "mcp".to_owned(),
        principal: (n % 2 == 0).then(|| "key_1".to_owned()),
        client: None,
        outcome: "ok".to_owned(),
        code: None,
        duration_us: n,
        request_bytes: 2,
        response_bytes: 200,
        request_id: format!("req_{n}"),
    }
}

#[test]
fn calls_come_back_newest_first_until_they_are_old() {
    on_each_engine(async |db| {
        db.migrate(&[], Timestamp::UNIX_EPOCH).await.unwrap();
        let mut tx = db.write().await.unwrap();
        insert(&mut tx, (1..=10).map(call).collect()).await.unwrap();
        assert_eq!(newest(&mut tx, 2).await.unwrap(), [call(10), call(9)]);
        let cut = Timestamp::from_second(9).unwrap();
        assert_eq!(delete_before(&mut tx, cut).await.unwrap(), 8);
        assert_eq!(newest(&mut tx, 100).await.unwrap(), [call(10), call(9)]);
        tx.commit().await.unwrap();
    });
}
