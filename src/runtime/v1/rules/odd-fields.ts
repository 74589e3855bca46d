import { notAnObject } from "../cel/data/data-object.js";
import { hasField } from "../cel/data/fields.js";
import { CelError } from "../cel/values/error.js";
import type { Json, JsonObject } from "../json/json.js";
import { Float64, isObject, setKey } from "../json/json.js";

/*
 * Fields with data of the wrong type, of which a rule asks whether they are there. The server reads
 * the data to answer, so that `has` is an error; generated rules look at the presence alone. Rules
 * see such data where another error of the object keeps the schema's errors from being told, and
 * where somebody calls them without validation.
 */

/** A field below a node that `has` asks for, and how its data is read. */
export type TestedField = readonly [read: (data: Json) => unknown, ...path: string[]];

/** A field whose data cannot be read. */
export interface OddField {
  readonly path: readonly string[];
  readonly error: CelError;
}

/** The fields below a node that its rules ask for by `has`, and what odd ones among them change. */
export interface TestedFields {
  /** Those of a value that hold data of the wrong type. */
  find(self: Json): readonly OddField[];
  /** See `evaluateWithout`. */
  evaluate(odd: readonly OddField[], self: Json, evaluate: Evaluate): boolean | CelError;
}

/** What nodes hold whose rules ask for fields by `has`; others need none of this. */
export function testedFields(tested: readonly TestedField[]): TestedFields {
  return { find: (self) => findOddFields(tested, self), evaluate: evaluateWithout };
}

const noOddFields: readonly OddField[] = [];

/** The tested fields of a value that hold data of the wrong type. */
export function findOddFields(tested: readonly TestedField[], self: Json): readonly OddField[] {
  let odd = noOddFields;
  for (const field of tested) {
    const found = oddField(field, self);
    if (found !== undefined) odd = [...odd, found];
  }
  return odd;
}

/**
 * What a rule says where `has` of odd fields is an error. `evaluate` takes it for true; if the rule
 * says the same without the fields, what `has` says does not matter, and the error is absorbed. Of
 * several errors the first is told.
 */
export function evaluateWithout(
  odd: readonly OddField[],
  self: Json,
  evaluate: Evaluate,
): boolean | CelError {
  const holds = evaluate(self);
  if (holds instanceof CelError) return holds;
  const decisive = odd.find((field) => {
    const others = odd.filter((other) => other !== field).slice(0, maxOthers);
    return matters(field, others, self, evaluate);
  });
  return decisive?.error ?? holds;
}

type Evaluate = (self: Json) => boolean | CelError;

/** Each doubles how often a rule is evaluated. */
const maxOthers = 5;

/** Whether the rule says something else without a field, with or without the others. */
function matters(
  field: OddField,
  [other, ...others]: readonly OddField[],
  self: Json,
  evaluate: Evaluate,
): boolean {
  if (other !== undefined) {
    return (
      matters(field, others, self, evaluate) ||
      matters(field, others, without(self, other.path), evaluate)
    );
  }
  const holds = evaluate(self);
  const otherwise = evaluate(without(self, field.path));
  return holds !== otherwise && !(holds instanceof CelError && otherwise instanceof CelError);
}

/**
 * What cannot be read of a tested field, or on the way to it: of that, rules see all but wrapped
 * numbers themselves.
 */
function oddField(field: TestedField, self: Json): OddField | undefined {
  let data = self;
  for (let at = 1; at < field.length; at++) {
    const name = field[at] as string; // the names follow the reader
    if (data instanceof Float64) {
      const path = field.slice(1, at) as string[]; // the same
      return { path, error: notAnObject(data) };
    }
    if (!isObject(data) || !hasField(data, name)) return undefined;
    data = data[name] ?? null;
  }
  const error = field[0](data);
  return error instanceof CelError ? { path: field.slice(1) as string[], error } : undefined; // as above
}

/** A copy without the field; what lies beside its path is shared. */
function without(value: Json, [name = "", ...rest]: readonly string[]): Json {
  if (!isObject(value) || !Object.hasOwn(value, name)) return value;
  const copy: JsonObject = { ...value };
  if (rest.length === 0) delete copy[name];
  else setKey(copy, name, without(copy[name] ?? null, rest));
  return copy;
}
