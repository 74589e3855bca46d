import type { CelError } from "./error.js";

/**
 * The values of CEL at run time.
 *
 * - int: a `number` when it is a safe integer, else a `bigint`. There is one form per value, so
 *   `===` compares ints. Arithmetic on ints goes through `numbers.ts`, plain operators serve where
 *   the result is known to be safe.
 * - double: a plain `number` where the type is known at compile time; wherever a value of another
 *   type could stand (lists, maps, dyn), a `Double`, since a bare number is an int there
 * - uint: `Uint`
 * - bool, string, null: themselves; strings count code points, not UTF-16 units
 * - bytes: `Uint8Array`
 * - list: an array of values, or a `LazyList` over JSON data
 * - everything else: a `CelObject` (maps, timestamps, optionals, quantities …)
 *
 * Values never change after they were made.
 */
export type Value = null | boolean | Int | string | Uint8Array | List | CelObject;

/** An int64. */
export type Int = number | bigint;

/**
 * A list that is there as values, or one over data. `listSize`, `listAt` and `listElements` read
 * both.
 */
export type List = readonly Value[] | LazyList;

/** A value that is no JavaScript primitive, array or byte array. */
export abstract class CelObject {
  /** The name of its type as `type(x)` prints it. */
  abstract readonly typeName: string;

  /** CEL's `==`; values of another type are unequal. */
  abstract equals(other: Value): boolean | CelError;

  /** The order of two values of one type, as a sign; `undefined` where there is none. */
  compareTo(_other: Value): number | CelError | undefined {
    return undefined;
  }

  /** The size that counts for cost: elements, keys, bytes. */
  // eslint-disable-next-line @typescript-eslint/class-literal-property-style -- others work it out
  get size(): number {
    return 1;
  }

  /** True if `optional.ofNonZeroValue` takes this for empty. */
  // eslint-disable-next-line @typescript-eslint/class-literal-property-style -- others work it out
  get isZero(): boolean {
    return false;
  }
}

/**
 * A list over data that becomes values element by element. An element whose data has the wrong type
 * is an error, which only shows when that element is read.
 */
export abstract class LazyList extends CelObject {
  readonly typeName: string = "list";
  abstract override get size(): number;
  /** The element at an index within the list; an error where its data has the wrong type. */
  abstract at(index: number): Value | CelError;

  override get isZero(): boolean {
    return this.size === 0;
  }
}

/** Maps and objects: what can be read by key. */
export abstract class MapValue extends CelObject {
  readonly typeName: string = "map";
  abstract override get size(): number;
  /** The value at a key; `undefined` when there is none. */
  abstract find(key: Value): Value | CelError | undefined;
  /** All keys, as CEL spells them. */
  abstract keys(): readonly Value[];

  override get isZero(): boolean {
    return this.size === 0;
  }
}

/** Tells whether a value is a list. */
export function isList(value: unknown): value is List {
  return Array.isArray(value) || value instanceof LazyList;
}

/** Number of elements. */
export function listSize(list: List): number {
  return list instanceof LazyList ? list.size : list.length;
}

/** Element at an index that is within the list. */
export function listAt(list: List, index: number): Value | CelError {
  return list instanceof LazyList ? list.at(index) : (list[index] ?? null);
}

/** All elements; errors among them where data has the wrong type. */
export function listElements(list: List): readonly (Value | CelError)[] {
  if (!(list instanceof LazyList)) return list;
  const elements: (Value | CelError)[] = [];
  for (let index = 0; index < list.size; index++) elements.push(list.at(index));
  return elements;
}

/** Tells whether a value is an int. */
export function isInt(value: unknown): value is Int {
  return typeof value === "number" || typeof value === "bigint";
}

/** The name of a value's type as `type(x)` prints it. */
export function typeNameOf(value: Value): string {
  switch (typeof value) {
    case "boolean":
      return "bool";
    case "number":
    case "bigint":
      return "int";
    case "string":
      return "string";
    default:
      if (value === null) return "null_type";
      if (value instanceof Uint8Array) return "bytes";
      return value instanceof CelObject ? value.typeName : "list";
  }
}
