// The look of the board in this browser. Settings not changed here are those of Discord.
import { byId, h, put } from "./dom.js";
import { keep, kept } from "./keep.js";
import { themes } from "./sheet.js";
import { hasWord, word } from "./words.js";

/** The media query for light pages, as in the style sheet. */
const LIGHT = "(prefers-color-scheme: light)";
const LIGHT_BACKGROUND = "#f4f0ea";
/** The duration of a tone, in seconds. */
const TONE = 0.16;

export class Settings {
  #look = { theme: "wood", side: "white", coordinates: true };

  /** `onChange()` redraws everything. */
  constructor(grant, onChange) {
    this.flipName = `flip-${grant}`;
    this.onChange = onChange;
    byId("theme").addEventListener("change", (event) => this.#set("theme", event.target.value));
    byId("coordinates").addEventListener("change", (event) => this.#set("coordinates", event.target.checked));
    byId("left-handed").addEventListener("change", (event) => this.#set("left-handed", event.target.checked));
    byId("sound").addEventListener("change", (event) => this.#set("sound", event.target.checked) || this.sounds(true));
    matchMedia(LIGHT).addEventListener("change", () => this.apply());
    byId("flip").addEventListener("click", () => this.#set(this.flipName, !kept(this.flipName, false)));
    this.apply();
  }

  /** Takes the settings of Discord. */
  take(look) {
    this.#look = look;
    this.apply();
  }

  get coordinates() {
    return kept("coordinates", this.#look.coordinates);
  }

  /** Whether Black is at the bottom. */
  get flipped() {
    return (this.#look.side === "black") !== kept(this.flipName, false);
  }

  /** Applies the settings to the page. */
  apply() {
    const backgrounds = new Map(themes());
    const names = [...backgrounds.keys()];
    const wanted = [kept("theme"), this.#look.theme, names[0]].find((name) => backgrounds.has(name));
    if (wanted) {
      put(document.documentElement, "data-theme", wanted);
      byId("theme-color").content = matchMedia(LIGHT).matches ? LIGHT_BACKGROUND : backgrounds.get(wanted);
    }
    const named = (name) => (hasWord(`page-theme-${name}`) ? word(`page-theme-${name}`) : name);
    byId("theme").replaceChildren(...names.map((name) => h("option", { value: name, selected: name === wanted }, named(name))));
    byId("coordinates").checked = this.coordinates;
    byId("sound").checked = kept("sound", false);
    byId("left-handed").checked = kept("left-handed", false);
    byId("app").classList.toggle("left-handed", kept("left-handed", false));
    byId("app").classList.toggle("bare-app", !this.coordinates);
    put(byId("flip"), "aria-pressed", String(kept(this.flipName, false)));
  }

  /** Plays a sound if enabled: two tones if it is now the person's turn. */
  sounds(twice) {
    if (!kept("sound", false)) return;
    const audio = (this.audio ??= new AudioContext());
    for (const [index, pitch] of (twice ? [440, 660] : [440]).entries()) {
      const [tone, loud, at] = [audio.createOscillator(), audio.createGain(), audio.currentTime + index * TONE];
      tone.frequency.value = pitch;
      loud.gain.setValueAtTime(0.12, at);
      loud.gain.exponentialRampToValueAtTime(0.001, at + TONE);
      tone.connect(loud).connect(audio.destination);
      tone.start(at);
      tone.stop(at + TONE);
    }
  }

  #set(name, value) {
    keep(name, value);
    this.apply();
    this.onChange();
  }
}
