// Interprets taps, drags and keys on the board. Knows no rules, only the moves that the server sent.
import { askWhich } from "./dialog.js";
import { word } from "./words.js";

/** The origin of a dropped piece, in place of a square. */
export const HAND = "hand";

/** A square's description, if it has more than its name. */
const told = (square) => (square && square.name !== square.at ? square.name : "");

const sourceOf = (move) => move.from ?? HAND;

export class Play {
  #asked = 0;
  #looks = false;
  #lifted = null; // {at, looking}: the dragged piece, and the request for its moves if it only prepares a move

  /**
   * `to.send(move, dragged)`, `to.prepare(move)`, `to.say(text)`, `to.whisper(text)` (for screen readers),
   * `to.why(move)`, `to.ways(at)`: a piece's possible moves, `to.changed()`.
   */
  constructor(to) {
    this.to = to;
    this.state = null;
    this.able = false;
    this.chosen = null;
    this.looked = null; // {at, moves, prepares}: a piece that cannot be moved now, and its possible moves
  }

  /** Takes a new position. `able`: a move can be made now. `looks`: it is the position that the server knows. */
  take(state, able, looks) {
    if (state.position !== this.state?.position || able !== this.able || !looks) {
      this.looked = null;
      // Pending responses are for the previous board.
      this.#asked += 1;
    }
    this.#looks = looks;
    this.state = state;
    this.able = able;
    if (!able || !this.#movesOf(this.chosen).length) this.chosen = null;
  }

  /** The squares from which a piece can move. */
  get sources() {
    return new Set(this.able ? this.state.moves.map(sourceOf) : []);
  }

  /** Whether the targets can be played to. Otherwise they only show a piece's possible moves. */
  get acts() {
    return !this.looked || this.looked.prepares;
  }

  /** The targets of the chosen piece: square -> moves. */
  get targets() {
    const targets = new Map();
    for (const move of this.looked?.moves ?? this.#movesOf(this.chosen)) targets.set(move.to, [...(targets.get(move.to) ?? []), move]);
    return targets;
  }

  #movesOf(from) {
    return this.able && from ? this.state.moves.filter((move) => sourceOf(move) === from) : [];
  }

  /** The moves by which the chosen King castles with the rook on a square. */
  #castlings(at) {
    return this.#movesOf(this.chosen).filter((move) => move.rook === at);
  }

  /** Handles a tap or Enter on a square, or on the pieces in hand. `square` is the board's content there. */
  tap(at, square) {
    this.#asked += 1;
    if (this.looked) return this.#afterLook(at, square);
    if (!this.able) return this.#look(at, square);
    if (at === this.chosen) return this.drop(true);
    if (this.targets.has(at)) return this.go(at);
    if (this.#castlings(at).length) return this.go(at);
    if (this.sources.has(at)) return this.choose(at, square);
    if (at === HAND || (square?.piece && square.color === this.state.turn)) return this.#stuck(at, square);
    if (this.chosen) return this.#wrong(at);
    return this.#look(at, square);
  }

  /** Chooses a piece. Screen readers hear its targets. */
  choose(at, square) {
    this.chosen = at;
    this.looked = null;
    this.to.say("");
    this.#whisperTargets(at, square);
    this.to.changed();
  }

  #whisperTargets(at, square) {
    this.to.whisper(this.#ways(at, square));
  }

  /** Describes the targets of the chosen piece: captures by landing, other captures, and the rest. */
  #ways(at, square) {
    const [on, by, free] = [[], [], []];
    for (const [to, moves] of [...this.targets].sort(([one], [other]) => (one < other ? -1 : 1))) {
      const taken = moves.flatMap((move) => move.takes ?? []);
      (!taken.length ? free : taken.includes(to) ? on : by).push(to);
    }
    if (at === HAND) {
      const last = free.at(-1);
      const earlier = free.slice(0, -1).join(", ");
      return word("page-from-hand", { targets: earlier ? word("page-or", { first: earlier, second: last }) : last });
    }
    const squares = (list) => list.join(", ");
    const [piece, targets] = [square?.called ?? square?.name ?? at, squares(free)];
    const takes = on.length && by.length ? word("page-takes-both", { on: squares(on), by: squares(by) })
      : on.length ? word("page-takes-on", { squares: squares(on) }) : word("page-takes-by", { squares: squares(by) });
    if (!on.length && !by.length) return word("page-chosen", { piece, targets });
    return word(free.length ? "page-chosen-both" : "page-chosen-takes", { piece, takes, targets });
  }

  /** Clears the choice. */
  drop(aloud = false) {
    if (!this.chosen && !this.looked) return;
    if (this.looked) this.to.say("");
    this.chosen = this.looked = null;
    if (aloud) this.to.whisper(word("page-dropped"));
    this.to.changed();
  }

  /** Moves the chosen piece. Asks which move is meant if there are several. */
  go(at, dragged = false) {
    this.#pick(this.targets.get(at) ?? this.#castlings(at), this.state.turn, (move) => {
      this.chosen = null;
      this.to.send(move, dragged);
    });
  }

  #pick(moves, color, on) {
    if (moves.length === 1) on(moves[0]);
    else askWhich(moves, color, on);
  }

  /** Shows the possible moves of a piece that cannot be moved now. */
  async #look(at, square) {
    if (!this.#looks || !(square?.piece || this.state.prepared?.can)) return this.#tell(square);
    const asked = this.#asked;
    const ways = await this.to.ways(at);
    if (asked !== this.#asked || !this.#looks) return;
    if (!ways?.moves.length) {
      if (ways?.prepares && square?.piece) return this.#stuck(at, square);
      return this.#tell(square, ways?.says);
    }
    this.looked = { at, ...ways };
    if (ways.prepares) {
      const piece = square?.piece ? square.name : at === HAND ? word("page-hand") : at;
      this.to.say(word("page-prepare", { piece }));
      this.#whisperTargets(at, { name: piece });
    } else this.to.say(`${square.name}\n${ways.says}`);
    this.to.changed();
  }

  /** Handles a tap while they are shown. */
  #afterLook(at, square) {
    const moves = this.acts && this.targets.get(at);
    const again = at === this.looked.at;
    this.drop(again);
    if (moves) this.#pick(moves, this.state.you, (move) => this.to.prepare(move));
    else if (!again) this.tap(at, square);
  }

  /** Whether a piece can be dragged, to move it or to prepare a move. */
  lifts(at, square) {
    return this.sources.has(at) || (this.lifting && (at === HAND || (Boolean(square?.piece) && square.color === this.lifting)));
  }

  /** The side whose pieces can be dragged to prepare a move, or null. */
  get lifting() {
    return this.#looks && !this.able && this.state.prepared?.can ? this.state.you : null;
  }

  /** Handles the start of a drag. */
  lift(at, square) {
    const moves = this.sources.has(at);
    if (moves && this.chosen !== at) this.choose(at, square);
    if (!moves && this.looked?.at !== at) {
      this.drop();
      this.#asked += 1;
    }
    this.#lifted = { at, looking: moves ? null : this.looked ? Promise.resolve() : this.#look(at, square) };
  }

  /** Handles the end of a drag, on a square or off the board. */
  dragged(at) {
    if (!at) return this.drop();
    if (this.#lifted?.looking) return void this.#draggedAhead(this.#lifted, at);
    // The board may have changed during the drag.
    if (!this.chosen || at === this.chosen) return;
    if (this.targets.has(at) || this.#castlings(at).length) return this.go(at, true);
    return this.#wrong(at);
  }

  /**
   * Ends a drag that prepares a move. If it is the person's turn by now, the move is made, because that is
   * the only purpose of the drag.
   */
  async #draggedAhead({ at: from, looking }, at) {
    if (at === from) return;
    await looking;
    if (this.looked?.at === from) {
      const moves = this.acts && this.targets.get(at);
      this.drop();
      if (moves) return this.#pick(moves, this.state.you, (move) => this.to.prepare(move));
      return this.to.say(word("page-no-move", { from: from === HAND ? word("page-hand") : from, to: at }));
    }
    if (!this.sources.has(from)) return;
    this.chosen = from;
    return this.targets.has(at) ? this.go(at, true) : this.#wrong(at);
  }

  /** Shows a square's description, which includes what holds its piece and what the square does. */
  #tell(square, more) {
    const text = [told(square), more].filter(Boolean).join("\n");
    this.to.say(text);
    if (!text) this.to.whisper(word("page-nothing-here"));
  }

  #stuck(at, square) {
    this.to.say(this.state.held?.[at] ?? word("page-no-moves", { piece: square?.name ?? word("page-hand") }));
  }

  /** Asks the server why this is not a legal move. The response counts only if nothing else was tapped meanwhile. */
  async #wrong(at) {
    const [from, mine] = [this.chosen, (this.#asked += 1)];
    const says = await this.to.why(this.#tried(from, at)) || word("page-no-move", { from, to: at });
    if (mine === this.#asked) this.to.say(says);
  }

  #tried(from, to) {
    if (from !== HAND) return from + to;
    const drop = this.#movesOf(HAND)[0];
    return drop.move.replace(drop.to, to);
  }
}
