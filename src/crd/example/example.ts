import type { FieldError } from "../../runtime/v1/values/field-error.js";
import type { Json, JsonObject } from "../../runtime/v1/values/json/json.js";
import { isObject, setKey } from "../../runtime/v1/values/json/json.js";
import type { KubernetesMinor } from "../../runtime/v1/values/kubernetes-version.js";
import { copyJson } from "../ir/apply-defaults.js";
import { childSchema } from "../ir/child-schemas.js";
import type { Resource, Version } from "../ir/resource.js";
import type { Schema } from "../ir/schema.js";
import { Choices } from "../values/choices.js";
import type { ValuePlace } from "../values/place.js";
import { rootPlace } from "../values/place.js";
import { ValueCheck } from "../values/value-check.js";
import { plainWish, ValueMaker } from "../values/value-maker.js";
import { demandOf, nodeOf } from "../values/value-node.js";
import type { FailingRule, Refused } from "./failing-rules.js";
import { RuleFinder } from "./failing-rules.js";
import type { ExampleJudge } from "./judge.js";
import { Moves } from "./moves.js";
import type { Candidate, Fixed } from "./search.js";
import { Search, sizeOf } from "./search.js";
import type { Steps } from "./steps.js";
import { schemaAt, stepsText, valueAt } from "./steps.js";

/** The kind of example that is wanted. */
export interface ExampleOptions {
  /** All fields, as far as they go together; else those alone that are required. */
  readonly full: boolean;
  /** Examples of different seeds differ; 0 takes what comes first everywhere. */
  readonly seed: number;
  /** Values that the example must have. */
  readonly fixed: readonly Fixed[];
}

/** A custom resource, and what the API server has against it if none was found that it takes. */
export interface Example extends Refused {
  readonly object: JsonObject;
}

/**
 * The searches that begin anew with other values: whether they know what names and descriptions
 * tell. Rules may be met only by values that mean nothing.
 */
const starts: readonly boolean[] = [true, false, true, false];

/**
 * Makes a custom resource that the API server takes: values of defaults, enums, formats, patterns
 * and bounds first; then changes of what the judge does not take. The same options always give the
 * same example. The status is left out, unless it is demanded.
 */
export function makeExample(
  resource: Resource,
  version: Version,
  judge: ExampleJudge,
  minor: KubernetesMinor,
  options: ExampleOptions,
): Example {
  const maker = new ExampleMaker(resource, version, judge, minor, options);
  const found = maker.make();
  const object = inOrder(found.object, version.schema);
  return { object, errors: found.errors, failing: maker.failing(found) };
}

class ExampleMaker {
  readonly #resource: Resource;
  readonly #version: Version;
  readonly #schema: Schema | undefined;
  readonly #judge: ExampleJudge;
  readonly #minor: KubernetesMinor;
  readonly #options: ExampleOptions;
  readonly #finder: RuleFinder | undefined;

  constructor(
    resource: Resource,
    version: Version,
    judge: ExampleJudge,
    minor: KubernetesMinor,
    options: ExampleOptions,
  ) {
    this.#resource = resource;
    this.#version = version;
    this.#schema = version.schema;
    this.#judge = judge;
    this.#minor = minor;
    this.#options = options;
    this.#finder = version.schema && new RuleFinder(version.schema, minor);
  }

  make(): Candidate {
    const schema = this.#schema;
    const finder = this.#finder;
    if (schema === undefined || finder === undefined) return this.#withoutSchema();
    const { full, seed } = this.#options;
    let best: Candidate | undefined;
    for (const [start, knows] of starts.entries()) {
      const place = knows ? rootPlace(this.#version.annotations) : undefined;
      const found = this.#search(schema, finder, seed + start, full, place);
      if (found.errors.length === 0) return found;
      if (best === undefined || found.errors.length < best.errors.length) best = found;
    }
    return best ?? this.#withoutSchema();
  }

  /** The rules that a candidate breaks. */
  failing({ object, errors }: Candidate): readonly FailingRule[] {
    if (errors.length === 0 || this.#finder === undefined) return [];
    const filled = copyJson(object) as JsonObject; // a copy of one
    this.#judge.fill(filled);
    return this.#finder.failing(filled);
  }

  #search(
    schema: Schema,
    finder: RuleFinder,
    seed: number,
    full: boolean,
    place: ValuePlace | undefined,
  ): Candidate {
    const choices = new Choices(seed);
    const maker = new ValueMaker(new ValueCheck(this.#minor), choices, place);
    const moves = new Moves(schema, maker, choices);
    const { fixed } = this.#options;
    const search = new Search(schema, this.#judge, finder, moves, maker, fixed);
    const found = this.#repaired(search, schema, maker, full);
    if (found.errors.length === 0) return full ? grow(found, schema, search, maker) : found;
    const other = this.#repaired(search, schema, maker, !full);
    if (other.errors.length > 0) return found;
    return full ? grow(other, schema, search, maker) : shrink(other, search);
  }

  #repaired(search: Search, schema: Schema, maker: ValueMaker, full: boolean): Candidate {
    let object = this.#start(schema, maker, full);
    search.verdicts = verdictsFor(object);
    for (const fixed of this.#options.fixed) {
      const changed = search.put(object, fixed);
      if (changed === undefined) return { object, errors: [noPlace(fixed.steps)] };
      object = changed;
    }
    return search.repair(search.judge(object));
  }

  #start(schema: Schema, maker: ValueMaker, full: boolean): JsonObject {
    const { full: isFull, seed } = this.#options;
    const wish = { full, variant: 0, way: isFull || seed === 0 ? 0 : seed };
    const node = maker.nodeAt(schema, []);
    const demand = demandOf(node, wish.way);
    const names = [...schema.fields.keys()].filter((name) => this.#isWanted(schema, name, full));
    const made = maker.makeObject(
      node,
      demand,
      names.filter((name) => !demand.forbidden.has(name)),
      wish,
    );
    return { ...this.#typeMeta(schema, maker), ...made };
  }

  /** The spec of a minimal example is there even if it need not be: with what it requires. */
  #isWanted(schema: Schema, name: string, full: boolean): boolean {
    if (["apiVersion", "kind", "metadata"].includes(name)) return false;
    const isRequired = schema.validation.required.includes(name);
    if (name === "status") return isRequired && !this.#version.status;
    return full || isRequired || name === "spec";
  }

  #typeMeta(schema: Schema, maker: ValueMaker): JsonObject {
    const { group, names, scope } = this.#resource;
    const metadata = schema.fields.get("metadata");
    const name = metadata?.fields.get("name");
    const text = name && maker.make(nodeOf(name), plainWish);
    return {
      apiVersion: `${group}/${this.#version.name}`,
      kind: names.kind,
      metadata: {
        name: typeof text === "string" ? text : "example",
        ...(scope === "Namespaced" && { namespace: "default" }),
      },
    };
  }

  /** Old CRDs may have none; any object is good then. */
  #withoutSchema(): Candidate {
    const { group, names } = this.#resource;
    const object = {
      apiVersion: `${group}/${this.#version.name}`,
      kind: names.kind,
      metadata: { name: "example" },
    };
    return { object, errors: this.#judge.errorsOf(object) };
  }
}

/** A value is demanded where none can be, such as below a text. */
function noPlace(steps: Steps): FieldError {
  return {
    reason: "FieldValueInvalid",
    field: stepsText(steps),
    message: "there is no such place",
  };
}

/** The larger an object, the longer a verdict takes. */
function verdictsFor(object: JsonObject): number {
  return Math.round(Math.min(6000, Math.max(400, 2_000_000 / (sizeOf(object) + 100))));
}

/** So many additions are tried: most of what is missing at the end was taken out for a reason. */
const mostAdditions = 200;

/** Adds optional fields to an object that the server takes, as long as it does. */
function grow(start: Candidate, schema: Schema, search: Search, maker: ValueMaker): Candidate {
  let best = start;
  search.verdicts = mostAdditions;
  const visit = (steps: Steps): void => {
    const node = schemaAt(schema, steps);
    if (node === undefined) return;
    for (const [name, field] of node.fields) {
      const place = [...steps, name];
      if (steps.length === 0 && rootFields.has(name)) continue;
      if (valueAt(best.object, place) === undefined && search.verdicts > 0) add(place, field);
      if (valueAt(best.object, place) !== undefined) visit(place);
    }
    const value = valueAt(best.object, steps);
    if (Array.isArray(value))
      value.forEach((_, index) => {
        visit([...steps, index]);
      });
  };
  const add = (steps: Steps, field: Schema): void => {
    for (const full of [true, false]) {
      const value = maker.make(maker.nodeAt(field, steps), { ...plainWish, full });
      const object = value === undefined ? undefined : search.change(best.object, { steps, value });
      const candidate = object && search.judge(object);
      if (candidate?.errors.length !== 0) continue;
      best = candidate;
      return;
    }
  };
  visit([]);
  return best;
}

const rootFields: ReadonlySet<string> = new Set(["apiVersion", "kind", "metadata", "status"]);

/** Takes optional fields from an object that the server takes, as long as it does. */
function shrink(start: Candidate, search: Search): Candidate {
  let best = start;
  search.verdicts = verdictsFor(start.object);
  const visit = (steps: Steps): void => {
    const value = valueAt(best.object, steps);
    if (!isObject(value) && !Array.isArray(value)) return;
    const below: readonly (string | number)[] = Array.isArray(value)
      ? value.map((_, index) => index).reverse()
      : Object.keys(value);
    for (const step of below) {
      if (steps.length === 0 && rootFields.has(String(step))) continue;
      const place = [...steps, step];
      const object =
        search.verdicts > 0
          ? search.change(best.object, { steps: place, value: undefined })
          : undefined;
      const candidate = object && search.judge(object);
      if (candidate?.errors.length === 0) best = candidate;
      else visit(place);
    }
  };
  visit([]);
  return best;
}

/**
 * An object with its members in the order in which people write them: what it is, then the spec,
 * then the others in the order of the schema.
 */
function inOrder(object: JsonObject, schema: Schema | undefined): JsonObject {
  const ordered: JsonObject = {};
  const names = new Set([...firstFields, ...(schema?.fields.keys() ?? []), ...Object.keys(object)]);
  for (const name of names) {
    const member = object[name];
    if (Object.hasOwn(object, name) && member !== undefined) {
      setKey(ordered, name, orderedValue(member, childSchema(schema, name)));
    }
  }
  return ordered;
}

const firstFields: readonly string[] = ["apiVersion", "kind", "metadata", "spec"];

function orderedValue(value: Json, schema: Schema | undefined): Json {
  if (Array.isArray(value)) return value.map((item) => orderedValue(item, schema?.items));
  return isObject(value) ? inOrder(value, schema) : value;
}
