// What goes on while no page is open: the page and its last boards stay readable without a connection, and push messages are shown.
// The server fills in the list of files, so that a new page brings a new worker.

const FILES = [];
const ICON = "/icon-512.png";
const SHELL = `shell-${FILES.join()}`;
/** As in kept-boards.js. */
const BOARDS = "boards";

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(activate()));
self.addEventListener("fetch", (event) => {
  const { method, mode, url } = event.request;
  const { origin, pathname, searchParams } = new URL(url);
  if (method !== "GET" || origin !== location.origin) return;
  // A page that opens asks for its texts as well; later it has to hear that there is no connection.
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

/** What the server answers, or what is kept under this name if nothing is heard of it. */
async function fetchOr(request, cache, name) {
  try {
    return await fetch(request);
  } catch (error) {
    const kept = await (await caches.open(cache)).match(name);
    if (kept) return kept;
    throw error;
  }
}

/** Shows a message, or forgets what is kept of a page that has ended. */
async function pushed({ forget, title, text, way, about }) {
  if (forget) return forgetBoards(forget);
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  if (pages.some((page) => page.focused && page.url.endsWith(way))) return;
  // The server writes moments as `<t:seconds>`.
  const body = text.replace(/<t:(-?\d+)>/g, (_all, seconds) => new Date(seconds * 1000).toLocaleString([], { dateStyle: "medium", timeStyle: "short" }));
  await self.registration.showNotification(title, { body, tag: about, renotify: true, icon: ICON, data: { way } });
}

async function forgetBoards(grant) {
  const boards = await caches.open(BOARDS);
  const kept = await boards.keys();
  await Promise.all(kept.filter(({ url }) => new URL(url).pathname === `/g/${grant}/state`).map((one) => boards.delete(one)));
}

/** Brings the page to the front that a message is about, or opens it. */
async function open(way) {
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = pages.find((page) => page.url.endsWith(way));
  return there ? there.focus() : self.clients.openWindow(way);
}
