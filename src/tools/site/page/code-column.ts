import type { FieldTable } from "../../docs/model/page.js";
import { all, around, part } from "./elements.js";

/** Makes the column of code work: its tabs, and what is about the field in view. */
export function installCode(table: FieldTable): void {
  installTabs();
  installFollowing(table);
}

/** Tabs as the ARIA Authoring Practices describe them; the first one is shown at first. */
function installTabs(): void {
  const tabs = all<HTMLElement>(".code [role=tab]");
  const choose = (chosen: HTMLElement): void => {
    for (const tab of tabs) {
      const isChosen = tab === chosen;
      tab.setAttribute("aria-selected", String(isChosen));
      tab.tabIndex = isChosen ? 0 : -1;
      const panel = document.getElementById(tab.getAttribute("aria-controls") ?? "");
      if (panel !== null) panel.hidden = !isChosen;
    }
  };
  const [first] = tabs;
  if (first === undefined) return;
  choose(first);
  first.parentElement?.addEventListener("click", (event) => {
    const tab = around(event, "[role=tab]");
    if (tab !== undefined) choose(tab);
  });
  first.parentElement?.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    const now = tabs.findIndex((tab) => tab === document.activeElement);
    const next = tabs[(now + step + tabs.length) % tabs.length];
    if (next === undefined) return;
    choose(next);
    next.focus();
  });
}

/** Shows the schema of the field in view, and how kubectl explains it. */
function installFollowing(table: FieldTable): void {
  const schema = part("schema", HTMLPreElement);
  const explain = part("explain", HTMLElement);
  if (schema === undefined || explain === undefined) return;
  let shown: HTMLElement | undefined;
  const show = (field: HTMLElement): void => {
    if (field === shown) return;
    shown?.classList.remove("here");
    field.classList.add("here");
    shown = field;
    const { node = "", path = "" } = field.dataset;
    const { type = "", source } = table.nodes[Number(node)] ?? {};
    schema.textContent = source ?? `type: ${type}\n`;
    const names = path.replace(/\[\*\]|\.\*/g, "");
    explain.textContent = `${explain.dataset["name"] ?? ""}.${names}`;
  };
  const follow = (): void => {
    const asked = document.querySelector<HTMLElement>(".field.target");
    const field = asked !== null && isInView(asked) ? asked : fieldInView();
    if (field !== undefined) show(field);
  };
  let isWaiting = false;
  const followSoon = (): void => {
    if (isWaiting) return;
    isWaiting = true;
    requestAnimationFrame(() => {
      isWaiting = false;
      follow();
    });
  };
  document.addEventListener("scroll", followSoon, { passive: true });
  window.addEventListener("hashchange", () => setTimeout(followSoon));
  followSoon();
}

function isInView(element: HTMLElement): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return bottom > 0 && top < window.innerHeight;
}

/** The innermost field below the head of the window, else the first one of the page. */
function fieldInView(): HTMLElement | undefined {
  const tree = part("tree", HTMLUListElement);
  const first = tree?.querySelector<HTMLElement>(".field") ?? undefined;
  if (tree === undefined || first === undefined) return undefined;
  const { left, width } = tree.getBoundingClientRect();
  const at = document.elementFromPoint(left + width / 2, 120);
  return at?.closest<HTMLElement>(".field") ?? first;
}
