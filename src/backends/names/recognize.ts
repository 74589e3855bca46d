import type { Schema } from "../../ir/schema.js";
import { kubernetesShapes } from "./kubernetes-shapes.js";
import { elementOf, isNamedShape, ownFields } from "./object-shape.js";

/** An object type of Kubernetes. */
export interface KubernetesShape {
  readonly name: string;
  /** Place in the table: where several shapes fit equally well, the lowest is taken. */
  readonly rank: number;
  /** Field → the shape of the objects in it, `undefined` where it holds none. */
  readonly fields: ReadonlyMap<string, string | undefined>;
  readonly required: readonly string[];
}

/**
 * Whether a schema is a Kubernetes type, or a part of one as older releases had it: it has no other
 * fields, those that are always written, and in its fields nothing but the Kubernetes types that
 * belong there. One field more anywhere below makes it a type of its own.
 */
export function matchesShape(schema: Schema, shape: KubernetesShape): boolean {
  const known = matches.get(schema)?.get(shape);
  if (known !== undefined) return known;
  const result = compare(schema, shape);
  let results = matches.get(schema);
  if (results === undefined) matches.set(schema, (results = new Map<KubernetesShape, boolean>()));
  results.set(shape, result);
  return result;
}

/**
 * The Kubernetes type that a schema shows by its own fields: enough of them are known nowhere else.
 */
export function recognizeShape(schema: Schema): KubernetesShape | undefined {
  if (recognized.has(schema)) return recognized.get(schema);
  const shape = best(schema, (candidate) => matchesShape(schema, candidate));
  recognized.set(schema, shape);
  return shape;
}

/**
 * The Kubernetes type that a schema resembles, with up to a third of other fields: tells what the
 * objects in its fields are, not what it is itself.
 */
export function resembledShape(schema: Schema): KubernetesShape | undefined {
  if (resembled.has(schema)) return resembled.get(schema);
  const shape = best(
    schema,
    (candidate) => sharedFields(schema, candidate) * 3 >= schema.fields.size * 2,
  );
  resembled.set(schema, shape);
  return shape;
}

/**
 * The Kubernetes type of a name (`LabelSelector`); `undefined` for one that the table does not
 * have.
 */
export function shapeNamed(name: string): KubernetesShape | undefined {
  return table().byName.get(name);
}

// What is found out about a schema holds wherever it occurs.
const matches = new WeakMap<Schema, Map<KubernetesShape, boolean>>();
const recognized = new WeakMap<Schema, KubernetesShape | undefined>();
const resembled = new WeakMap<Schema, KubernetesShape | undefined>();
const candidatesOf = new WeakMap<Schema, readonly KubernetesShape[]>();

function compare(schema: Schema, shape: KubernetesShape): boolean {
  if (schema.embeddedResource) return false;
  if (!shape.required.every((name) => schema.fields.has(name))) return false;
  for (const [name, field] of ownFields(schema)) {
    if (!shape.fields.has(name)) return false;
    if (name !== "metadata" && !holds(elementOf(field), shape.fields.get(name))) return false;
  }
  return true;
}

/**
 * Whether a value can be what a field of a Kubernetes type holds: objects of a type, or something
 * else than an object.
 */
function holds(element: Schema, expected: string | undefined): boolean {
  const shape = shapeNamed(expected ?? "");
  if (isNamedShape(element)) return shape !== undefined && matchesShape(element, shape);
  return shape === undefined || !isScalar(element);
}

function isScalar({ kind }: Schema): boolean {
  return kind !== "object" && kind !== "map" && kind !== "list" && kind !== "any";
}

/**
 * Whether a shape describes a schema better than another one: more of its fields are there, else it
 * comes first.
 */
export function isCloser(schema: Schema, shape: KubernetesShape, other: KubernetesShape): boolean {
  const coverage = sharedFields(schema, shape) * other.fields.size;
  const otherCoverage = sharedFields(schema, other) * shape.fields.size;
  return coverage === otherCoverage ? shape.rank < other.rank : coverage > otherCoverage;
}

/** The closest of the candidates that are specific enough. */
function best(
  schema: Schema,
  accepts: (shape: KubernetesShape) => boolean,
): KubernetesShape | undefined {
  let found: KubernetesShape | undefined;
  for (const shape of candidates(schema)) {
    if (found !== undefined && !isCloser(schema, shape, found)) continue;
    if (accepts(shape)) found = shape;
  }
  return found;
}

/**
 * The shapes that share fields with a schema which tell enough: `name` little, `topologyKey` much,
 * and a field that holds the large Kubernetes type that belongs there (`spec` of a
 * PodTemplateSpec); small ones, such as conditions, are everywhere.
 */
function candidates(schema: Schema): readonly KubernetesShape[] {
  const known = candidatesOf.get(schema);
  if (known !== undefined) return known;
  const found = findCandidates(schema);
  candidatesOf.set(schema, found);
  return found;
}

function findCandidates(schema: Schema): readonly KubernetesShape[] {
  const { byField } = table();
  const specificity = new Map<KubernetesShape, number>();
  for (const [name, field] of schema.fields) {
    const weight = commonplace.has(name) ? 1 : name.length > 12 ? 4 : 3;
    const element = elementOf(field);
    const inner = element.fields.size < large ? undefined : recognizeShape(element)?.name;
    for (const shape of byField.get(name) ?? []) {
      const expected = inner !== undefined && shape.fields.get(name) === inner;
      specificity.set(shape, (specificity.get(shape) ?? 0) + weight + (expected ? 3 : 0));
    }
  }
  const found: KubernetesShape[] = [];
  for (const [shape, sum] of specificity) if (sum >= enough) found.push(shape);
  return found.length === 0 ? none : found;
}

function sharedFields(schema: Schema, shape: KubernetesShape): number {
  let count = 0;
  for (const name of schema.fields.keys()) if (shape.fields.has(name)) count++;
  return count;
}

const enough = 4;
const none: readonly KubernetesShape[] = [];

const large = 10;

// Fields that types of all kinds have.
const commonplace: ReadonlySet<string> = new Set(
  (
    "action add address annotations apiVersion args backend cluster command conditions config controller description " +
    "driver enabled endpoints error group health host hostname http id image ip items key kind labels level limits " +
    "message metadata method metric mode name namespace number object observedGeneration options path pattern phase " +
    "policies policy port ports priority properties protocol quantity reason repository replicas request requests " +
    "resource resources role rules schedule scheme secret secretName selector server service severity size spec " +
    "startTime state status strategy suspend system target template tenant timeoutSeconds tls token type uid url user " +
    "username value values version volume volumes weight"
  ).split(" "),
);

/** The table of Kubernetes' types, read. */
interface KubernetesShapes {
  readonly byName: ReadonlyMap<string, KubernetesShape>;
  readonly byField: ReadonlyMap<string, readonly KubernetesShape[]>;
}

let parsed: KubernetesShapes | undefined;

function table(): KubernetesShapes {
  return (parsed ??= parseTable());
}

function parseTable(): KubernetesShapes {
  const byName = new Map<string, KubernetesShape>();
  const byField = new Map<string, KubernetesShape[]>();
  for (const entry of kubernetesShapes.trim().split(/\n(?! )/)) {
    const [name = "", ...fields] = entry.split(/:? +|\n +/);
    const shape = readShape(name, fields, byName.size);
    byName.set(name, shape);
    for (const field of shape.fields.keys()) {
      const shapes = byField.get(field);
      if (shapes === undefined) byField.set(field, [shape]);
      else shapes.push(shape);
    }
  }
  return { byName, byField };
}

function readShape(name: string, words: readonly string[], rank: number): KubernetesShape {
  const fields = new Map<string, string | undefined>();
  const required: string[] = [];
  for (const word of words) {
    const [, field = "", always, inner] = /^(\w+)(!?)(?::(\w+))?$/.exec(word) ?? [];
    fields.set(field, inner);
    if (always === "!") required.push(field);
  }
  return { name, rank, fields, required };
}
