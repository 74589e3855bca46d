import { Combobox } from "../../page/combobox.js";
import { element } from "../../page/elements.js";
import type { CrdKind, EditorStore } from "../state/state.js";
import { isSameKind, knownKinds } from "../state/state.js";
import { chooseVersion } from "../work/choose.js";
import { icon } from "./icon.js";

/** More kinds than these are not listed: one types a part of the name. */
const mostListed = 100;

/** Chooses a kind: one types a part of the kind, its plural or its group. */
export function createKindPicker(store: EditorStore): HTMLElement {
  const input = element("input", {
    id: "kind",
    type: "text",
    role: "combobox",
    "aria-autocomplete": "list",
    "aria-expanded": "false",
    "aria-controls": "kinds",
    "aria-describedby": "kind-group",
    placeholder: "Choose a kind",
    autocomplete: "off",
    spellcheck: "false",
  });
  const list = element("ul", { id: "kinds", role: "listbox", "aria-label": "Kinds" });
  let found: readonly CrdKind[] = [];

  const group = element("span", { id: "kind-group", class: "of" });
  const showChosen = (): void => {
    const { chosen } = store.get();
    input.value = chosen?.kind ?? "";
    group.textContent = chosen?.group ?? "";
    combobox.close();
  };
  const open = (typed: string): void => {
    found = matching(knownKinds(store.get()), typed).slice(0, mostListed);
    list.replaceChildren(
      ...found.map(optionOf),
      ...(found.length === 0 ? [element("li", { class: "none" }, "No such kind")] : []),
    );
    group.textContent = "";
    combobox.show();
  };
  const combobox = new Combobox(input, list, {
    choose: (option) => {
      const kind = found[Array.from(list.children).indexOf(option)];
      if (kind === undefined) return;
      const { group: itsGroup, kind: name, versions } = kind;
      input.value = name;
      group.textContent = itsGroup;
      combobox.close();
      void chooseVersion(store, { group: itsGroup, kind: name, version: versions[0] ?? "" });
    },
    leave: showChosen,
    open: () => {
      open("");
    },
  });

  input.addEventListener("input", () => {
    open(input.value);
  });
  input.addEventListener("click", () => {
    if (!combobox.isOpen) open("");
    input.select();
  });
  store.watch(
    ({ chosen }) => [chosen],
    () => {
      if (!combobox.isOpen) showChosen();
    },
  );
  combobox.close();
  return element(
    "div",
    { class: "choose picker" },
    element("label", { for: "kind", class: "heard" }, "Kind"),
    input,
    group,
    icon("down"),
    list,
  );
}

function optionOf(kind: CrdKind, index: number): HTMLElement {
  return element(
    "li",
    { id: `kind-${index}`, role: "option", "aria-selected": "false" },
    element("span", {}, kind.kind),
    " ",
    element("span", { class: "of" }, kind.group),
  );
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
