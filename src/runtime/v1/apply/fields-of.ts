import { quote } from "../values/go/quote.js";
import type { Json, JsonObject } from "../values/json/json.js";
import { isObject } from "../values/json/json.js";
import type { FieldPlace, FieldSet } from "./field-set.js";
import { FieldSetBuilder } from "./field-set.js";
import type { MergeList, MergeMap, MergeType } from "./merge-schema.js";
import { atomOf, fieldType, isAssociative, kindOf, namesField } from "./merge-schema.js";
import type { PathElement } from "./path-element.js";
import { fieldElement, keyElement, valueElement } from "./path-element.js";

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
