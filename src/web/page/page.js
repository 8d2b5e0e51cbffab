// The page: one game, from its link to its last move, or lessons and puzzles.
import { Analysis } from "./analysis.js";
import { Board, SIDEWAYS } from "./board.js";
import { closeDialog, closeQuestion } from "./dialog.js";
import { announce, byId, put, write } from "./dom.js";
import { giveLinks } from "./elsewhere.js";
import "./enter.js";
import { showFile } from "./file.js";
import { Games } from "./games.js";
import { drawActions, drawLegend, drawPieceList, drawPrepared } from "./panel.js";
import { History, moveNumber } from "./history.js";
import { keep, kept } from "./keep.js";
import { beginWorker, forgetBoards, keepBoard } from "./kept-boards.js";
import { Live } from "./live.js";
import { Ended, Later, Unreachable, addressOf, eventsOf, fetchFile, fetchState, fetchWays, fetchWhy, redeem } from "./net.js";
import { HAND, Play } from "./play.js";
import { Pointers } from "./pointer.js";
import { isTold, offerPush } from "./push.js";
import { Sending, saysUnsent, saysWaiting } from "./sending.js";
import { Rules, kindOf } from "./rules.js";
import { Settings } from "./settings.js";
import { loadSheet } from "./sheet.js";
import { Strip } from "./strip.js";
import { Trying } from "./try.js";
import { Typed } from "./typed.js";
import { allWords, clockTime, learnWords, word } from "./words.js";

/** How long to wait before requesting the first state again, in ms. */
const PATIENT = 3_000;
/** A board that arrives faster than this is not announced, in ms. */
const SOON = 700;
/** Work that the first board need not wait for starts after this time, in ms. */
const LATER = 1_000;
/** How long each position of a replay is shown, in ms. */
const REPLAY = 1_200;
/** The keys that press a button. */
const PRESSES = ["Enter", " "];
/** The stored mark that a button led to the next page. */
const LED = "led";

/** Shows that the server is unreachable, and waits. Rethrows other errors. */
async function unreachable(error) {
  if (!(error instanceof Unreachable)) throw error;
  if (error instanceof Later && error.message) notice("says", error.message);
  else notice("unreachable");
  await new Promise((resolve) => setTimeout(resolve, PATIENT));
}

/** Opens another game, which its page then announces. */
function goTo(address) {
  keep(LED, true);
  location.assign(address);
}

/** Shows one of the sentences in place of the board. `over`: the page will not continue by itself. */
function notice(which, says = "", over = false) {
  byId("app").hidden = which !== null;
  byId("notice").hidden = which === null;
  for (const name of ["loading", "unreachable", "empty", "says"]) byId(`notice-${name}`).hidden = name !== which;
  if (which === "says") write(byId("notice-says"), says);
  byId("enter").hidden = !over;
}

class Page {
  #state = null;
  #past = null; // {ply, board, says} while an earlier position is shown
  #boards = new Map(); // ply -> the server's response
  #offset = 0;
  #lost = null; // since when the server is unreachable
  #ended = false;

  /** `at`: the initial place in lessons and puzzles. */
  constructor(grant, at) {
    this.grant = grant;
    this.at = at || undefined;
    this.play = new Play({
      send: (move, dragged) => this.trying.active ? this.trying.play(move.move) : this.#send({ do: "move", move: move.move }, { dragged }),
      prepare: (move) => this.#send({ do: "prepare", move: move.move }),
      say: (text) => this.#say(text),
      whisper: (text) => announce(byId("whisper"), text),
      why: (move) => (this.trying.active ? this.trying.why(move) : fetchWhy(this.grant, this.#here({ move }))).catch(() => ""),
      ways: (of) => fetchWays(this.grant, this.#here({ of })).catch(() => null),
      changed: () => this.#mark(),
    });
    this.strips = ["strip-top", "strip-bottom"].map((id) => new Strip(byId(id), (text, piece) => {
      this.rules.point(piece);
      this.#say(text);
    }));
    this.board = new Board(byId("board-box"), {
      tap: (at) => this.#tap(at),
      aim: (at) => this.board.aim(at),
    });
    this.settings = new Settings(grant, () => this.#draw({ slide: false }));
    this.history = new History(byId("history"), byId("steps"), (ply) => this.#visit(ply));
    this.analysis = new Analysis({
      look: (ply) => this.#visit(ply),
      moment: (ply, better, arrows) => this.#moment(ply, better, arrows),
      say: (text) => this.#say(text),
      change: () => this.#draw({ slide: false }),
      end: (error) => this.#end(error),
    });
    this.trying = new Trying({
      ask: () => [this.grant, this.#here({})],
      change: () => this.#draw({ slide: true }),
      say: (text) => this.#say(text),
      arrows: (arrows) => this.board.arrows.tell(arrows),
      end: (error) => this.#end(error),
    });
    this.typed = new Typed((text) => this.#typedMove(text));
    this.rules = new Rules({
      ask: () => [this.grant, this.#here({})],
      game: () => this.#state.game.slug,
      lost: () => this.board.focusCurrent(),
      say: (text) => {
        this.#say(text);
        this.#showAnswer();
      },
      end: (error) => this.#end(error),
    });
    this.sending = new Sending(grant, {
      change: () => this.#draw({ slide: false }),
      failed: () => this.#refresh(),
      late: (text) => this.#say(text),
      answer: (answer, deed) => this.#answered(answer, deed),
      end: (error, unsent) => this.#end(error, unsent),
    });
    this.live = new Live(eventsOf(grant, at), {
      onRev: (rev) => this.#news(rev),
      askNow: () => this.#refresh(),
    });
    document.addEventListener("pointerdown", ({ target }) => this.#stopReplay(target), true);
    document.addEventListener("keydown", ({ key, target }) => this.#stopReplay(PRESSES.includes(key) ? target : null), true);
    this.#listen();
  }

  /** Requests the first state, however long it takes. */
  /** `known`: the first state, if it came with the link. */
  async start(known = null) {
    while (!this.#state && !this.#ended) {
      try {
        const first = known ?? await fetchState(this.grant, this.#here({ words: 1 }));
        if (first.games) return this.#list(first);
        this.#take(first);
        if (first.kept) this.#lost = first.kept;
      } catch (error) {
        if (error instanceof Ended) return this.#end(error);
        await unreachable(error);
      }
    }
    if (this.#ended) return;
    this.#arrive();
    if (this.#lost) this.#reached(false);
    this.sending.collect(this.at);
    if (!document.hidden) this.#follow();
  }

  /** Announces the game if a button led here. A browser leaves the focus at the top, where nothing is read. */
  #arrive() {
    if (!kept(LED)) return;
    keep(LED, null);
    byId("game-name").focus({ preventScroll: true });
    setTimeout(() => announce(byId("whisper"), this.#state.says), SOON);
  }

  /** Shows the list of all games, or of lessons and puzzles, in place of a game. */
  #list(first) {
    this.#ended = true;
    this.#settle(first.kind === "games" ? null : first.kind);
    notice(null);
    byId("app").hidden = true;
    new Games(this.grant, this.at, (error) => this.#end(error)).show(first);
  }

  /** Adds the page's place to a query. */
  #here(query) {
    return this.at ? { at: this.at, ...query } : query;
  }

  /** Follows changes made elsewhere. Lessons and puzzles change only by this page's actions. */
  #follow() {
    if (!this.#state.kind) this.live.open();
  }

  #listen() {
    new Pointers(byId("app"), {
      tap: (at) => this.#tap(at),
      may: (at) => this.play.lifts(at, this.board.cell(at)?.square),
      lift: (at) => this.play.lift(at, this.board.cell(at)?.square),
      over: (at) => this.board.aim(at),
      land: (at) => this.play.dragged(at),
      cancel: () => this.play.drop(),
    });
    document.addEventListener("visibilitychange", () => this.#seen());
    for (const event of ["online", "offline"]) window.addEventListener(event, () => this.#state && this.#refresh());
    window.addEventListener("pageshow", (event) => event.persisted && this.#seen());
    byId("now").addEventListener("click", () => this.#look(this.#state.ply, true));
    byId("position").addEventListener("submit", (event) => this.#setUp(event));
    byId("withdraw").addEventListener("click", () => this.#withdraw());
    document.addEventListener("keydown", (event) => this.#key(event));
    giveLinks(byId("elsewhere"), this.grant, { at: () => this.at, say: (text) => this.#say(text), end: (error) => this.#end(error) });
  }

  /**
   * Escape works wherever the focus is. Single letters work only where they belong, because speech input
   * types them by mistake.
   */
  #key(event) {
    if (!this.#state || event.defaultPrevented || event.target.closest("input, select, dialog")) return;
    if (event.key === "Escape") {
      this.play.drop(true);
      this.rules.point(null);
    }
    const at = event.target.closest("#app [data-at]")?.dataset.at;
    if (event.key === "?" && at) this.rules.open(kindOf(this.#pieceAt(at)), event.target);
    if (SIDEWAYS.includes(event.key) && !event.altKey && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      this.history.step(event.key === "ArrowLeft" ? -1 : 1);
    }
    const by = { "[": -1, "]": 1 }[event.key];
    if (by && event.target.closest("#board-box, .history")) this.history.step(by);
  }

  #tap(at) {
    // Playing there, or tapping the same piece again, does not ask about the piece.
    const goes = (this.play.acts && this.play.targets.has(at)) || at === (this.play.looked?.at ?? this.play.chosen);
    this.rules.point(goes ? null : this.#pieceAt(at));
    if (this.#past && this.#state.yours) return this.#say(word("page-not-now"));
    this.play.tap(at, this.board.cell(at)?.square);
  }

  /** The piece on a displayed square, or in a hand. */
  #pieceAt(at) {
    if (at !== HAND) return this.board.cell(at)?.square;
    const { board: { hands }, turn, prepared, you } = this.trying.over(this.#state);
    return { at, piece: hands.piece, color: prepared?.can ? you : turn };
  }

  /** Sets up the typed position on a board for trying moves. */
  #setUp(event) {
    event.preventDefault();
    const position = byId("position-field").value.trim();
    if (position) this.#send({ do: "set-up", position }, { label: word("page-set-up") });
  }

  /** The typed text stays in the field if it cannot be sent. */
  #typedMove(text) {
    if (this.trying.active) {
      return this.trying.play(text).then((done) => {
        if (done) this.typed.done(text);
        this.#showAnswer();
      });
    }
    if (this.#past) {
      this.#say(word("page-not-now"));
      return this.#showAnswer();
    }
    this.#send({ do: this.#state.prepared?.can ? "prepare" : "move", move: text });
  }

  /** Handles visibility. A hidden page costs the server nothing. A visible one fetches what it missed. */
  #seen() {
    if (this.#ended || !this.#state) return;
    this.live.close();
    if (document.hidden) return;
    this.#refresh();
    this.#follow();
    this.sending.collect(this.at);
    this.sending.wake();
    this.analysis.wake();
  }

  #news(rev) {
    this.#reached(true);
    if (this.#state && rev > this.#state.rev) this.#refresh();
  }

  async #refresh() {
    try {
      this.#take(await fetchState(this.grant, this.#here({ rev: this.#state.rev, until: this.#state.clock?.deadline ?? 0 })));
      this.#reached(true);
    } catch (error) {
      if (error instanceof Ended) this.#end(error);
      else if (error instanceof Unreachable) this.#reached(false);
      else throw error;
    }
  }

  #reached(yes) {
    if (yes && this.#lost) {
      this.sending.wake();
      // It can be fetched again.
      if (byId("answer").dataset.text === word("page-not-reached")) this.#say("");
    }
    this.#lost = yes ? null : (this.#lost ?? Date.now());
    // An open stream does not repeat what it has sent.
    clearTimeout(this.again);
    if (!yes && this.#state && !document.hidden) this.again = setTimeout(() => this.#refresh(), PATIENT);
    this.#drawStatus();
  }

  #take(state) {
    if (!state || this.#ended) return;
    if (this.#state && state.rev < this.#state.rev) return;
    const before = this.#state;
    const news = before && state.rev !== before.rev;
    // An offer does not change the board, so a choice or dialog stays open.
    const moved = before && (state.position !== before.position || state.over !== before.over);
    // Between exercises nothing slides.
    const slide = !state.kind || state.ply > (this.#state?.ply ?? 0);
    if (state.words) learnWords(state.words);
    this.#offset = state.now - (state.kept ?? Date.now());
    this.#state = state;
    this.#settle(state.at);
    // Watched games are not cached, and lessons and puzzles need a connection.
    if (state.you && !state.kind) {
      if (!before) this.#begins();
      if (!state.kept) keepBoard(this.grant, this.at, state, allWords());
    }
    if (moved) {
      this.board.arrows.tell([]);
      this.settings.sounds(before.yours !== state.yours);
      this.#boards.clear();
      closeQuestion();
      // The earlier choices are outdated.
      announce(byId("whisper"), "");
    }
    if (this.#past && this.#past.ply >= state.ply) this.#past = null;
    notice(null);
    this.settings.take(state.look);
    const isBoard = state.kind === "board";
    // Tried moves of another exercise are discarded.
    if (before && (isBoard || before.at !== state.at) && this.trying.active) this.trying.leave();
    this.#draw({ slide });
    // Such a board is only for trying moves.
    if (isBoard) this.#try().then(() => before && byId("board-box").scrollIntoView({ block: "nearest" }));
    if (news) this.#tellPrepared(before);
    if (!news || !this.#past) return;
    // News is announced even while an earlier position is shown, which a takeback may have changed.
    this.#say(state.says);
    if (moved) this.#look(this.#past.ply);
  }

  /** Tells both moves if a prepared one answered the opponent's: the text above names only the last one. */
  #tellPrepared({ prepared, ply }) {
    const { board, list, ply: now, you } = this.#state;
    const isPlayed = ({ at, color, marks = [] }) => color === you && marks.includes("last") && prepared.ways.some(([, to]) => to === at);
    if (!prepared?.can || now < ply + 2 || !board.squares.some(isPlayed)) return;
    const [move, reply] = list.flatMap(({ white, black }) => [white, black]).filter(Boolean).slice(-2);
    this.#say(word("page-prepared-played", { move, reply }));
  }

  /** Starts the work that the first board need not wait for. */
  #begins() {
    const offer = () => offerPush(byId("push"), this.grant);
    byId("push").closest("details").addEventListener("toggle", offer);
    setTimeout(() => {
      beginWorker();
      // The browser may have changed its push address.
      if (isTold()) offer();
    }, LATER);
  }

  /** Keeps the place in the address, so that a reload shows the same page. */
  #settle(at) {
    if (!at || (at === this.at && location.search)) return;
    this.at = at;
    history.replaceState(null, "", addressOf(this.grant, at));
  }

  /** Shows the position after that many plies. `focus`: the button that was pressed is about to disappear. */
  async #look(ply, focus = false) {
    this.wanted = ply;
    if (ply >= this.#state.ply) {
      this.#past = null;
      // An answer about the earlier position no longer applies.
      this.#say("");
      this.#draw({ slide: true });
      if (focus) this.board.focusCurrent();
      return;
    }
    try {
      const past = this.#boards.get(ply) ?? (await fetchState(this.grant, this.#here({ ply })));
      if (past.rev === this.#state.rev) this.#boards.set(ply, past);
      if (this.wanted !== ply) return;
      this.#past = past;
      this.#draw({ slide: true });
    } catch (error) {
      this.#unfetched(error);
    }
  }

  /** Says that something could not be fetched. */
  #unfetched(error) {
    if (error instanceof Ended) this.#end(error);
    else if (error instanceof Unreachable) this.#say((error instanceof Later && error.message) || word("page-not-reached"));
    else throw error;
  }

  /** Shows the game as a file. */
  #export(label) {
    return fetchFile(this.grant, this.#here({})).then((file) => showFile(label, file)).catch((error) => this.#unfetched(error));
  }

  /** Steps to a position. An explanation of another position is removed. */
  #visit(ply) {
    if (this.trying.active) return this.trying.visit(ply);
    this.board.arrows.tell([]);
    if (this.explains) this.#say("");
    this.explains = false;
    return this.#look(ply);
  }

  /** Shows a position where much was decided, with the better move. */
  async #moment(ply, better, arrows) {
    await this.#visit(ply);
    // Another position was requested meanwhile, or this one could not be fetched.
    if ((this.#past?.ply ?? this.#state.ply) !== ply) return;
    byId("board-box").scrollIntoView({ block: "nearest" });
    this.#say(better);
    this.board.arrows.tell(arrows);
    this.explains = true;
  }

  /** `label`: the action's button. `dragged`: the piece is already there. */
  #send(what, { label, dragged = false } = {}) {
    if (what.do === "analyse") return this.analysis.begin();
    if (what.do === "replay") return this.#replay(0);
    if (what.do === "export") return this.#export(label);
    if (what.do === "stop-replay") return this.#draw({ slide: false });
    if (what.do === "try") return this.#try();
    if (what.do === "best-line") return this.trying.line();
    if (what.do === "copy-position") return this.trying.copy();
    if (what.do === "leave-trying") return this.trying.leave();
    if (what.do === "next-game") return goTo(addressOf(this.grant, what.at));
    if (!this.sending.free(this.#state.rev)) return this.#say(word("page-one-at-a-time"));
    this.#say("");
    this.slideSent = !dragged;
    this.sending.start(this.#state.rev, this.#here(what), { page: this.at, label, game: this.#state.game.name });
  }

  /** Starts trying moves from the position on the board. */
  async #try() {
    const ply = this.#past?.ply ?? this.#state.ply;
    this.#past = null;
    await this.trying.begin(ply);
    if (!this.trying.active) return;
    this.board.focusCurrent();
    byId("board-box").scrollIntoView({ block: "nearest" });
    if (this.#state.kind !== "board") announce(byId("whisper"), word("page-trying"));
  }

  /** Replays the moves until the person does something else. */
  async #replay(ply) {
    const turn = (this.replaying = {});
    await this.#visit(ply);
    if (this.replaying !== turn) return;
    const goesOn = (this.#past?.ply ?? this.#state.ply) === ply && ply < this.#state.ply;
    if (goesOn) setTimeout(() => this.replaying === turn && this.#replay(ply + 1), REPLAY);
    else this.#stopReplay();
  }

  /** `target`: the element being pressed. The button that stops it is redrawn only once it was pressed. */
  #stopReplay(target = null) {
    if (!this.replaying) return;
    this.replaying = null;
    if (!target?.closest?.("[data-do=stop-replay]")) this.#draw({ slide: false });
  }

  #withdraw() {
    this.#say(word("page-not-sent"));
    this.sending.withdraw();
  }

  #answered({ ok, says, state, arrows, go }, deed) {
    if (go) return goTo(go);
    this.#reached(true);
    if (ok && deed.move) this.typed.done(deed.move);
    if (ok && deed.position) byId("position-field").value = "";
    this.#take(state);
    this.board.arrows.tell(arrows);
    if (!state) this.#draw({ slide: false });
    // The response had no state, so it is fetched.
    if (!state) this.#refresh();
    // A move's text is already shown above, so only other texts are announced.
    if (!ok) this.#say(says || word("page-refused"));
    else if ((deed.do !== "move" || deed.at || says) && says !== this.#state.says) this.#say(says);
    else return;
    this.#showAnswer(arrows);
  }

  /** `unsent`: the deeds that were still waiting. What was done offline is not lost without a word. */
  #end(error, unsent = this.sending.deeds) {
    this.#ended = true;
    this.live.close();
    closeDialog();
    if (error.endsGrant) forgetBoards(this.grant);
    // If only one game is missing, the list of all games stays known.
    const forgets = error.endsGrant ? ["home-grant", "last-grant"] : ["last-grant"];
    for (const name of forgets) if (kept(name) === this.grant) keep(name, null);
    notice("says", [error.message, ...unsent.map(saysUnsent)].join(" "), true);
  }

  #say(text) {
    const answer = byId("answer");
    announce(answer, text);
    // A long answer can be scrolled with keys too.
    requestAnimationFrame(() => requestAnimationFrame(() => put(answer, "tabindex", answer.scrollHeight > answer.clientHeight ? "0" : null)));
  }

  /** Scrolls to the answer and its arrows, for people who typed or pressed something far below the board. */
  #showAnswer(arrows) {
    const answer = byId("answer");
    requestAnimationFrame(() => requestAnimationFrame(() => {
      if (!answer.textContent) return;
      if (arrows?.length) byId("board-box").scrollIntoView({ block: "nearest" });
      answer.scrollIntoView({ block: "nearest" });
    }));
  }

  #draw({ slide }) {
    if (!this.#state) return;
    const state = this.trying.over(this.#state);
    const tries = this.trying.active;
    const board = this.#past?.board ?? state.board;
    const at = tries ? this.trying.ply : this.#past?.ply ?? state.ply;
    const able = state.yours && !this.#past && (tries || (!state.over && this.sending.free(state.rev)));
    this.play.take(state, able, !this.#past && !tries);
    const { flipped, coordinates } = this.settings;
    this.board.show(state, board.squares, { flipped, coordinates, slide });
    this.rules.look((one) => this.#pieceAt(one));
    if (!tries) this.#showSent();
    byId("app").classList.toggle("learning", Boolean(state.kind));
    write(byId("game-name"), state.game.name);
    write(byId("says"), this.#past?.says ?? state.says);
    byId("says").classList.toggle("banner", state.over && !state.kind && !this.#past && !tries);
    byId("trying").hidden = !tries;
    const waits = this.#state.yours && !this.#state.over;
    document.title = word(waits ? "page-title-yours" : "page-title", { game: state.game.name });
    put(document.querySelector("link[rel=icon]"), "href", document.documentElement.dataset[waits ? "iconYours" : "icon"]);
    put(byId("chat"), "href", state.chat);
    byId("chat").hidden = !state.chat;
    // A page among all games links to their list, and a lesson or puzzle to the list of those.
    put(byId("home"), "href", addressOf(this.grant, state.kind ? "lessons" : null));
    write(byId("home"), word(state.kind ? "page-lessons" : "page-games"));
    byId("home").hidden = !state.at;
    byId("watching").hidden = Boolean(this.#state.you);
    // Watchers get a new link in the channel.
    byId("elsewhere").hidden = !this.#state.you;
    byId("looking").hidden = !this.#past;
    if (this.#past) write(byId("looking-at"), word("page-looking", { ply: this.#past.ply, plies: state.ply }));
    this.history.show(state, at);
    byId("position").hidden = state.kind !== "board";
    this.typed.take(able ? state.moves : [], Boolean(state.you) && (tries || !state.over));
    if (!tries) this.analysis.show([this.grant, this.#here({})], state, at);
    byId("analysis").hidden ||= tries;
    const { found } = this.analysis;
    const actions = (state.actions ?? []).filter((one) => !found || one.do !== "analyse").map((one) => (
      this.replaying && one.do === "replay" ? { ...one, do: "stop-replay", label: word("page-stop-replay") } : one
    ));
    for (const [box, rare] of [["actions", false], ["rare-actions", true]]) {
      drawActions(byId(box), actions.filter(({ kind }) => (kind === "rare") === rare), {
        act: (what, label) => this.#send(what, { label }), lost: () => this.board.focusCurrent(),
      });
    }
    this.#placeActions();
    drawPrepared(state.prepared, {
      act: (what, label) => this.#send(what, { label }), lost: () => this.board.focusCurrent(),
    });
    drawPieceList(byId("piece-list"), board.squares);
    drawLegend(byId("legend"), state.legend ?? []);
    this.#drawStatus();
    this.#mark();
  }

  /** What to do after the end is right below the result, before the space of answers. */
  #placeActions() {
    const [actions, answers] = [byId("actions"), byId("answer").parentElement];
    const over = this.#state.over && !this.#state.kind;
    if (over === (answers.previousElementSibling === actions)) return;
    const focused = actions.contains(document.activeElement) ? document.activeElement : null;
    if (over) answers.before(actions);
    else answers.parentElement.after(actions);
    focused?.focus({ preventScroll: true });
  }

  /** A move being sent is already shown on the board. */
  #showSent() {
    const deed = this.sending.deeds.at(-1);
    const move = deed?.move && deed.rev === this.#state.rev && !this.#past ? this.#state.moves?.find((one) => one.move === deed.move) : null;
    if (move) this.board.send(move.from, move.to, this.slideSent);
    this.slideSent = false;
  }

  #mark() {
    const state = this.trying.over(this.#state);
    const { looked, targets, acts, sources, lifting } = this.play;
    const chosen = looked?.at ?? this.play.chosen;
    const prepared = new Set(this.#past ? [] : state.prepared?.ways.flat());
    this.board.mark({ chosen, targets, acts, sources, prepared, lifting, busy: !this.trying.active && !this.sending.free(state.rev) && !this.sending.waiting });
    const colors = this.settings.flipped ? ["white", "black"] : ["black", "white"];
    this.strips.forEach((strip, index) => strip.show(colors[index], {
      state, chosen, board: this.#past?.board ?? state.board, offset: this.#offset,
      usable: sources.has(HAND) && state.turn === colors[index], prepares: state.prepared?.can && state.you === colors[index],
    }));
  }

  #drawStatus() {
    const lines = [];
    if (this.#lost) {
      const move = moveNumber(this.#state, this.#past?.ply ?? this.#state.ply);
      lines.push(word(move ? "page-lost" : "page-lost-start", { time: clockTime(this.#lost), move }));
    }
    const { unsent } = this.sending;
    lines.push(...unsent.map(saysWaiting));
    write(byId("status"), lines.join(" "));
    const button = byId("withdraw");
    if (unsent.length === 0 && document.activeElement === button) this.board.focusCurrent();
    button.hidden = unsent.length === 0;
  }
}

/** Finds the grant from the link, the address, or one opened here before. Also its place and first state, if known. */
async function findGrant() {
  const [token, at] = location.hash.slice(1).split("/");
  if (token) {
    // At once: a link in the address bar would be seen, copied and kept in the browser's history.
    history.replaceState(null, "", location.pathname);
    const { grant, state } = await redeemPatiently(token);
    return [grant, at, state];
  }
  const named = /^\/g\/([\w-]+)$/.exec(location.pathname)?.[1];
  // Prefers the list of all games if it was ever opened here: that is what a home screen is for.
  return [named ?? kept("home-grant") ?? kept("last-grant"), new URLSearchParams(location.search).get("at")];
}

/** Retries until there is a response, because the token is now only in memory. */
async function redeemPatiently(token) {
  for (;;) {
    try {
      return await redeem(token);
    } catch (error) {
      await unreachable(error);
    }
  }
}

/** Loads the drawings. The board can be used without them meanwhile. */
async function loadSheetPatiently() {
  for (;;) {
    try {
      return await loadSheet();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, PATIENT));
    }
  }
}

async function begin() {
  setTimeout(() => ["app", "games", "notice"].every((id) => byId(id).hidden) && notice("loading"), SOON);
  loadSheetPatiently();
  try {
    const [grant, at, state] = await findGrant();
    if (!grant) return notice("empty", "", true);
    // When the list of all games has ended, the last game is still known.
    if (grant !== kept("home-grant")) keep("last-grant", grant);
    if (location.pathname !== `/g/${grant}`) history.replaceState(null, "", addressOf(grant));
    await new Page(grant, at).start(state);
  } catch (error) {
    if (!(error instanceof Ended)) throw error;
    notice(error.message ? "says" : "empty", error.message, true);
  }
}

// Opening another link in this tab changes only the fragment.
window.addEventListener("hashchange", () => location.hash.length > 1 && location.reload());
begin();
