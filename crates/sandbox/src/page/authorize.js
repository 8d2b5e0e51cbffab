// The page that adds the app to the server. Shows what the link requests and who authorizes it.
import { byId, h } from "./dom.js";

const query = new URLSearchParams(location.search);
const told = (text) => { byId("told").textContent = text; };

/** A pasted link. Its host does not matter, because the request is in its query. */
byId("link").addEventListener("submit", (event) => {
  event.preventDefault();
  const text = byId("pasted").value.trim();
  const link = URL.canParse(text) ? new URL(text) : null;
  if (!link?.pathname.endsWith("/oauth2/authorize") || !link.searchParams.has("client_id")) told("That is no link of an app.");
  else location.search = link.search;
});

if (query.has("client_id")) ask();
else byId("link").hidden = false;

async function ask() {
  const details = await (await fetch(`/oauth2/authorize/details?${query}`)).json();
  if (details.message) {
    told(details.message);
    return;
  }
  byId("title").textContent = `Add ${details.application.name}`;
  byId("person").append(...details.people.map((one) => h("option", { value: one.username }, one.name)));
  byId("scopes").append(...details.scopes.map((scope) => h("li", {}, scope === "bot" ? "add a bot to a server" : "create commands")));
  byId("ways").hidden = details.ways.length < 2;
  byId("permissions").hidden = details.permissions.length === 0;
  byId("permissions").append(...details.permissions.map(({ bit, name }) =>
    h("label", {}, h("input", { type: "checkbox", value: bit, checked: true }), ` ${name}`)));
  const way = () => (details.ways.length < 2 ? details.ways[0] : Number(new FormData(byId("ask")).get("way")));
  const choose = () => {
    const person = details.people.find((one) => one.username === byId("person").value);
    const servers = person?.may_add ? [details.guild] : [];
    byId("guild").replaceChildren(...servers.map((guild) => h("option", { value: guild.id }, guild.name)));
    byId("server").hidden = way() === 1;
    told(servers.length > 0 || way() === 1 ? "" : "You can add apps to no server: that needs Manage Server.");
  };
  byId("person").addEventListener("change", choose);
  byId("ways").addEventListener("change", choose);
  choose();
  byId("ask").hidden = false;
  byId("ask").addEventListener("submit", (event) => {
    event.preventDefault();
    authorize(way());
  });
}

async function authorize(way) {
  const granted = [...byId("permissions").querySelectorAll("input:checked")].reduce((bits, box) => bits | BigInt(box.value), 0n);
  const body = { ...Object.fromEntries(query), as: byId("person").value, integration_type: way, granted: granted.toString() };
  const headers = { "content-type": "application/json" };
  const answer = await fetch("/oauth2/authorize", { method: "POST", headers, body: JSON.stringify(body) });
  told((await answer.json()).message);
  if (!answer.ok) return;
  byId("ask").hidden = true;
  byId("back").hidden = false;
  byId("back").firstElementChild.href = `/?as=${body.as}`;
}
