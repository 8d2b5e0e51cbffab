// Dragging with mouse, finger or pen. A press that does not move is left to the click that follows.
import { Board } from "./board.js";

/** How far a pointer moves before it drags, in pixels. */
const START = 6;

/** Lets pieces be dragged. `on.may(at)`, `on.lift(at)`, `on.over(at)`, `on.land(at)` (null: off the board), `on.cancel()`. */
export function dragging(area, on) {
  let drag = null; // {at, id, x, y, ghost, piece}

  area.addEventListener("pointerdown", (event) => {
    const source = event.target.closest("[data-at]");
    if (drag || event.button !== 0 || !event.isPrimary || !source || !on.may(source.dataset.at)) return;
    drag = { at: source.dataset.at, id: event.pointerId, x: event.clientX, y: event.clientY, source, ghost: null };
  });

  window.addEventListener("pointermove", (event) => {
    if (drag?.id !== event.pointerId) return;
    if (!drag.ghost && Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < START) return;
    if (!drag.ghost) lift(event.pointerType);
    place(event);
    on.over(Board.at(event.clientX, event.clientY));
  });

  window.addEventListener("pointerup", (event) => {
    if (drag?.id !== event.pointerId) return;
    const moved = end();
    if (!moved) return;
    // The press is over: the click that it also makes must not count as a tap.
    swallowClick();
    on.land(Board.at(event.clientX, event.clientY));
  });

  for (const name of ["pointercancel", "blur"]) {
    window.addEventListener(name, () => {
      if (drag && end()) on.cancel();
    });
  }

  function lift(kind) {
    const piece = drag.source.querySelector(".piece");
    on.lift(drag.at);
    drag.piece = piece;
    drag.ghost = piece.cloneNode(true);
    drag.size = piece.getBoundingClientRect().width * (kind === "touch" ? 1.5 : 1);
    // Above the finger, so that it can be seen.
    drag.rise = kind === "touch" ? drag.size * 0.35 : 0;
    drag.ghost.classList.add("ghost");
    drag.ghost.style.width = `${drag.size}px`;
    drag.ghost.style.height = `${drag.size}px`;
    piece.classList.add("away");
    document.body.append(drag.ghost);
    document.body.classList.add("dragging");
  }

  function place(event) {
    drag.ghost.style.transform = `translate(${event.clientX - drag.size / 2}px, ${event.clientY - drag.size / 2 - drag.rise}px)`;
  }

  function end() {
    const { ghost, piece } = drag;
    drag = null;
    ghost?.remove();
    piece?.classList.remove("away");
    document.body.classList.remove("dragging");
    return Boolean(ghost);
  }
}

function swallowClick() {
  const swallow = (event) => {
    event.stopPropagation();
    event.preventDefault();
  };
  window.addEventListener("click", swallow, { capture: true, once: true });
  setTimeout(() => window.removeEventListener("click", swallow, { capture: true }), 60);
}
