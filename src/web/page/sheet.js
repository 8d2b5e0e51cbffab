// The sheet of pieces and marks, and the themes that the style sheet has.

/** Fetches the sheet once and puts it into the page, where every square can use its drawings. */
export async function loadSheet() {
  const response = await fetch(document.documentElement.dataset.pieces);
  if (!response.ok) throw new Error(String(response.status));
  const parsed = new DOMParser().parseFromString(await response.text(), "image/svg+xml");
  const sheet = document.importNode(parsed.documentElement, true);
  sheet.setAttribute("class", "sheet");
  sheet.setAttribute("aria-hidden", "true");
  document.body.append(sheet);
}

/** The names of all themes, read from the style sheet: a new theme needs no change here. */
export function themeNames() {
  const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]);
  return rules.map((rule) => /^:root\[data-theme="([\w-]+)"\]$/.exec(rule.selectorText ?? "")?.[1]).filter(Boolean);
}
