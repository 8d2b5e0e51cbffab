//! The look of the page: readable in both system themes, and no button more prominent than its action.

use futures_util::FutureExt;
use serde_json::{Value, json};

use super::table::{ESCAPE, Match, Seat};
use super::{Scene, Table, driver};

/// The scenes, by name.
pub const SCENES: &[(&str, Scene)] = &[
    ("the_page_follows_the_system_s_theme_and_is_readable_in_both", |table| themes(table).boxed()),
    ("resigning_is_loud_only_where_it_is_asked", |table| loudness(table).boxed()),
];

/// The minimum contrast of text (WCAG 2, level AA).
const LEAST: f64 = 4.5;

/// Every visible text with less contrast than this, and the number of texts checked.
///
/// A canvas converts any CSS colour; translucent backgrounds are blended.
const CONTRASTS: &str = "
    const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
    const rgba = (colour) => {
        canvas.clearRect(0, 0, 1, 1);
        canvas.fillStyle = colour;
        canvas.fillRect(0, 0, 1, 1);
        const [red, green, blue, alpha] = canvas.getImageData(0, 0, 1, 1).data;
        return [red, green, blue, alpha / 255];
    };
    const over = (top, below) => [0, 1, 2].map((at) => top[at] * top[3] + below[at] * (1 - top[3])).concat(1);
    const light = (colour) => {
        const part = (value) => (value /= 255) <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
        return 0.2126 * part(colour[0]) + 0.7152 * part(colour[1]) + 0.0722 * part(colour[2]);
    };
    const around = (one) => { const all = []; for (; one; one = one.parentElement) all.push(one); return all; };
    let looked = 0;
    const faint = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
        const one = text.parentElement;
        if (!text.data.trim() || one.closest('script, noscript, :disabled, [hidden]')) continue;
        const range = document.createRange();
        range.selectNodeContents(text);
        const box = range.getBoundingClientRect();
        const chain = around(one);
        const opacity = chain.reduce((all, part) => all * getComputedStyle(part).opacity, 1);
        const style = getComputedStyle(one);
        const colour = rgba(style.color);
        if (box.width < 2 || box.height < 2 || style.visibility !== 'visible' || opacity === 0 || colour[3] === 0) continue;
        const grounds = [];
        for (const part of chain) {
            const ground = rgba(getComputedStyle(part).backgroundColor);
            grounds.push(ground);
            if (ground[3] === 1) break;
        }
        const ground = grounds.reverse().reduce((below, top) => over(top, below), [255, 255, 255, 1]);
        colour[3] *= opacity;
        const [a, b] = [light(over(colour, ground)), light(ground)];
        const contrast = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
        looked += 1;
        if (contrast < arguments[0]) faint.push(`${one.tagName}.${one.className} '${text.data.trim().slice(0, 30)}' ${contrast.toFixed(2)}`);
    }
    return { looked, faint };";

/// Asserts that every text on the page has sufficient contrast.
pub async fn readable(table: &Table, seat: &Seat, what: &str) {
    seat.here().await;
    // Colours fade in unless the system prefers reduced motion.
    tokio::time::sleep(std::time::Duration::from_millis(200)).await;
    let found = table.client.execute(CONTRASTS, vec![json!(LEAST)]).await.expect("the page answers");
    assert!(found["looked"].as_u64().is_some_and(|looked| looked >= 4), "{what}: {found}");
    assert_eq!(found["faint"], json!([]), "{what}");
}

async fn ground(table: &Table) -> Value {
    let script = "return getComputedStyle(document.querySelector('.room')).backgroundColor";
    table.client.execute(script, vec![]).await.expect("the page answers")
}

async fn themes(table: &Table) {
    let (red, blue) = (&table.red, &table.blue);
    red.begin("help").await;
    red.send().await;
    red.is_told("/moves").await;
    let mut game = Match::begin(red, blue, "squirrel", None).await;
    game.play("g2g4").await;
    pictures(table, blue).await;
    red.press("Resign").await;
    red.is_told("Really resign").await;
    let mut grounds = Vec::new();
    for theme in ["dark", "light"] {
        red.here().await;
        driver::prefers(&table.client, theme).await;
        grounds.push(ground(table).await);
        for width in [1280, 320] {
            table.client.set_window_size(width, 900).await.expect("the window changes");
            red.until("the width", "return innerWidth === arguments[0]", vec![json!(width)]).await;
            let what = format!("{theme}, {width} px");
            red.picture().await;
            readable(table, red, &format!("the room, {what}")).await;
            table.shot(red, &format!("room-{theme}-{width}.png"), width, 900).await;
            red.begin("challenge").await;
            red.keys("ch").await;
            red.suggested("Chess").await;
            readable(table, red, &format!("a command, {what}")).await;
            table.shot(red, &format!("command-{theme}-{width}.png"), width, 900).await;
            for _ in 0..2 {
                red.keys(ESCAPE).await;
            }
            let plain = "return !document.getElementById('compose-text').hidden && document.getElementById('suggest').hidden";
            red.until("plain text again", plain, vec![]).await;
        }
        table.client.goto(&table.address).await.expect("the page opens");
        red.until("the chooser", "return !document.getElementById('chooser').hidden", vec![]).await;
        readable(table, red, &format!("the chooser, {theme}")).await;
        table.shot(red, &format!("chooser-{theme}.png"), 1280, 900).await;
        table.client.goto(&format!("{}/?as=red", table.address)).await.expect("the page opens");
        red.until("the board", "return document.querySelectorAll('.picture img').length > 0", vec![]).await;
    }
    assert_ne!(grounds[0], grounds[1], "the light theme is another one");
    let faint = "const text = document.createElement('p');
        text.textContent = 'faint';
        [text.style.color, text.style.backgroundColor] = ['#777', '#888'];
        document.body.append(text);";
    table.client.execute(faint, vec![]).await.expect("the page answers");
    let found = table.client.execute(CONTRASTS, vec![json!(LEAST)]).await.expect("the page answers");
    assert_eq!(found["faint"].as_array().map(Vec::len), Some(1), "what is faint would be seen: {found}");
}

/// The page as shown in README, if screenshots are requested.
async fn pictures(table: &Table, blue: &Seat) {
    blue.here().await;
    driver::prefers(&table.client, "dark").await;
    blue.picture().await;
    table.shot(blue, "page.png", 1280, 960).await;
    blue.begin("move").await;
    blue.keys("sq").await;
    blue.suggested("Squirrel").await;
    table.shot(blue, "page-narrow.png", 380, 820).await;
    for _ in 0..2 {
        blue.keys(ESCAPE).await;
    }
}

async fn loudness(table: &Table) {
    let red = &table.red;
    Match::begin(red, &table.blue, "chess", None).await;
    red.until("the buttons", "return document.querySelectorAll('.press').length >= 3", vec![]).await;
    let loud = "return [...document.querySelectorAll('.press.danger')].map((one) => one.textContent)";
    assert_eq!(red.ask(loud).await, json!([]), "nothing under a board is red");
    red.press("Resign").await;
    red.is_told("Really resign").await;
    assert_eq!(red.ask(loud).await, json!(["Yes, resign"]));
}
