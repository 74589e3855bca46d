import { Float64, isInt64 } from "../json/json.js";
import { formatFloat } from "./float.js";
import { quote } from "./quote.js";
import { compareUtf8 } from "./utf8.js";

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
  /**
   * A value without members; also called with what no JSON value holds, and with null where a value
   * contains itself.
   */
  leaf(value: unknown): string;
}

/** An object or list that is being written. */
interface RenderFrame {
  readonly value: object;
  readonly items: readonly unknown[];
  /** Of an object: the keys of the items, as written. */
  readonly keys: readonly string[] | undefined;
  next: number;
}

/** A list with nothing but a length takes no memory, its text would. */
const maxHoles = 1_000_000;

/**
 * A value as text. Walks without recursion, so that no nesting is too deep; a value inside itself
 * is written as null.
 *
 * @throws TypeError for a list of more than a million places with nothing at one of them
 */
export function renderTree(root: unknown, syntax: TreeSyntax): string {
  if (!isComposite(root)) return syntax.leaf(root);
  const frames: RenderFrame[] = [openFrame(root, syntax)];
  const ancestors = new Set<object>([root]);
  let text = openText(root, syntax);
  for (let frame = frames[0]; frame !== undefined; frame = frames[frames.length - 1]) {
    const { items, keys } = frame;
    const index = frame.next++;
    if (index === items.length) {
      text += keys === undefined ? syntax.closeList : syntax.closeMap;
      ancestors.delete(frame.value);
      frames.pop();
      continue;
    }
    const value = items[index];
    if (value === undefined && items.length > maxHoles) {
      throw new TypeError("a list with nothing at most of its places is not a JSON value");
    }
    if (index > 0) text += syntax.separator;
    if (keys !== undefined) text += keys[index] ?? "";
    if (!isComposite(value)) {
      text += syntax.leaf(value);
    } else if (ancestors.has(value)) {
      text += syntax.leaf(null);
    } else {
      text += openText(value, syntax);
      ancestors.add(value);
      frames.push(openFrame(value, syntax));
    }
  }
  return text;
}

function isComposite(value: unknown): value is object {
  return typeof value === "object" && value !== null && !(value instanceof Float64);
}

function openText(value: object, { openList, openMap }: TreeSyntax): string {
  return Array.isArray(value) ? openList : openMap;
}

function openFrame(value: object, syntax: TreeSyntax): RenderFrame {
  if (Array.isArray(value)) return { value, items: value, keys: undefined, next: 0 };
  const members = syntax.members(value);
  return {
    value,
    items: members.map(([, member]) => member),
    keys: members.map(([key]) => syntax.key(key)),
    next: 0,
  };
}

/**
 * Members in the order of Go's maps: by the bytes of their keys. What is undefined counts as
 * absent.
 */
export function sortedMembers(map: object): [string, unknown][] {
  const entries = Object.entries(map).filter(([, value]) => value !== undefined);
  return entries.length < 2 ? entries : entries.sort(([a], [b]) => compareUtf8(a, b));
}

const sharpVSyntax: TreeSyntax = {
  openList: "[]interface {}{",
  closeList: "}",
  openMap: "map[string]interface {}{",
  closeMap: "}",
  separator: ", ",
  members: sortedMembers,
  key: (key) => `${quote(key)}:`,
  leaf: sharpVLeaf,
};

/**
 * A value as Go prints an unstructured object with `%#v`: `map[string]interface {}{"a":1}`,
 * `[]interface {}{"b"}`. Up to 1.33 that is how field errors show objects and lists.
 */
export function goSyntax(value: unknown): string {
  return renderTree(value, sharpVSyntax);
}

function sharpVLeaf(value: unknown): string {
  if (typeof value === "string") return quote(value);
  if (typeof value === "boolean" || typeof value === "bigint") return String(value);
  if (typeof value === "number") return isInt64(value) ? String(value) : formatFloat(value);
  return value instanceof Float64 ? formatFloat(value.value) : "interface {}(nil)";
}

/** A list of strings as Go prints it with `%#v`: `[]string{"a", "b"}`. */
export function goStringsSyntax(texts: readonly string[]): string {
  return `[]string{${texts.map(quote).join(", ")}}`;
}
