import { element, setAttribute } from "../dom.js";
import type { CrdKind, EditorStore } from "../state/state.js";
import { isSameKind, knownKinds } from "../state/state.js";
import { chooseVersion } from "../work/choose.js";

/** More kinds than these are not listed: one types a part of the name. */
const mostListed = 100;

/**
 * Chooses a kind: a combobox with a list, as the ARIA Authoring Practices describe it. One types a
 * part of the kind, its plural or its group.
 */
export function createKindPicker(store: EditorStore): HTMLElement {
  const input = element("input", {
    id: "kind",
    type: "text",
    role: "combobox",
    "aria-autocomplete": "list",
    "aria-expanded": "false",
    "aria-controls": "kinds",
    autocomplete: "off",
    spellcheck: "false",
  });
  const list = element("ul", { id: "kinds", role: "listbox", "aria-label": "Kinds" });
  let found: readonly CrdKind[] = [];
  let active = -1;

  const close = (): void => {
    list.hidden = true;
    active = -1;
    input.setAttribute("aria-expanded", "false");
    input.removeAttribute("aria-activedescendant");
  };
  const showChosen = (): void => {
    const { chosen } = store.get();
    input.value = chosen === undefined ? "" : nameOf(chosen);
    close();
  };
  const choose = (kind: CrdKind): void => {
    const { group, kind: name, versions } = kind;
    input.value = nameOf(kind);
    close();
    void chooseVersion(store, { group, kind: name, version: versions[0] ?? "" });
  };
  const open = (typed: string): void => {
    found = matching(knownKinds(store.get()), typed).slice(0, mostListed);
    list.replaceChildren(
      ...found.map((kind, index) => optionOf(kind, index, choose)),
      ...(found.length === 0 ? [element("li", { class: "none" }, "No such kind")] : []),
    );
    list.hidden = false;
    input.setAttribute("aria-expanded", "true");
    activate(-1);
  };
  const activate = (index: number): void => {
    active = index;
    Array.from(list.children).forEach((option, place) => {
      if (found.length > 0) option.setAttribute("aria-selected", String(place === index));
      if (place === index) option.scrollIntoView({ block: "nearest" });
    });
    setAttribute(input, "aria-activedescendant", index < 0 ? undefined : `kind-${index}`);
  };

  input.addEventListener("input", () => {
    open(input.value);
  });
  input.addEventListener("click", () => {
    if (list.hidden) open("");
    input.select();
  });
  input.addEventListener("blur", showChosen);
  input.addEventListener("keydown", (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      if (list.hidden) open("");
      const count = found.length;
      if (count > 0) activate(active < 0 && step < 0 ? count - 1 : (active + step + count) % count);
    } else if (event.key === "Escape") {
      showChosen();
    } else if (event.key === "Enter" && !list.hidden) {
      const kind = found[Math.max(active, 0)];
      if (kind !== undefined) choose(kind);
    }
  });
  store.watch(
    ({ chosen }) => [chosen],
    () => {
      if (list.hidden) showChosen();
    },
  );
  close();
  return element(
    "div",
    { class: "picker" },
    element("label", { for: "kind" }, "Kind"),
    input,
    list,
  );
}

function optionOf(kind: CrdKind, index: number, choose: (kind: CrdKind) => void): HTMLElement {
  const option = element(
    "li",
    { id: `kind-${index}`, role: "option", "aria-selected": "false" },
    element("span", {}, kind.kind),
    " ",
    element("span", { class: "group" }, kind.group),
  );
  // Not at the click: the input would lose the focus before, which closes the list.
  option.addEventListener("mousedown", (event) => {
    event.preventDefault();
    choose(kind);
  });
  return option;
}

/** Those that begin with what was typed come first. */
function matching(kinds: readonly CrdKind[], typed: string): readonly CrdKind[] {
  const wanted = typed.trim().toLowerCase().split(/[\s()]+/).filter((word) => word !== ""); // prettier-ignore
  const matches = kinds.filter(({ kind, plural, group }) => {
    const text = `${kind} ${plural} ${group}`.toLowerCase();
    return wanted.every((word) => text.includes(word));
  });
  const begins = ({ kind }: CrdKind): boolean => kind.toLowerCase().startsWith(wanted[0] ?? "");
  const first = matches.filter(begins);
  return [...first, ...matches.filter((kind) => !first.some((other) => isSameKind(kind, other)))];
}

function nameOf({ kind, group }: { readonly kind: string; readonly group: string }): string {
  return `${kind} (${group})`;
}
