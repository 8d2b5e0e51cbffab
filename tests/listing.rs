//! Macros with which a module lists its tests.

/// Turns the named functions of a module into `pub fn tests()`, each under its module path.
#[allow(unused_macros)]
macro_rules! tests {
    ($($name:ident),* $(,)?) => {
        /// The tests of this module.
        pub fn tests() -> Vec<libtest_mimic::Trial> {
            vec![$(crate::slowest::trial(
                concat!(module_path!(), "::", stringify!($name)),
                || { $name(); Ok(()) },
            )),*]
        }
    };
}

/// Like `tests!`, with tests that run on both kinds of databases, and after a semicolon those specific to
/// SQLite files.
#[allow(unused_macros)]
macro_rules! tests_on_both {
    ($($both:ident),* $(,)? $(; $($own:ident),* $(,)?)?) => {
        /// The tests of this module.
        pub fn tests() -> Vec<libtest_mimic::Trial> {
            let mut all = Vec::new();
            $(all.extend(crate::databases::on_both(concat!(module_path!(), "::", stringify!($both)), $both));)*
            $($(all.push(crate::slowest::trial(
                concat!(module_path!(), "::", stringify!($own)),
                || { $own(); Ok(()) },
            ));)*)?
            all
        }
    };
}

/// Like `tests_on_both!`, with tests that run over TLS and HTTP/2 as well.
#[allow(unused_macros)]
macro_rules! tests_on_both_and_by_http2 {
    ($($name:ident),* $(,)?) => {
        /// The tests of this module.
        pub fn tests() -> Vec<libtest_mimic::Trial> {
            let mut all = Vec::new();
            $(
                let name = concat!(module_path!(), "::", stringify!($name));
                all.extend(crate::databases::on_both(name, $name));
                all.push(crate::front::by_http2(name, $name));
            )*
            all
        }
    };
}

/// Like `tests!`, with each test over TLS and HTTP/2 as well, and so with sockets.
#[allow(unused_macros)]
macro_rules! tests_and_by_http2 {
    ($($name:ident),* $(,)?) => {
        /// The tests of this module.
        pub fn tests() -> Vec<libtest_mimic::Trial> {
            let all: &[(&str, fn())] = &[$((concat!(module_path!(), "::", stringify!($name)), $name)),*];
            let alone = |(name, test): &(&str, fn())| {
                let test = *test;
                crate::slowest::trial(*name, move || { test(); Ok(()) })
            };
            all.iter().flat_map(|one| [alone(one), crate::front::by_http2(one.0, one.1)]).collect()
        }
    };
}
