import { element, setAttribute } from "../../page/elements.js";

/** One of several panels of which one is shown. */
export interface Tab<Id extends string> {
  readonly id: Id;
  readonly label: string;
  readonly panel: HTMLElement;
}

/** What tabs are called, and what stands behind them in their line. */
export interface TabsOptions {
  /** Of the pane as a whole. */
  readonly label: string;
  /** Of the list of tabs. */
  readonly name: string;
  readonly beside?: HTMLElement;
}

/** A pane of tabs, and their panels. */
export interface Tabs<Id extends string> {
  readonly host: HTMLElement;
  /** Shows the panel of a tab. */
  select(id: Id): void;
  /** Changes what stands on a tab. */
  label(id: Id, label: string): void;
}

/**
 * Tabs as the ARIA Authoring Practices describe them: arrow keys, Home and End choose, and Tab
 * leads from the chosen tab into its panel.
 */
export function createTabs<Id extends string>(
  { label: paneLabel, name, beside }: TabsOptions,
  tabs: readonly Tab<Id>[],
  onSelect: (id: Id) => void,
): Tabs<Id> {
  const buttons = tabs.map(({ id, label, panel }) => {
    panel.id = `panel-${id}`;
    setAttribute(panel, "role", "tabpanel");
    setAttribute(panel, "aria-labelledby", `tab-${id}`);
    const made = element(
      "button",
      { type: "button", role: "tab", class: "tab", id: `tab-${id}`, "aria-controls": panel.id },
      label,
    );
    made.addEventListener("click", () => {
      onSelect(id);
    });
    return made;
  });
  const list = element("div", { role: "tablist", "aria-label": name }, ...buttons);
  list.addEventListener("keydown", (event) => {
    const now = buttons.findIndex((each) => each === document.activeElement);
    const next = targetOf(event.key, now, buttons.length);
    const tab = tabs[next ?? -1];
    if (tab === undefined || next === undefined) return;
    event.preventDefault();
    onSelect(tab.id);
    buttons[next]?.focus();
  });
  return {
    host: element(
      "section",
      { class: "pane", "aria-label": paneLabel },
      element("div", { class: "tabs" }, list, beside),
      ...tabs.map(({ panel }) => panel),
    ),
    select(id) {
      tabs.forEach((tab, index) => {
        const made = buttons[index];
        const isChosen = tab.id === id;
        tab.panel.hidden = !isChosen;
        made?.setAttribute("aria-selected", String(isChosen));
        made?.setAttribute("tabindex", isChosen ? "0" : "-1");
      });
    },
    label(id, label) {
      const made = buttons[tabs.findIndex((tab) => tab.id === id)];
      if (made !== undefined) made.textContent = label;
    },
  };
}

function targetOf(key: string, now: number, count: number): number | undefined {
  if (key === "ArrowRight") return (now + 1) % count;
  if (key === "ArrowLeft") return (now + count - 1) % count;
  if (key === "Home") return 0;
  if (key === "End") return count - 1;
  return undefined;
}
