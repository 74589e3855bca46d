import { element } from "../../page/elements.js";

const keys: readonly (readonly [what: string, ...keys: string[]])[] = [
  ["complete", "Ctrl", "Space"],
  ["explain", "F1"],
  ["next problem", "F8"],
  ["leaves the editor", "Tab"],
];

/** The keys of the code editors. */
export function keyHelp(): HTMLElement {
  return element(
    "p",
    { class: "keys" },
    ...keys.map(([what, ...names]) =>
      element("span", {}, ...names.flatMap((name) => [element("kbd", {}, name), " "]), what),
    ),
  );
}
