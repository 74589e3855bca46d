import { CelError } from "../values/error.js";
import { MapEntries, mapOf } from "../values/list.js";
import { Double, toInt, Uint } from "../values/numbers.js";
import { Optional } from "../values/optional.js";
import { Duration, Timestamp } from "../values/times.js";
import type { Value } from "../values/value.js";
import { isInt } from "../values/value.js";
import type { Frame, Step } from "./cost-tracker.js";
import type { Outcome } from "./function-table.js";
import { OwnStep } from "./step.js";

/** A list literal. */
export class ListStep extends OwnStep {
  readonly elements: readonly Step[];
  readonly #optional: ReadonlySet<number>;

  constructor(elements: readonly Step[], optional: ReadonlySet<number>) {
    super();
    this.elements = elements;
    this.#optional = optional;
  }

  evaluate(frame: Frame): Outcome {
    const value = this.make(frame);
    frame.costs.dropAll(this.elements.map((element) => element.id));
    frame.costs.add(10);
    frame.costs.push(this.id, value);
    return value;
  }

  /**
   * The list, or the error of its first element that is one; elements that are `optional.none()`
   * are left out.
   */
  make(frame: Frame): Outcome {
    const values: Value[] = [];
    for (const [index, element] of this.elements.entries()) {
      const value = element.evaluate(frame);
      if (value instanceof CelError) return value;
      if (!this.#optional.has(index)) values.push(value);
      else if (!(value instanceof Optional)) {
        return new CelError(
          `cannot initialize optional list element from non-optional value ${String(value)}`,
        );
      } else if (value.value !== undefined) values.push(value.value);
    }
    return values;
  }
}

/** One entry of a map literal. */
export interface EntryStep {
  readonly key: Step;
  readonly value: Step;
  readonly optional: boolean;
}

/** A map literal. */
export class MapStep extends OwnStep {
  readonly entries: readonly EntryStep[];

  constructor(entries: readonly EntryStep[]) {
    super();
    this.entries = entries;
  }

  evaluate(frame: Frame): Outcome {
    const value = this.make(frame);
    frame.costs.dropAll(this.entries.flatMap((entry) => [entry.key.id, entry.value.id]));
    frame.costs.add(30);
    frame.costs.push(this.id, value);
    return value;
  }

  /**
   * The map, or the first error in it; entries whose value is `optional.none()` are left out.
   * @throws CelPanic for bytes as a key, before the entries behind it
   */
  make(frame: Frame): Outcome {
    const entries = new MapEntries();
    for (const entry of this.entries) {
      const key = entry.key.evaluate(frame);
      if (key instanceof CelError) return key;
      const value = entry.value.evaluate(frame);
      if (value instanceof CelError) return value;
      if (!entry.optional) entries.set(key, value);
      else if (!(value instanceof Optional)) return notOptional(String(key), value);
      else if (value.value !== undefined) entries.set(key, value.value);
    }
    return entries.toMap();
  }
}

function notOptional(key: string, value: Value): CelError {
  return new CelError(
    `cannot initialize optional entry '${key}' from non-optional value ${String(value)}`,
  );
}

/** One field of a struct literal. */
interface StructFieldStep {
  readonly name: string;
  readonly value: Step;
  /** True for a field that is set to what an optional holds, if it holds anything. */
  readonly optional?: boolean;
}

/** A literal of a well-known protobuf type, made by `create` out of its fields. */
class StructStep extends OwnStep {
  readonly #fields: readonly StructFieldStep[];
  readonly #create: (fields: ReadonlyMap<string, Value>) => Outcome;

  constructor(
    fields: readonly StructFieldStep[],
    create: (fields: ReadonlyMap<string, Value>) => Outcome,
  ) {
    super();
    this.#fields = fields;
    this.#create = create;
  }

  evaluate(frame: Frame): Outcome {
    const value = this.#make(frame);
    frame.costs.dropAll(this.#fields.map((field) => field.value.id));
    frame.costs.add(40);
    frame.costs.push(this.id, value);
    return value;
  }

  #make(frame: Frame): Outcome {
    const fields = new Map<string, Value>();
    for (const field of this.#fields) {
      const value = field.value.evaluate(frame);
      if (value instanceof CelError) return value;
      if (!field.optional) fields.set(field.name, value);
      else if (!(value instanceof Optional)) return notOptional(field.name, value);
      else if (value.value !== undefined) fields.set(field.name, value.value);
    }
    return this.#create(fields);
  }
}

/** A literal of a well-known protobuf type. */
export function structLiteral(name: string, fields: readonly StructFieldStep[]): Step {
  return new StructStep(fields, (values) => createStruct(name, values));
}

/**
 * The value of a literal of a well-known protobuf type: wrappers and JSON types are what they hold.
 */
function createStruct(name: string, fields: ReadonlyMap<string, Value>): Outcome {
  const type = name.replace(/^\.?google\.protobuf\./, "");
  const value = fields.get("value");
  switch (type) {
    case "BoolValue":
      return value ?? false;
    case "StringValue":
      return value ?? "";
    case "BytesValue":
      return value ?? new Uint8Array();
    case "Int64Value":
      return value ?? 0;
    case "Int32Value":
      return int32("Int32Value.value", value);
    case "UInt64Value":
      return value ?? new Uint(0n);
    case "UInt32Value":
      return value instanceof Uint && value.value >= 2n ** 32n
        ? conversionError("UInt32Value.value", "unsigned integer overflow")
        : (value ?? new Uint(0n));
    case "DoubleValue":
      return value ?? new Double(0);
    case "FloatValue":
      return new Double(value instanceof Double ? Math.fround(value.value) : 0);
    case "ListValue":
      return fields.get("values") ?? [];
    case "Struct":
      return fields.get("fields") ?? mapOf([]);
    case "Value":
      return [...fields.values()][0] ?? null;
    case "Any":
      return new CelError("unsupported conversion to ref.Val: (*dynamicpb.Message)");
    case "Timestamp":
    case "Duration":
      return timeOf(type, fields.get("seconds") ?? 0, fields.get("nanos"));
    default:
      return new CelError(`unknown type: ${name}`);
  }
}

/**
 * Seconds with nanoseconds, of which there may be too many and less than none, as Go's `AsTime` and
 * `AsDuration` add them.
 */
function timeOf(type: "Timestamp" | "Duration", seconds: Value, nanos: Value | undefined): Outcome {
  const rest = int32(`${type}.nanos`, nanos);
  if (!isInt(seconds) || !isInt(rest)) return rest;
  if (type === "Timestamp") {
    const carried = Math.floor(Number(rest) / 1e9);
    return new Timestamp(Number(seconds) + carried, Number(rest) - carried * 1e9);
  }
  const total = BigInt(seconds) * 1_000_000_000n + BigInt(rest);
  return new Duration(toInt(total) ?? (total < 0 ? -(2n ** 63n) : 2n ** 63n - 1n));
}

function int32(field: string, value: Value = 0): Outcome {
  return isInt(value) && BigInt.asIntN(32, BigInt(value)) !== BigInt(value)
    ? conversionError(field, "integer overflow")
    : value;
}

function conversionError(field: string, fault: string): CelError {
  return new CelError(
    `field type conversion error for google.protobuf.${field} value type: ${fault}`,
  );
}
