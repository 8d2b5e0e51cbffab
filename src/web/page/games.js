// The list of somebody's games: whose turn it is, and the way to each board.
import { byId, h, write } from "./dom.js";
import { Ended, Unreachable, addressOf, fetchState } from "./net.js";
import { clockTime, learnWords, word } from "./words.js";

/** How often the list is fetched again while it is seen, in ms. */
const LIST_AGAIN = 15_000;

export class Games {
  #timer = 0;
  #lost = null; // since when nothing answers
  #drawn = "";

  /** `end(error)`: nothing is open any more. */
  constructor(grant, end) {
    this.grant = grant;
    this.end = end;
    document.addEventListener("visibilitychange", () => this.#next(document.hidden ? null : 0));
  }

  /** Shows the list, and keeps it current. */
  show(list) {
    if (list.words) learnWords(list.words);
    byId("games").hidden = false;
    document.title = word("page-games");
    this.#draw(list);
    this.#next(LIST_AGAIN);
  }

  #next(pause) {
    clearTimeout(this.#timer);
    if (pause !== null) this.#timer = setTimeout(() => this.#refresh(), pause);
  }

  async #refresh() {
    try {
      this.#draw(await fetchState(this.grant));
      this.#lost = null;
    } catch (error) {
      if (error instanceof Ended) {
        byId("games").hidden = true;
        return this.end(error);
      }
      if (!(error instanceof Unreachable)) throw error;
      this.#lost ??= Date.now();
    }
    write(byId("games-lost"), this.#lost ? word("page-games-lost", { time: clockTime(this.#lost) }) : "");
    if (!document.hidden) this.#next(LIST_AGAIN);
  }

  /** A list that is the same as before keeps its elements, and so the focus. */
  #draw({ says, games }) {
    const key = JSON.stringify(games);
    write(byId("games-says"), says);
    if (key === this.#drawn) return;
    this.#drawn = key;
    const line = (game) => h("li", {}, h("a", { href: addressOf(this.grant, game.at), class: game.yours ? "yours" : null }, game.says));
    byId("games-list").replaceChildren(...games.map(line));
  }
}
