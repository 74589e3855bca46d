import { Combobox } from "../../page/combobox.js";
import { element } from "../../page/elements.js";
import type { CrdKind, EditorStore } from "../state/state.js";
import { isSameKind, kindText, knownKinds } from "../state/state.js";
import { chooseVersion } from "../work/choose.js";

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
    autocomplete: "off",
    spellcheck: "false",
  });
  const list = element("ul", { id: "kinds", role: "listbox", "aria-label": "Kinds" });
  let found: readonly CrdKind[] = [];

  const showChosen = (): void => {
    const { chosen } = store.get();
    input.value = chosen === undefined ? "" : kindText(chosen);
    combobox.close();
  };
  const open = (typed: string): void => {
    found = matching(knownKinds(store.get()), typed).slice(0, mostListed);
    list.replaceChildren(
      ...found.map(optionOf),
      ...(found.length === 0 ? [element("li", { class: "none" }, "No such kind")] : []),
    );
    combobox.show();
  };
  const combobox = new Combobox(input, list, {
    choose: (option) => {
      const kind = found[Array.from(list.children).indexOf(option)];
      if (kind === undefined) return;
      input.value = kindText(kind);
      combobox.close();
      const { group, kind: name, versions } = kind;
      void chooseVersion(store, { group, kind: name, version: versions[0] ?? "" });
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
    { class: "picker" },
    element("label", { for: "kind" }, "Kind"),
    input,
    list,
  );
}

function optionOf(kind: CrdKind, index: number): HTMLElement {
  return element(
    "li",
    { id: `kind-${index}`, role: "option", "aria-selected": "false" },
    element("span", {}, kind.kind),
    " ",
    element("span", { class: "group" }, kind.group),
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
