// The service worker: caches the page and its last boards for reading without a connection, and shows push
// messages. The server fills in the list of files, so that a new page brings a new worker.

const FILES = [];
const ICON = "/icon-512.png";
const SHELL = `shell-${FILES.join()}`;
/** As in kept-boards.js. */
const BOARDS = "boards";
/** How long the server may take before the cached response is used, in ms: less than the page waits. */
const PATIENCE = 5_000;

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(activate()));
self.addEventListener("fetch", (event) => {
  const { method, mode, url } = event.request;
  const { origin, pathname, searchParams } = new URL(url);
  if (method !== "GET" || origin !== location.origin) return;
  // Only a page that opens asks for its texts. Later requests must fail without a connection, so that the
  // page notices.
  if (/^\/g\/[\w-]+\/state$/.test(pathname)) {
    if (searchParams.get("words") === "1") event.respondWith(fetchOr(event.request, BOARDS, `${pathname}?at=${searchParams.get("at") ?? ""}`));
  } else if (mode === "navigate") event.respondWith(fetchOr(event.request, SHELL, "/"));
  else if (FILES.includes(pathname)) event.respondWith(fetchOr(event.request, SHELL, pathname));
});
self.addEventListener("push", (event) => event.waitUntil(pushed(event.data.json())));
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data.way));
});

async function install() {
  const shell = await caches.open(SHELL);
  await shell.addAll(["/", ...FILES]);
  await self.skipWaiting();
}

async function activate() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== SHELL && name !== BOARDS).map((name) => caches.delete(name)));
  await self.clients.claim();
}

/** Returns the server's response, or the cached one under this name if the server is late or fails. */
async function fetchOr(request, cache, name) {
  const kept = await (await caches.open(cache)).match(name);
  if (!kept) return fetch(request);
  const late = new Promise((resolve) => setTimeout(() => resolve(kept), PATIENCE));
  const answered = fetch(request).then((answer) => (answer.status >= 500 ? kept : answer), () => kept);
  return Promise.race([answered, late]);
}

/** Shows a message, or removes the cached boards of pages that have ended. */
async function pushed({ forget, title, text, way, about, rev }) {
  if (forget) return forgetBoards(forget);
  const [pages, before] = await Promise.all([
    self.clients.matchAll({ type: "window", includeUncontrolled: true }),
    self.registration.getNotifications({ tag: about }),
  ]);
  // A message is sent again if its response was lost.
  if (before.some((one) => one.data.rev === rev)) return;
  // Browsers require every message to be shown. A page that shows the board closes it again.
  const seen = pages.some((page) => page.focused && page.url.endsWith(way));
  // The server writes moments as `<t:seconds>`.
  const body = text.replace(/<t:(-?\d+)>/g, (_all, seconds) => new Date(seconds * 1000).toLocaleString([], { dateStyle: "medium", timeStyle: "short" }));
  await self.registration.showNotification(title, { body, tag: about, renotify: !seen, silent: seen, icon: ICON, data: { way, rev } });
  if (seen) for (const one of await self.registration.getNotifications({ tag: about })) one.close();
}

async function forgetBoards(grants) {
  const boards = await caches.open(BOARDS);
  const kept = await boards.keys();
  const paths = grants.map((grant) => `/g/${grant}/state`);
  await Promise.all(kept.filter(({ url }) => paths.includes(new URL(url).pathname)).map((one) => boards.delete(one)));
}

/** Focuses the page that a message is about, or opens it. */
async function open(way) {
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = pages.find((page) => page.url.endsWith(way));
  return there ? there.focus() : self.clients.openWindow(way);
}
