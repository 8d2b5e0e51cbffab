// The list of a person's games, with whose turn it is and a link to each board. Or the list of lessons and
// puzzles.
import { giveLinks } from "./elsewhere.js";
import { announce, byId, h, write } from "./dom.js";
import { keep } from "./keep.js";
import { keepBoard } from "./kept-boards.js";
import { miniBoard } from "./mini.js";
import { Ended, Later, Unreachable, addressOf, fetchState } from "./net.js";
import { offerPush } from "./push.js";
import { deliverAll, forgetDeed, saysWaiting, storedDeeds } from "./sending.js";
import { allWords, clockTime, learnWords, word } from "./words.js";

/** How often the list is fetched again while the page is visible, in ms. */
const LIST_AGAIN = 15_000;
/** Beyond the end of any game, so that the server returns the current position. */
const LAST_PLY = 1_000_000;

export class Games {
  #timer = 0;
  #busy = false; // a refresh is running
  #ended = false;
  #lost = null; // since when the server is unreachable
  #drawn = "";
  #list = null; // the last list received
  #said = []; // results of deeds that were waiting here
  #boards = new Map(); // place -> {ply, squares}
  #fetching = false;

  /** `at`: which of the lists it is. `end(error)`: the grant has ended. */
  constructor(grant, at, end) {
    this.grant = grant;
    this.at = at;
    this.end = end;
    document.addEventListener("visibilitychange", () => this.#next(document.hidden ? null : 0));
    giveLinks(byId("games-elsewhere"), grant, { at: () => at, say: (text) => announce(byId("games-answer"), text), end: (error) => this.#over(error) });
  }

  /** Shows the list and keeps it current. */
  show(list) {
    if (list.words) learnWords(list.words);
    const isOfGames = list.kind === "games";
    if (isOfGames) {
      keep("home-grant", this.grant);
      offerPush(byId("games-push"), this.grant);
    }
    // A cached list: the server is unreachable since then.
    this.#lost = list.kept ?? null;
    this.#writeLost();
    byId("games").hidden = false;
    byId("games-more").hidden = !isOfGames;
    document.title = word(isOfGames ? "page-games" : "page-lessons");
    write(byId("games-title"), document.title);
    this.#list = list;
    this.#draw();
    // Waiting deeds may change the list.
    this.#next(storedDeeds(this.grant).length || this.#lost ? 0 : LIST_AGAIN);
  }

  #next(pause) {
    clearTimeout(this.#timer);
    if (pause !== null && !this.#ended) this.#timer = setTimeout(() => this.#refresh(), pause);
  }

  async #refresh() {
    // A running refresh schedules the next one itself.
    if (this.#busy) return;
    this.#busy = true;
    try {
      await this.#deliver();
      this.#list = await fetchState(this.grant, this.at ? { at: this.at } : {});
      this.#lost = null;
    } catch (error) {
      if (error instanceof Ended) return this.#over(error);
      if (!(error instanceof Unreachable)) throw error;
      this.#lost ??= Date.now();
    } finally {
      this.#busy = false;
    }
    this.#draw();
    this.#writeLost();
    if (!document.hidden) this.#next(LIST_AGAIN);
  }

  #writeLost() {
    write(byId("games-lost"), this.#lost ? word("page-games-lost", { time: clockTime(this.#lost) }) : "");
  }

  #over(error) {
    this.#ended = true;
    byId("games").hidden = true;
    this.end(error);
  }

  /** Sends the waiting deeds of all games, because the games' own pages may never be opened again. */
  async #deliver() {
    const before = this.#said.length;
    try {
      await deliverAll(this.grant, (text) => this.#said.push(text));
    } catch (error) {
      // The next refresh tries again.
      if (!(error instanceof Later)) throw error;
    } finally {
      if (this.#said.length > before) announce(byId("games-answer"), this.#said.join(" "));
    }
  }

  /** An unchanged list keeps its elements, and so the focus. */
  #draw() {
    const { kind, says, games, over = [] } = this.#list;
    if (kind === "games" && !this.#lost) keepBoard(this.grant, null, this.#list, allWords());
    const waiting = storedDeeds(this.grant);
    const key = JSON.stringify([games, over, waiting]);
    write(byId("games-says"), says);
    if (key === this.#drawn) {
      if (kind === "games") this.#fetchBoards([...games, ...over]);
      return;
    }
    this.#drawn = key;
    const of = (at) => waiting.filter((deed) => deed.page === at).map((deed) => this.#unsent(deed));
    const line = (game) => h("li", {}, h("a", { href: addressOf(this.grant, game.at), class: game.yours ? "yours" : null },
      h("span", { class: "mini-place", "data-board": game.at }, this.#boardOf(game)), h("span", {}, game.says)), of(game.at));
    // Deeds of games that are no longer listed.
    const others = waiting.filter((deed) => ![...games, ...over].some((game) => game.at === deed.page));
    const other = (deed) => h("li", {}, h("p", {}, deed.game), this.#unsent(deed));
    byId("games-list").replaceChildren(...games.map(kind === "games" ? line : (game, index) => this.#toLearn(game, index)), ...others.map(other));
    byId("games-finished").hidden = over.length === 0;
    byId("games-over").replaceChildren(...over.map(line));
    if (kind === "games") this.#fetchBoards([...games, ...over]);
  }

  #boardOf({ at, side }) {
    const board = this.#boards.get(at);
    return board ? miniBoard(board.squares, side === "black") : null;
  }

  /** Fetches the boards that are not known yet, one after the other. */
  async #fetchBoards(games) {
    if (this.#fetching) return;
    this.#fetching = true;
    try {
      for (const game of games) {
        if (this.#ended || document.hidden) return;
        if (this.#boards.get(game.at)?.ply === game.ply) continue;
        const then = await fetchState(this.grant, { at: game.at, ply: LAST_PLY });
        this.#boards.set(game.at, { ply: game.ply, squares: then.board.squares });
        document.querySelector(`[data-board="${game.at}"]`)?.replaceChildren(this.#boardOf(game));
      }
    } catch (error) {
      // The list is useful without boards. The next refresh tries again.
      if (!(error instanceof Ended || error instanceof Unreachable)) throw error;
    } finally {
      this.#fetching = false;
    }
  }

  /** The lesson and the puzzles of a game. Each link's label includes the game's name. */
  #toLearn({ name, lesson, puzzles, board }, index) {
    const title = `to-learn-${index}`;
    const way = (key, { says, at }) => h(at ? "a" : "p", {
      id: `${title}-${key}`, href: at && addressOf(this.grant, at), "aria-labelledby": at && `${title} ${title}-${key}`,
    }, h("b", {}, word(`page-${key}`)), `\n${says}`);
    return h("li", { class: "to-learn" }, h("h2", { id: title }, name), h("div", { class: "ways" },
      way("lesson", lesson), puzzles && way("puzzles", puzzles), way("board", board)));
  }

  #unsent(deed) {
    const drop = () => {
      forgetDeed(this.grant, deed);
      announce(byId("games-answer"), word("page-not-sent"));
      this.#draw();
      // The focused button is gone.
      byId("games-list").querySelector("a")?.focus({ preventScroll: true });
    };
    return h("p", { class: "waits" }, saysWaiting(deed), h("button", { type: "button", class: "press", onclick: drop }, word("page-do-not-send")));
  }
}
