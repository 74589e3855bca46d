import { fieldPath } from "../../diff/schema/schema-pair.js";
import type { FieldTable } from "../../docs/model/page.js";
import { fieldAnchor } from "../../docs/model/page.js";
import { all } from "./elements.js";
import type { FieldTree } from "./field-tree.js";

/** The paths of a field and of those around it, from the outermost; empty where there is none. */
export function wayTo(anchor: string, { nodes }: FieldTable): readonly string[] {
  const way: string[] = [];
  let node = nodes[0];
  let path = "";
  for (;;) {
    const inside: string = path + (node?.steps ?? "");
    const found = node?.fields?.find(([name]) => {
      const candidate = fieldAnchor(fieldPath(inside, name));
      return anchor === candidate || /^[.[]/.test(rest(anchor, candidate));
    });
    if (found === undefined) return [];
    path = fieldPath(inside, found[0]);
    way.push(path);
    if (fieldAnchor(path) === anchor) return way;
    node = nodes[found[1]];
  }
}

function rest(anchor: string, start: string): string {
  return anchor.startsWith(start) ? anchor.slice(start.length) : "";
}

/** Opens the way to the field that the address names, and shows it. */
export function followAnchor(tree: FieldTree, table: FieldTable): void {
  const anchor = decode(location.hash.slice(1));
  const way = anchor === "" || anchor.startsWith("section:") ? [] : wayTo(anchor, table);
  way.forEach((path, index) => {
    const item = itemOf(tree, path, index === 0);
    const list = item === undefined ? undefined : tree.listBelow(item);
    const isLast = index === way.length - 1;
    if (list !== undefined && !isLast) tree.open(list);
  });
  const target = way.length === 0 ? null : document.getElementById(anchor);
  if (target !== null) show(target);
}

/** Lists that are long show their fields in batches. */
function itemOf(tree: FieldTree, path: string, isOutermost: boolean): HTMLElement | undefined {
  const id = fieldAnchor(path);
  for (;;) {
    const item = document.getElementById(id);
    if (item !== null) return item;
    const around = isOutermost ? "#section\\:tree > .more > button" : ".more > button";
    const button = all(around).find(({ dataset }) => {
      return path.startsWith(dataset["path"] ?? "");
    });
    if (button === undefined) return undefined;
    tree.addMore(button);
  }
}

function show(target: HTMLElement): void {
  document.querySelector(".field.target")?.classList.remove("target");
  target.classList.add("target");
  target.scrollIntoView({ block: "start" });
  // Sizes of what was never shown are guesses until it is laid out.
  requestAnimationFrame(() => {
    target.scrollIntoView({ block: "start" });
  });
  target.querySelector<HTMLElement>(".anchor")?.focus({ preventScroll: true });
}

function decode(hash: string): string {
  try {
    return decodeURIComponent(hash);
  } catch {
    return hash;
  }
}
