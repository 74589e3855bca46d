import { Float64 } from "../json.js";

import { compareUtf8 } from "./compare-utf8.js";

/** How one notation writes lists, maps and what is neither. */
export interface TreeSyntax {
  readonly openList: string;
  readonly closeList: string;
  readonly openMap: string;
  readonly closeMap: string;
  readonly separator: string;
  /** The members of a map, in the order in which they are written. */
  members(map: object): readonly (readonly [string, unknown])[];
  /** A key with what parts it from its value. */
  key(key: string): string;
  /** A value without members; also called with what no JSON value holds, and with null where a value contains itself. */
  leaf(value: unknown): string;
}

/** An object or list that is being written: its members still to come, and how it ends. */
interface Frame {
  readonly value: object;
  readonly members: Iterator<readonly [string, unknown]>;
  readonly close: string;
  isFirst: boolean;
}

/**
 * A value as text. Walks without recursion, so that no nesting is too deep; a value inside itself is written as null.
 */
export function renderTree(root: unknown, syntax: TreeSyntax): string {
  if (!isComposite(root)) return syntax.leaf(root);
  const frames: Frame[] = [openFrame(root, syntax)];
  const ancestors = new Set<object>([root]);
  let text = Array.isArray(root) ? syntax.openList : syntax.openMap;
  for (let frame = frames[0]; frame !== undefined; frame = frames[frames.length - 1]) {
    const next = frame.members.next();
    if (next.done === true) {
      text += frame.close;
      ancestors.delete(frame.value);
      frames.pop();
      continue;
    }
    const [key, value] = next.value;
    text += (frame.isFirst ? "" : syntax.separator) + key;
    frame.isFirst = false;
    if (!isComposite(value)) {
      text += syntax.leaf(value);
    } else if (ancestors.has(value)) {
      text += syntax.leaf(null);
    } else {
      text += Array.isArray(value) ? syntax.openList : syntax.openMap;
      ancestors.add(value);
      frames.push(openFrame(value, syntax));
    }
  }
  return text;
}

function isComposite(value: unknown): value is object {
  return typeof value === "object" && value !== null && !(value instanceof Float64);
}

function openFrame(value: object, syntax: TreeSyntax): Frame {
  const isList = Array.isArray(value);
  return {
    value,
    members: isList ? listMembers(value) : mapMembers(value, syntax),
    close: isList ? syntax.closeList : syntax.closeMap,
    isFirst: true,
  };
}

function* listMembers(list: readonly unknown[]): Generator<readonly [string, unknown]> {
  for (const item of list) yield ["", item];
}

function* mapMembers(map: object, syntax: TreeSyntax): Generator<readonly [string, unknown]> {
  for (const [key, value] of syntax.members(map)) yield [syntax.key(key), value];
}

/** Members in the order of Go's maps: by the bytes of their keys. */
export function sortedMembers(map: object): [string, unknown][] {
  return Object.entries(map).sort(([a], [b]) => compareUtf8(a, b));
}
