//! A value that tasks watch, with the part of the `tokio::sync::watch` interface that is used here.
//!
//! tokio spreads waiters randomly over eight lists, so their wake order varies. Here they are woken in the
//! order in which they began to wait, which makes a test on virtual time deterministic. This is for values
//! with several waiters; with a single one, tokio's is as good.

use std::ops::Deref;
use std::pin::pin;
use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};
use tokio::sync::Notify;

/// The sending half, which sets the value.
#[derive(Debug)]
pub struct Sender<T>(Arc<Watched<T>>);

/// The receiving half, which watches the value.
#[derive(Debug)]
pub struct Receiver<T> {
    watched: Arc<Watched<T>>,
    /// How many changes it has seen.
    seen: u64,
}

/// A borrow of the value. The value is locked, so this thread must not set it or drop its sender meanwhile.
#[derive(Debug)]
pub struct Ref<'a, T>(RwLockReadGuard<'a, State<T>>);

/// The sender was dropped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Closed;

#[derive(Debug)]
struct Watched<T> {
    state: RwLock<State<T>>,
    changed: Notify,
}

#[derive(Debug)]
struct State<T> {
    value: T,
    changes: u64,
    closed: bool,
}

impl<T> Watched<T> {
    // After a panic in a change, its partial effect stays.
    fn read(&self) -> RwLockReadGuard<'_, State<T>> {
        self.state.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn write(&self) -> RwLockWriteGuard<'_, State<T>> {
        self.state.write().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the number of changes if the value matches, or if the sender was dropped.
    fn found(&self, fits: &mut impl FnMut(&State<T>) -> bool) -> Option<Result<u64, Closed>> {
        let state = self.read();
        let found = fits(&state).then_some(Ok(state.changes));
        found.or_else(|| state.closed.then_some(Err(Closed)))
    }

    async fn until(&self, mut fits: impl FnMut(&State<T>) -> bool) -> Result<u64, Closed> {
        loop {
            let mut changed = pin!(self.changed.notified());
            // From here on no change is missed.
            changed.as_mut().enable();
            if let Some(found) = self.found(&mut fits) {
                return found;
            }
            changed.await;
        }
    }
}

impl<T> Deref for Ref<'_, T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0.value
    }
}

impl<T: Default> Default for Sender<T> {
    fn default() -> Self {
        Self::new(T::default())
    }
}

impl<T> Sender<T> {
    /// Creates a sender with this value.
    pub fn new(value: T) -> Self {
        let state = RwLock::new(State { value, changes: 0, closed: false });
        Self(Arc::new(Watched { state, changed: Notify::new() }))
    }

    /// Borrows the value. Must not be held across an await.
    pub fn borrow(&self) -> Ref<'_, T> {
        Ref(self.0.read())
    }

    /// Creates a receiver that has seen the current value.
    pub fn subscribe(&self) -> Receiver<T> {
        Receiver { watched: Arc::clone(&self.0), seen: self.0.read().changes }
    }

    /// Changes the value, and wakes all waiters if `change` returns true.
    pub fn send_if_modified(&self, change: impl FnOnce(&mut T) -> bool) -> bool {
        let mut state = self.0.write();
        let is_news = change(&mut state.value);
        state.changes += u64::from(is_news);
        drop(state);
        if is_news {
            self.0.changed.notify_waiters();
        }
        is_news
    }

    /// Changes the value and wakes all waiters.
    pub fn send_modify(&self, change: impl FnOnce(&mut T)) {
        self.send_if_modified(|value| {
            change(value);
            true
        });
    }

    /// Sets the value, wakes all waiters, and returns the previous value.
    pub fn send_replace(&self, mut value: T) -> T {
        self.send_modify(|old| std::mem::swap(old, &mut value));
        value
    }
}

impl<T> Drop for Sender<T> {
    fn drop(&mut self) {
        self.0.write().closed = true;
        self.0.changed.notify_waiters();
    }
}

impl<T> Clone for Receiver<T> {
    fn clone(&self) -> Self {
        Self { watched: Arc::clone(&self.watched), seen: self.seen }
    }
}

impl<T> Receiver<T> {
    /// Marks the value as seen.
    pub fn mark_unchanged(&mut self) {
        self.seen = self.watched.read().changes;
    }

    /// Waits until the value has changed since it was seen.
    ///
    /// # Errors
    /// If the sender was dropped.
    pub async fn changed(&mut self) -> Result<(), Closed> {
        let seen = self.seen;
        self.seen = self.watched.until(|state| state.changes != seen).await?;
        Ok(())
    }

    /// Waits until the value matches. The returned borrow is of the value at that time, which may be a later
    /// one.
    ///
    /// # Errors
    /// If the sender was dropped and the value does not match.
    pub async fn wait_for(&mut self, mut fits: impl FnMut(&T) -> bool) -> Result<Ref<'_, T>, Closed> {
        self.seen = self.watched.until(|state| fits(&state.value)).await?;
        Ok(Ref(self.watched.read()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Mutex;
    use tokio::runtime::Builder;
    use tokio::task::yield_now;

    fn run<T>(future: impl Future<Output = T>) -> T {
        Builder::new_current_thread().build().expect("a runtime").block_on(future)
    }

    #[test]
    fn who_waited_first_is_woken_first() {
        run(async {
            let (sender, woken) = (Sender::new(0), Arc::new(Mutex::new(Vec::new())));
            let tasks: Vec<_> = (0..100)
                .map(|number| {
                    let (mut receiver, woken) = (sender.subscribe(), Arc::clone(&woken));
                    tokio::spawn(async move {
                        receiver.changed().await.expect("a change");
                        woken.lock().expect("no panic").push(number);
                    })
                })
                .collect();
            // Each has its turn before this task has its fourth.
            for _ in 0..3 {
                yield_now().await;
            }
            assert_eq!(sender.send_replace(1), 0);
            for task in tasks {
                task.await.expect("no panic");
            }
            assert_eq!(*woken.lock().expect("no panic"), (0..100).collect::<Vec<_>>());
        });
    }

    #[test]
    fn a_change_is_seen_once_and_the_end_is_told() {
        run(async {
            let sender = Sender::new(1);
            let mut receiver = sender.subscribe();
            sender.send_modify(|value| *value += 1);
            assert!(!sender.send_if_modified(|_| false));
            assert_eq!(receiver.changed().await, Ok(()));
            assert_eq!(*receiver.wait_for(|value| *value == 2).await.expect("it is"), 2);
            let mut late = sender.subscribe();
            let waits = tokio::spawn(async move { late.changed().await });
            yield_now().await;
            drop(sender);
            assert_eq!(waits.await.expect("no panic"), Err(Closed));
            assert_eq!(receiver.changed().await, Err(Closed));
            assert!(receiver.wait_for(|value| *value == 3).await.is_err());
            assert!(receiver.wait_for(|value| *value == 2).await.is_ok());
        });
    }
}
