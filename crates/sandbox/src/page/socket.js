// The connection to the stand-in: JSON frames over one WebSocket that reconnects automatically.

/** The delays before reconnect attempts, in ms. The last one repeats. */
const WAITS = [250, 500, 1000, 2000];

/** Connects to `/page?as=who`. `onFrame(frame)` gets every frame, `onState(open)` each change of the connection. */
export function connect(who, onFrame, onState) {
  const asked = new Map(); // nonce -> handler
  const run = Math.random().toString(36).slice(2, 8);
  let socket = null;
  let attempts = 0;
  let count = 0;

  function open() {
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    socket = new WebSocket(`${scheme}//${location.host}/page?as=${encodeURIComponent(who)}`);
    socket.addEventListener("message", (event) => receive(JSON.parse(event.data)));
    socket.addEventListener("open", () => onState(true));
    socket.addEventListener("close", closed);
  }

  function receive(frame) {
    if (frame.t === "hello") attempts = 0;
    const handler = frame.nonce ? asked.get(frame.nonce) : null;
    if (!handler) return onFrame(frame);
    if (handler(frame) !== "more") asked.delete(frame.nonce);
    // A sent message is both the reply to its sender and an event for the page.
    if (frame.t === "message_create") onFrame(frame);
  }

  function closed() {
    for (const handler of asked.values()) handler({ t: "lost", text: "The connection was lost" });
    asked.clear();
    onState(false);
    setTimeout(open, WAITS[Math.min(attempts, WAITS.length - 1)]);
    attempts += 1;
  }

  /** Sends a frame. Returns false if there is no connection. */
  function send(frame) {
    if (socket?.readyState !== WebSocket.OPEN) return false;
    socket.send(JSON.stringify(frame));
    return true;
  }

  /** Sends a frame with its own nonce. `handler` gets the replies until it returns anything but "more". */
  function ask(frame, handler) {
    count += 1;
    const nonce = `${run}-${count}`;
    asked.set(nonce, handler);
    if (!send({ ...frame, nonce })) {
      asked.delete(nonce);
      handler({ t: "lost", text: "Not connected" });
    }
    return nonce;
  }

  open();
  return { send, ask };
}
