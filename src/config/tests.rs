use secrecy::ExposeSecret;

use super::*;

fn mistakes(text: &str) -> Vec<String> {
    Reading::parse(text).mistakes.iter().map(ToString::to_string).collect()
}

fn variables(set: &[(&str, &str)]) -> Variables {
    set.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect()
}

#[test]
fn the_example_file_is_made_from_the_table_and_changes_nothing() {
    let shipped = include_str!("../../config.example.toml");
    assert_eq!(shipped, example(), "config.example.toml should read:\n{}", example());
    assert_eq!(mistakes(shipped), Vec::<String>::new());
}

#[test]
fn the_defaults_shown_are_the_defaults() {
    let plain = format!("{:?}", Config::default());
    for key in KEYS.iter().filter(|key| key.is_default) {
        let reading = Reading::parse(&format!("[{}]\n{} = {}\n", key.section, key.name, key.example));
        assert_eq!(reading.mistakes, [], "{}", key.path());
        assert_eq!(format!("{:?}", reading.config), plain, "{}", key.path());
    }
    for key in KEYS.iter().filter(|key| !key.is_default) {
        let reading = Reading::parse(&format!("[{}]\n{} = {}\n", key.section, key.name, key.example));
        assert_eq!(reading.mistakes, [], "the example of {}", key.path());
    }
}

#[test]
fn every_mistake_is_told_with_its_line() {
    let text = "[discord]\ntoken = 'a b'\ncolour = 1\ntest_guild = 'mine'\napi_url = 'ftp://x'\n\n[stor]\nx = 1\n[run]\ngrace = 90\nheartbeat = ''\n[log]\nformat = true\nlevel = 'loud=='\n";
    let lines: Vec<_> = Reading::parse(text).mistakes.iter().filter_map(|mistake| mistake.line).collect();
    assert_eq!(lines, [2, 3, 4, 5, 7, 10, 11, 13, 14]);
    assert!(mistakes(text)[1].contains("unknown key `discord.colour`"), "{:?}", mistakes(text));
}

#[test]
fn a_table_within_a_table_is_read_however_it_is_written() {
    let port = Some(([127, 0, 0, 1], 8790).into());
    for text in [
        "[discord.http]\nlisten = '127.0.0.1:8790'\n",
        "[discord]\nhttp.listen = '127.0.0.1:8790'\n",
        "[discord]\nhttp = { listen = '127.0.0.1:8790' }\n",
        "discord.http.listen = '127.0.0.1:8790'\n",
    ] {
        let mut reading = Reading::parse(text);
        assert_eq!((&reading.mistakes[..], reading.config.http_listen), (&[][..], port), "{text}");
        reading.look_round(StartOf::Sandbox);
        assert!(reading.mistakes[0].text.starts_with("`discord.public_key`: is needed"), "{text}");
    }
    assert_eq!(
        mistakes("[discord.http]\nlisten = 'here'\nport = 3\n[discord]\npublic_key = 'abc'\n"),
        [
            "line 2: `discord.http.listen`: `here` is not an address and a port such as 127.0.0.1:8790",
            "line 3: unknown key `discord.http.port`; known here: listen",
            "line 5: `discord.public_key`: `abc` is not a public key (64 characters from 0 to 9 and a to f)",
        ]
    );
    assert_eq!(
        mistakes("[discord]\nhttp = 3\n")[0],
        "line 2: `discord.http` is a table: write `[discord.http]` and its keys below it"
    );
}

#[test]
fn shards_are_read_or_refused() {
    for (text, read) in
        [("auto", None), ("0-3/8", Some((0..=3, 8))), ("7/8", Some((7..=7, 8))), ("0/1", Some((0..=0, 1)))]
    {
        let reading = Reading::parse(&format!("[discord]\nshards = '{text}'\n"));
        assert_eq!((&reading.mistakes[..], reading.config.shards), (&[][..], read), "{text}");
    }
    for text in
        ["", "8", "3-0/8", "0-8/8", "1/1", "-1/8", "0-/8", "/8", "0-3/8/8", "all", "0-3/99999", "0-3/"]
    {
        let said = mistakes(&format!("[discord]\nshards = '{text}'\n"));
        let start =
            format!("line 2: `discord.shards`: `{text}` is neither \"auto\" nor shards such as 0-3/8");
        assert!(said.len() == 1 && said[0].starts_with(&start), "{said:?}");
    }
}

#[test]
fn mistakes_of_writing_do_not_hide_the_others() {
    let text = "[discord\ntoken = 5\n[store]\npath = \n[run]\ngrace = 'soon'\n";
    let reading = Reading::parse(text);
    let lines: Vec<_> = reading.mistakes.iter().filter_map(|mistake| mistake.line).collect();
    assert!(lines.contains(&1) && lines.contains(&4) && lines.contains(&6), "{:?}", reading.mistakes);
}

#[test]
fn the_environment_wins_and_its_mistakes_are_told_by_name() {
    let set =
        [("DISCORD_TOKEN", "abc.def"), ("ROOKERY_STORE_PATH", "/tmp/x.db"), ("ROOKERY_RUN_GRACE", "99")];
    let reading = Reading::of_environment(&variables(&set));
    assert_eq!(reading.config.token.as_ref().map(ExposeSecret::expose_secret), Some("abc.def"));
    assert_eq!(reading.config.store_path, PathBuf::from("/tmp/x.db"));
    assert_eq!(reading.mistakes.len(), 1);
    assert!(reading.mistakes[0].text.contains("ROOKERY_RUN_GRACE"));
}

#[test]
fn a_word_that_is_no_level_is_a_mistake() {
    for good in ["info", "WARN", "off", "info,rookery=debug", "rookery::discord=trace"] {
        assert_eq!(mistakes(&format!("[log]\nlevel = '{good}'\n")), [""; 0], "{good}");
    }
    for (bad, named) in [
        ("loud", "`loud`"),
        ("inof", "`inof`"),
        ("info,rookery=loud", "`loud`"),
        ("rookery", "`rookery`"),
        ("", "``"),
        ("debug,", "``"),
        ("rookery=", "``"),
    ] {
        let told = mistakes(&format!("[log]\nlevel = '{bad}'\n"));
        assert!(
            told.len() == 1 && told[0].contains(&format!("{named} is not a log level")),
            "{bad}: {told:?}"
        );
    }
}

#[test]
fn what_a_start_would_fail_at_is_told_with_its_place() {
    let looked = |text: &str, start| {
        let mut reading = Reading::parse(text);
        reading.look_round(start);
        reading.mistakes.iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    let told = looked("[store]\npath = 'no-such/place/games.db'\n", StartOf::Bot);
    assert_eq!(told.len(), 2, "{told:?}");
    assert!(told[0].starts_with("`discord.token`: is not set"), "{told:?}");
    assert!(told[1].starts_with("line 2: `store.path`: there is no directory no-such/place;"), "{told:?}");
    assert_eq!(looked("", StartOf::Sandbox), [""; 0]);
    assert_eq!(looked("[discord]\ntoken = 'abc'\n[store]\npath = 'games.db'\n", StartOf::Bot), [""; 0]);
    let elsewhere = "[store]\npath = 'no-such/place/games.db'\nurl = 'postgres://me@there/games'\n";
    assert_eq!(looked(elsewhere, StartOf::Sandbox), [""; 0]);
    let told = looked("[discord]\ntoken = 'a b'\n", StartOf::Bot);
    assert_eq!(told.len(), 1, "a token that is wrong is not missing as well: {told:?}");
}

#[test]
fn what_names_no_database_is_a_mistake_that_shows_no_password() {
    for good in ["sqlite:games.db", "sqlite:///var/games.db", "postgres://me@%2Frun%2Fpg/games"] {
        assert_eq!(mistakes(&format!("[store]\nurl = '{good}'\n")), [""; 0], "{good}");
    }
    for bad in ["", "games.db", "sqlite:", "mysql://me:hidden@there/games", "postgres://me:hidden@"] {
        let told = mistakes(&format!("[store]\nurl = '{bad}'\n"));
        assert!(
            told.len() == 1 && told[0].contains("`store.url`: must be") && !told[0].contains("hidden"),
            "{bad}: {told:?}"
        );
    }
}

#[test]
fn a_secret_is_never_shown() {
    let reading = Reading::parse(
        "[discord]\ntoken = 'very-secret'\n[store]\nurl = 'postgres://me:very-secret@there/games'\n",
    );
    assert_eq!(reading.mistakes, []);
    let shown = format!("{}{:?}", reading.describe(), reading.config);
    assert!(!shown.contains("very-secret") && shown.contains("********"), "{shown}");
}

#[test]
fn a_variable_that_is_no_setting_is_a_mistake() {
    let told = |name: &str| {
        let reading = Reading::of_environment(&variables(&[(name, "5")]));
        reading.mistakes.iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    for wrong in ["ROOKERY_STORE_PAHT", "ROOKERY_TOKEN", "ROOKERY_", "ROOKERY_SUPPORT_X", "ROOKERY_PORTAL"] {
        let told = told(wrong);
        let begins = format!(
            "environment variable {wrong}: there is no such setting; known here: DISCORD_TOKEN, ROOKERY_DISCORD_TOKEN, "
        );
        assert!(told.len() == 1 && told[0].starts_with(&begins), "{wrong}: {told:?}");
    }
    for other in [
        "PATH",
        "DISCORD_APPLICATION",
        "ROOKERY_TEST_POSTGRES",
        // Set by Kubernetes for services called rookery and rookery-web.
        "ROOKERY_SERVICE_HOST",
        "ROOKERY_SERVICE_PORT_METRICS",
        "ROOKERY_PORT",
        "ROOKERY_WEB_PORT_8792_TCP_ADDR",
    ] {
        assert_eq!(told(other), [""; 0], "{other}");
    }
}

#[test]
fn a_secret_may_be_in_a_file() {
    let dir = tempfile::tempdir().expect("a directory");
    let file = |name: &str, text: &str| {
        let path = dir.path().join(name);
        std::fs::write(&path, text).expect("written");
        path.display().to_string()
    };
    let (token, password) = (file("token", "abc.def\n"), file("password", " a/b@c:%40?# \r\n"));
    let set = [
        ("DISCORD_TOKEN_FILE", &*token),
        ("ROOKERY_STORE_URL", "postgres://rookery@localhost/rookery"),
        ("ROOKERY_STORE_PASSWORD_FILE", &*password),
    ];
    let reading = Reading::of_environment(&variables(&set));
    assert_eq!(reading.mistakes, []);
    assert_eq!(reading.config.token.as_ref().map(ExposeSecret::expose_secret), Some("abc.def"));
    let kept = reading.config.store_password.as_ref().map(ExposeSecret::expose_secret);
    assert_eq!(kept, Some(" a/b@c:%40?# "), "only the end of the line is none of it");
    let told = reading.describe();
    assert!(
        told.contains("discord.token = ******** (7 characters; environment, DISCORD_TOKEN_FILE)"),
        "{told}"
    );
    assert!(!told.contains("a/b@c") && !told.contains("abc"), "{told}");
    let wrong = |set: &[(&str, &str)]| {
        let reading = Reading::of_environment(&variables(set));
        let [mistake] = &reading.mistakes[..] else { panic!("{:?}", reading.mistakes) };
        mistake.text.clone()
    };
    assert_eq!(
        wrong(&[("DISCORD_TOKEN", "abc.def"), ("DISCORD_TOKEN_FILE", &token)]),
        "environment variable DISCORD_TOKEN: DISCORD_TOKEN_FILE is set as well; leave one of them out"
    );
    let none = dir.path().join("none").display().to_string();
    assert!(wrong(&[("ROOKERY_STORE_URL_FILE", &none)]).contains("cannot be read"), "{none}");
    assert!(wrong(&[("ROOKERY_DISCORD_TOKEN_FILE", &file("empty", "\n"))]).contains("is empty"));
    let unknown = wrong(&[("ROOKERY_STORE_PATH_FILE", &token)]);
    assert!(unknown.contains("there is no such setting"), "{unknown}");
}

#[test]
fn proxies_are_addresses_and_networks() {
    let read = |text: &str| Reading::parse(&format!("[web]\ntrusted_proxies = '{text}'\n"));
    let networks: Vec<String> = read("127.0.0.1, 10.0.0.0/8,::1")
        .config
        .web
        .trusted_proxies
        .iter()
        .map(ToString::to_string)
        .collect();
    assert_eq!(networks, ["127.0.0.1/32", "10.0.0.0/8", "::1/128"]);
    for wrong in ["", "here", "10.0.0.0/33", "10.0.0.1,,"] {
        assert!(read(wrong).mistakes[0].text.contains("is not a list of addresses and networks"), "{wrong}");
    }
}
