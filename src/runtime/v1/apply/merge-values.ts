import { quote } from "../values/go/quote.js";
import type { Json, JsonObject } from "../values/json/json.js";
import { isObject, setKey } from "../values/json/json.js";
import type { FieldPlace, FieldSet } from "./field-set.js";
import { FieldSetBuilder } from "./field-set.js";
import type { MergeList, MergeMap, MergeType } from "./merge-schema.js";
import { atomOf, fieldType, isAssociative, kindOf, namesField } from "./merge-schema.js";
import type { PathElement } from "./path-element.js";
import { fieldElement, keyElement, valueElement } from "./path-element.js";

/**
 * Two values in one: where both have a leaf, the second counts; nothing is taken away. Lists have
 * the order of the second where that has something to say of it (structured-merge-diff
 * `typed/merge.go`). Both must be of the type; one of them may be absent.
 */
export function mergeValues(
  left: Json | undefined,
  right: Json | undefined,
  type: MergeType,
): Json | undefined {
  let merged: Json | undefined;
  const put = (value: Json | undefined): void => {
    merged = value;
  };
  const pending: Merge[] = [{ left, right, type, put }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    next.put(mergeOne(next, pending));
  }
  return merged;
}

/** Two values of a type, and where their merge goes; one of them may be absent. */
interface Merge {
  readonly left: Json | undefined;
  readonly right: Json | undefined;
  readonly type: MergeType;
  readonly put: (value: Json | undefined) => void;
}

/** The merge of two values; what they hold is still to be merged. */
function mergeOne({ left, right, type }: Merge, pending: Merge[]): Json | undefined {
  const atom = atomOf(type);
  const kind = kindOf(atom, right === undefined ? left : right);
  if (kind === "map" && atom.map !== undefined) return mergeMaps(left, right, atom.map, pending);
  if (kind === "list" && atom.list !== undefined) {
    return mergeLists(left, right, atom.list, pending);
  }
  return leaf(left, right);
}

function leaf(left: Json | undefined, right: Json | undefined): Json | undefined {
  return right === undefined ? left : right;
}

function mergeMaps(
  left: Json | undefined,
  right: Json | undefined,
  map: MergeMap,
  pending: Merge[],
): Json | undefined {
  const before = isObject(left) ? left : {};
  const after = isObject(right) ? right : {};
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  // That both are empty keeps null and {} apart.
  if (map.atomic === true || names.size === 0) return leaf(left, right);
  const merged: JsonObject = {};
  for (const name of names) {
    const type = fieldType(map, name) ?? "untyped";
    const [mine, theirs] = [ownMember(before, name), ownMember(after, name)];
    if (mine === undefined && theirs === undefined) continue;
    // Its place among the others.
    setKey(merged, name, null);
    const put = (value: Json = null): void => {
      setKey(merged, name, value);
    };
    pending.push({ left: mine, right: theirs, type, put });
  }
  return merged;
}

/** A member of an object's own. */
export function ownMember(object: JsonObject, name: string): Json | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

function mergeLists(
  left: Json | undefined,
  right: Json | undefined,
  list: MergeList,
  pending: Merge[],
): Json | undefined {
  const before = Array.isArray(left) ? left : [];
  const after = Array.isArray(right) ? right : [];
  if (!isAssociative(list) || (before.length === 0 && after.length === 0)) return leaf(left, right);
  return new ListMerge(list, before, after, pending).run();
}

/** The merge of two lists, item by item (`visitListItems`). */
class ListMerge {
  readonly #list: MergeList;
  readonly #before: readonly Json[];
  readonly #beforeIds: readonly string[];
  readonly #afterIds: readonly string[];
  /** The items of the first list; null for duplicates, which are not merged. */
  readonly #known: ReadonlyMap<string, Json>;
  readonly #wanted: ReadonlyMap<string, Json>;
  /** The items of both lists that are still to come, in the order of the second. */
  readonly #shared: readonly string[];
  #sharedAt = 0;
  readonly #pending: Merge[];
  readonly #merged: Json[] = [];
  readonly #done = new Set<string>();

  constructor(list: MergeList, before: readonly Json[], after: readonly Json[], pending: Merge[]) {
    this.#pending = pending;
    this.#list = list;
    this.#before = before;
    this.#beforeIds = idsOf(list, before);
    this.#afterIds = idsOf(list, after);
    this.#known = itemsById(list, before);
    this.#wanted = itemsById(list, after);
    this.#shared = this.#afterIds.filter((id) => this.#known.has(id));
  }

  run(): Json {
    let [left, right] = [0, 0];
    while (left < this.#beforeIds.length || right < this.#afterIds.length) {
      const mine = this.#beforeIds[left];
      const theirs = this.#afterIds[right];
      if (mine !== undefined && theirs !== undefined) {
        if (mine === theirs) {
          this.#add(theirs);
          this.#sharedAt++;
          left++;
          right++;
          continue;
        }
        const next = this.#shared[this.#sharedAt];
        if (this.#wanted.has(mine) && next !== undefined && next !== mine) {
          left++;
          continue;
        }
      }
      if (mine !== undefined) {
        if (!this.#wanted.has(mine)) {
          this.#push(this.#before[left], undefined);
          left++;
          continue;
        }
        if (this.#done.has(mine)) left++;
      }
      if (theirs !== undefined) {
        this.#add(theirs);
        right++;
        if (this.#shared[this.#sharedAt] === theirs) this.#sharedAt++;
      }
    }
    return this.#merged;
  }

  #add(id: string): void {
    this.#done.add(id);
    this.#push(this.#known.get(id), this.#wanted.get(id));
  }

  #push(left: Json | undefined, right: Json | undefined): void {
    const index = this.#merged.push(null) - 1;
    const put = (value: Json = null): void => {
      this.#merged[index] = value;
    };
    this.#pending.push({ left, right, type: this.#list.items, put });
  }
}

function idsOf(list: MergeList, items: readonly Json[]): readonly string[] {
  return items.map((item) => elementOf(list, item).id);
}

function itemsById(list: MergeList, items: readonly Json[]): ReadonlyMap<string, Json> {
  const groups = [...groupItems(list, items)];
  return new Map(
    groups.map(
      ([
        id,
        {
          items: [item = null, next],
        },
      ]) => [id, next === undefined ? item : null],
    ),
  );
}

/**
 * The fields that an object has, as far as they can have owners (structured-merge-diff
 * `typed/tofieldset.go`).
 */
export function fieldsOf(object: JsonObject, type: MergeType): FieldSet {
  const walk = new FieldsWalk();
  walk.add({ value: object, type, place: undefined });
  return walk.builder.set;
}

/** A value with its type, and where it is. */
interface PlacedValue {
  readonly value: Json;
  readonly type: MergeType;
  readonly place: FieldPlace | undefined;
}

class FieldsWalk {
  readonly builder = new FieldSetBuilder();
  readonly #pending: PlacedValue[] = [];

  /** Adds a value with all that it holds. */
  add(value: PlacedValue): void {
    this.#pending.push(value);
    for (let next = this.#pending.pop(); next !== undefined; next = this.#pending.pop()) {
      this.#addOne(next);
    }
  }

  #addOne({ value, type, place }: PlacedValue): void {
    const atom = atomOf(type);
    const kind = kindOf(atom, value);
    if (kind === "map" && atom.map !== undefined) this.#addMembers(value, atom.map, place);
    else if (kind === "list" && atom.list !== undefined) this.#addItems(value, atom.list, place);
    else this.builder.add(place);
  }

  #addMembers(value: Json, map: MergeMap, place: FieldPlace | undefined): void {
    if (map.atomic === true) this.builder.add(place);
    else if (isObject(value)) {
      for (const [name, member] of Object.entries(value)) {
        const inner = { above: place, element: fieldElement(name) };
        const type = fieldType(map, name) ?? "untyped";
        this.#pending.push({ value: member, type, place: inner });
        if (!namesField(map, name) || isEmptyObject(member)) this.builder.add(inner);
      }
    }
  }

  #addItems(value: Json, list: MergeList, place: FieldPlace | undefined): void {
    if (!isAssociative(list)) this.builder.add(place);
    else if (Array.isArray(value)) {
      for (const { element, items } of groupItems(list, value).values()) {
        const inner = { above: place, element };
        this.builder.add(inner);
        const [item, duplicate] = items;
        // Of duplicates nobody owns parts.
        if (item === undefined || duplicate !== undefined) continue;
        this.#pending.push({ value: item, type: list.items, place: inner });
      }
    }
  }
}

function isEmptyObject(value: Json): boolean {
  return value === null || (isObject(value) && Object.keys(value).length === 0);
}

/** The items of a list that have one name. */
interface ItemGroup {
  readonly element: PathElement;
  /** More than one where the list has duplicates. */
  readonly items: Json[];
}

/** The items of a set or of a map by the ids of their elements, in the order of the list. */
export function groupItems(list: MergeList, items: readonly Json[]): Map<string, ItemGroup> {
  const groups = new Map<string, ItemGroup>();
  for (const item of items) {
    const element = elementOf(list, item);
    const group = groups.get(element.id);
    if (group === undefined) groups.set(element.id, { element, items: [item] });
    else group.items.push(item);
  }
  return groups;
}

/**
 * Returns the element that stands for an item of a set or of a map in paths, or a text that says
 * why there is none (structured-merge-diff `typed/helpers.go`, `listItemToPathElement`).
 */
export function listElement(list: MergeList, item: Json): PathElement | string {
  return list.keys === undefined ? setElement(item) : keyedElement(list, list.keys, item);
}

/** The name that an item has in paths; a name without any meaning for one that has none. */
export function elementOf(list: MergeList, item: Json): PathElement {
  const element = listElement(list, item);
  return typeof element === "string" ? { id: "", field: undefined, parts: [], text: "" } : element;
}

function setElement(item: Json): PathElement | string {
  if (Array.isArray(item)) return "not supported: associative list with lists as elements";
  const without = "associative list without keys has an element that's";
  if (isObject(item)) return `${without} a map type`;
  return item === null ? `${without} an explicit null` : valueElement(item);
}

function keyedElement(
  { defaults = {} }: MergeList,
  keys: readonly string[],
  item: Json,
): PathElement | string {
  if (!isObject(item)) {
    const what = item === null ? "a null element" : "non-map elements";
    return `associative list with keys may not have ${what}`;
  }
  const values = keys.flatMap((key): [string, Json][] => {
    const value = Object.hasOwn(item, key) ? item[key] : defaults[key];
    return value === undefined ? [] : [[key, value]];
  });
  if (values.length > 0) return keyElement(values);
  const names = `[${keys.map(quote).join(" ")}]`;
  return `associative list with keys has an element that omits all key fields ${names} (and doesn't have default values for any key fields)`;
}
