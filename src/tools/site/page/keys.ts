import { askFor } from "./asked-field.js";
import { all, part } from "./elements.js";
import { readSetting, writeSetting } from "./settings.js";

type Action = (tell: (text: string) => void) => void;

/** What single keys do. */
const actions: Readonly<Record<string, Action>> = {
  "/": () => (part("kinds", HTMLInputElement) ?? part("search", HTMLInputElement))?.focus(),
  f: () => part("filter", HTMLInputElement)?.focus(),
  j: () => {
    goTo(1);
  },
  k: () => {
    goTo(-1);
  },
  o: () => current()?.querySelector<HTMLElement>(":scope > .fields > summary")?.click(),
  y: (tell) => void copyLink(tell),
};

/** Makes single keys work, and the button that turns them off (WCAG 2.1.4). */
export function installKeys(tell: (text: string) => void): void {
  const button = part("keys", HTMLButtonElement);
  button?.setAttribute("aria-pressed", String(areKeysOn()));
  button?.addEventListener("click", () => {
    writeSetting("keys", areKeysOn() ? "off" : undefined);
    button.setAttribute("aria-pressed", String(areKeysOn()));
  });
  document.addEventListener("keydown", (event) => {
    const action = Object.hasOwn(actions, event.key) ? actions[event.key] : undefined;
    if (action === undefined || !isKeyPress(event)) return;
    event.preventDefault();
    action(tell);
  });
}

/** Whether a key is meant for the page: nobody types a text, and keys are not turned off. */
export function isKeyPress({ target, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey || !areKeysOn()) return false;
  if (!(target instanceof HTMLElement)) return true;
  return !target.isContentEditable && !target.matches(typing);
}

const typing = "input, textarea, select, #editor *, #editor";

function areKeysOn(): boolean {
  return readSetting("keys") !== "off";
}

/** The field that was asked for, else the one in view. */
function current(): HTMLElement | null {
  return document.querySelector<HTMLElement>(".field.here") ?? document.querySelector(".field");
}

function goTo(step: 1 | -1): void {
  const hidden = "details:not([open]), .needed-only .optional";
  const fields = all(".field").filter((field) => field.parentElement?.closest(hidden) === null);
  const now = fields.findIndex((field) => field === current());
  const next = fields[Math.min(fields.length - 1, Math.max(0, now + step))];
  if (next === undefined) return;
  askFor(next);
}

async function copyLink(tell: (text: string) => void): Promise<void> {
  const id = current()?.id;
  if (id === undefined) return;
  const url = new URL(location.href);
  url.hash = id;
  try {
    await navigator.clipboard.writeText(url.href);
    tell(`The link to ${id} is copied`);
  } catch {
    history.replaceState(null, "", url);
    tell(`The address leads to ${id} now`);
  }
}
