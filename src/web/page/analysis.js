// The analysis of a finished game. It takes longer than a request may, so the page starts it and polls for
// the result.
import { announce, byId, h, put, write } from "./dom.js";
import { Curve } from "./curve.js";
import { Ended, Later, Unreachable, askAnalysis } from "./net.js";
import { word } from "./words.js";

/** The polling interval, in ms. */
const ASKS_EACH = 1_000;
/** The interval after a failed request, in ms. */
const RETRIES = 3_000;
/** How often it is started again if the server does not know it: another process answered, or it restarted. */
const ANEW = 5;

export class Analysis {
  #asked = false;
  #waits = false; // it was started, here or elsewhere
  #begun = 0;
  #said = "";
  #found = null;

  /**
   * `on.look(ply)` shows a position, `on.moment(ply, better, arrows)` one where much was decided. Also
   * `on.say(text)`, `on.change()` and `on.end(error)`.
   */
  constructor(on) {
    this.on = on;
    this.curve = new Curve(byId("curve"), byId("curve-at"), (ply) => on.look(ply));
  }

  /** Whether the result has arrived. */
  get found() {
    return this.#found !== null;
  }

  /** Shows the analysis beside a game. `ask`: the page's `[grant, query]`. `at`: the ply of the position on the board. */
  show(ask, state, at) {
    this.ask = ask;
    this.may = state.over && !state.kind;
    // An analysis may already exist.
    if (!this.#asked) this.wake();
    byId("analysis").hidden = !this.found;
    if (!this.found) return;
    write(byId("analysis-says"), this.#found.says);
    this.curve.show(this.#found, state, at);
    for (const button of byId("moments").querySelectorAll("button")) put(button, "aria-current", Number(button.dataset.ply) === at ? "true" : null);
  }

  /** Starts the analysis, or joins a running one. */
  begin() {
    this.#begun = 0;
    // An earlier answer may no longer be visible.
    this.#said = "";
    if (!this.#waits) this.#next(true);
  }

  /** Resumes polling when the page becomes visible. A hidden page sends no requests. */
  wake() {
    if (this.may && !this.found && (this.#waits || !this.#asked)) this.#next(false);
  }

  /** Moves the focus to the curve. */
  #focus() {
    byId("curve").focus({ preventScroll: true });
  }

  async #next(begin) {
    clearTimeout(this.again);
    if (document.hidden && !begin) return;
    this.#asked = true;
    this.#waits ||= begin;
    const turn = {};
    this.turn = turn;
    let told;
    try {
      told = await askAnalysis(...this.ask, begin);
    } catch (error) {
      if (error instanceof Ended) return this.on.end(error);
      if (!(error instanceof Unreachable)) throw error;
      // A request that the person did not start is repeated only when the page becomes visible again.
      if (!this.#waits) return void (this.#asked = false);
      this.#say((error instanceof Later && error.message) || word("page-not-reached"));
      this.again = setTimeout(() => this.#next(begin), RETRIES);
      return;
    }
    if (turn === this.turn) this.#take(told);
  }

  #take({ ok, body }) {
    const stands = ok ? body.stands : "none";
    if (stands === "found") return this.#show({ ...body.found, says: body.says });
    if (stands === "runs") {
      this.#waits = true;
      this.#begun = 0;
      this.#say(body.says);
      this.again = setTimeout(() => this.#next(false), ASKS_EACH);
    } else if (this.#waits && ok && !body.says && this.#begun < ANEW) {
      this.#begun += 1;
      this.#next(true);
    } else if (this.#waits) {
      this.#waits = false;
      this.#say(body?.says || word("page-refused"));
    }
  }

  #show(found) {
    if (this.found) return;
    this.#found = found;
    byId("moments").replaceChildren(...found.moments.map(({ ply, says, better, arrows }) => h("li", {}, h("button", {
      type: "button", class: "moment-button", "data-ply": ply, onclick: () => this.on.moment(ply, better, arrows),
    }, says))));
    const asked = this.#waits;
    this.#waits = false;
    // Whoever has gone elsewhere meanwhile stays there.
    const waits = asked && document.activeElement?.matches("body, #actions *");
    this.on.change();
    if (!asked) return;
    this.on.say("");
    announce(byId("whisper"), found.says);
    if (!waits) return;
    this.#focus();
    byId("analysis").scrollIntoView({ block: "nearest" });
  }

  /** Shows a text unless it was the last one shown. */
  #say(text) {
    if (text !== this.#said) this.on.say(text);
    this.#said = text;
  }
}
