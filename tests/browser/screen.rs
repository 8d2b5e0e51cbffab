//! Windows of any width: nothing overflows, and a pointer reaches every control.

use serde_json::json;

use super::Table;
use super::looks::readable;
use super::table::Seat;

/// A desktop and a phone.
const WIDTHS: [u32; 2] = [1280, 320];
/// The height of the windows.
const HEIGHT: u32 = 900;

/// True if the page has the requested width and nothing overflows it.
pub const FITS: &str = "const [log, page] = [document.getElementById('log'), document.documentElement];
    const end = document.getElementById('composer').getBoundingClientRect().right;
    return innerWidth === arguments[0] && log.scrollWidth <= log.clientWidth && page.scrollWidth <= innerWidth && end <= innerWidth";

/// The controls without a name.
pub const NAMELESS: &str = "return [...document.querySelectorAll('button, a, input, textarea')].filter((one) =>
    !one.closest('[hidden]') && !one.textContent.trim() && !one.getAttribute('aria-label') && !one.labels?.length).map((one) => one.outerHTML)";

/// The visible headings of level one.
const HEADINGS: &str = "return [...document.querySelectorAll('h1')].filter((one) => one.checkVisibility()).map((one) => one.textContent)";

/// The controls in messages that a pointer cannot reach even after scrolling, and the number checked.
const REACH: &str = "const log = document.getElementById('log');
    const all = [...log.querySelectorAll('button:not(:disabled):not(.delete), a, summary')].filter((one) => one.checkVisibility());
    const out = all.filter((one) => {
        one.scrollIntoView({ block: 'center' });
        const box = one.getClientRects()[0];
        const hit = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
        return box.left < 0 || box.right > innerWidth || !one.contains(hit);
    });
    log.scrollTop = log.scrollHeight;
    return { tried: all.length, out: out.map((one) => one.outerHTML.slice(0, 200)) }";

/// Makes a person's window as narrow as a phone. It stays so.
pub async fn phone(table: &Table, seat: &Seat) {
    resize(table, seat, 320).await;
}

/// Sets the width of a person's window, and waits until everything fits.
pub async fn resize(table: &Table, seat: &Seat, width: u32) {
    seat.here().await;
    table.client.set_window_size(width, HEIGHT).await.expect("the window changes");
    seat.until(&format!("all within {width} px"), FITS, vec![json!(width)]).await;
}

/// Checks the current page on a desktop and a phone: everything fits, has a name, is readable and can be
/// reached.
pub async fn fits_everywhere(table: &Table, seat: &Seat, what: &str) {
    let width = seat.ask("return innerWidth").await.as_u64().and_then(|width| u32::try_from(width).ok());
    for narrower in WIDTHS {
        fits(table, seat, what, narrower).await;
    }
    resize(table, seat, width.expect("a width")).await;
}

/// Checks the current page in a window of this width, which it keeps: everything fits, has a name, is
/// readable and can be reached.
pub async fn fits(table: &Table, seat: &Seat, what: &str, width: u32) {
    resize(table, seat, width).await;
    let named = format!("{what}, {width} px");
    let reach = seat.ask(REACH).await;
    assert!(reach["tried"].as_u64().is_some_and(|tried| tried > 0), "{named}: {reach}");
    assert_eq!(reach["out"], json!([]), "{named}: what is out of reach");
    assert_eq!(seat.ask(NAMELESS).await, json!([]), "{named}: what has no name");
    let headings = seat.ask(HEADINGS).await;
    assert_eq!(headings.as_array().map(Vec::len), Some(1), "{named}: the page's own heading: {headings}");
    readable(table, seat, &named).await;
    table.shot(seat, &format!("{}-{width}.png", what.replace(' ', "-")), width, HEIGHT).await;
}
