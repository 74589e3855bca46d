import { badValueText } from "./field-errors.js";
import type { TreeSyntax } from "./go/render-tree.js";
import { renderTree, sortedMembers } from "./go/render-tree.js";

/** A value as Go's `%v` prints it. */
export function plainText(value: unknown): string {
  return renderTree(value, plainSyntax);
}

const plainSyntax: TreeSyntax = {
  openList: "[",
  closeList: "]",
  openMap: "map[",
  closeMap: "]",
  separator: " ",
  members: sortedMembers,
  key: (key) => `${key}:`,
  leaf: (value) => {
    if (typeof value === "string") return value;
    return value === null ? "<nil>" : badValueText(value);
  },
};
