import type { Json, JsonObject } from "../../src/runtime/v1/values/json/json.js";
import { isObject } from "../../src/runtime/v1/values/json/json.js";
import { madeUpRule } from "./made-up-rules.js";
import { madeUpJsonPath, mutateText } from "./made-up-text.js";
import { madeUpValue } from "./made-up-values.js";
import { fieldValues, keywordValues, oddValues } from "./mutation-values.js";
import type { Random } from "./random.js";

/** What was changed: the way to the value, and the new value (undefined: removed). */
export interface Mutation {
  readonly path: readonly (string | number)[];
  readonly value: Json | undefined;
}

/** Changes a CRD in one to three places, in place. */
export function mutateCrd(crd: JsonObject, random: Random): Mutation[] {
  const count = 1 + random.below(3);
  return Array.from({ length: count }, () => {
    const mutate = pickMutator(random);
    return schemaNodes(crd).length > 0 ? mutate(crd, random) : mutateAnything(crd, random);
  });
}

type Mutator = (crd: JsonObject, random: Random) => Mutation;

function pickMutator(random: Random): Mutator {
  let chance = random.next();
  for (const [share, mutator] of mutators) {
    if (chance < share) return mutator;
    chance -= share;
  }
  return mutateAnything;
}

/** What is changed how often. */
const mutators: readonly (readonly [number, Mutator])[] = [
  [0.3, mutateSchema],
  [0.15, mutateField],
  [0.15, mutateRules],
  [0.1, mutateDefault],
  [0.08, mutateList],
  [0.06, mutatePath],
  [0.05, mutateTextOfField],
  [0.04, mutateVersions],
  [0.03, moveSubtree],
  [0.04, mutateAnything],
];

export type Path = readonly (string | number)[];

function mutateSchema(crd: JsonObject, random: Random): Mutation {
  const path = random.pick(schemaNodes(crd));
  const keyword = random.pick(Object.keys(keywordValues));
  const values = keywordValues[keyword] ?? [];
  const value = random.chance(0.12)
    ? undefined
    : random.pick(random.chance(0.08) ? oddValues : values);
  return change(crd, [...path, keyword], value);
}

function mutateField(crd: JsonObject, random: Random): Mutation {
  const [path, values] = random.pick(fieldValues);
  const versions = versionsOf(crd);
  const index = random.below(Math.max(1, versions.length));
  const steps = path.map((step) => (step === "VERSION" ? index : step));
  return change(crd, steps, random.chance(0.1) ? undefined : random.pick(values));
}

function mutateAnything(crd: JsonObject, random: Random): Mutation {
  const paths: Path[] = [];
  collectPaths(crd, [], paths);
  const fitting = paths.filter((path) => path[0] !== "apiVersion" && path[0] !== "kind");
  const path = random.pick(fitting.length > 0 ? fitting : [["metadata"]]);
  return change(crd, path, random.chance(0.4) ? undefined : random.pick(oddValues));
}

/** A rule that is made up, or one that is there with another text. */
function mutateRules(crd: JsonObject, random: Random): Mutation {
  const nodes = schemaNodes(crd);
  const withRules = nodes.filter((path) => Array.isArray(valueOf(crd, [...path, rulesKeyword])));
  const path = random.pick(withRules.length > 0 && random.chance(0.6) ? withRules : nodes);
  const node = asObject(valueOf(crd, path));
  const rules = node[rulesKeyword];
  const first = Array.isArray(rules) && rules.length > 0 ? random.below(rules.length) : 0;
  const at = [...path, rulesKeyword, first];
  const text = valueOf(crd, [...at, "rule"]);
  if (typeof text === "string" && random.chance(0.5)) {
    return change(crd, [...at, "rule"], mutateText(text, random));
  }
  const rule = madeUpRule(node, random);
  if (Array.isArray(rules)) return change(crd, [...path, rulesKeyword, rules.length], rule);
  return change(crd, [...path, rulesKeyword], [rule]);
}

const rulesKeyword = "x-kubernetes-validations";

/** A default that has nearly the shape of its schema. */
function mutateDefault(crd: JsonObject, random: Random): Mutation {
  const path = random.pick(schemaNodes(crd));
  return change(crd, [...path, "default"], madeUpValue(asObject(valueOf(crd, path)), random));
}

/** A list becomes a set or a map, by keys that its items have, or nearly. */
function mutateList(crd: JsonObject, random: Random): Mutation {
  const lists = schemaNodes(crd).filter((path) => valueOf(crd, [...path, "type"]) === "array");
  if (lists.length === 0) return mutateSchema(crd, random);
  const path = random.pick(lists);
  const items = asObject(valueOf(crd, [...path, "items"]));
  const fields = Object.keys(asObject(items["properties"] ?? null));
  if (random.chance(0.25)) {
    const required = fields.filter(() => random.chance(0.5));
    return change(crd, [...path, "items", "required"], required);
  }
  if (random.chance(0.4) || fields.length === 0) {
    return change(crd, [...path, "x-kubernetes-list-type"], random.pick(["set", "map", "atomic"]));
  }
  change(crd, [...path, "x-kubernetes-list-type"], "map");
  const keys = Array.from({ length: 1 + random.below(2) }, () => random.pick(fields));
  return change(crd, [...path, "x-kubernetes-list-map-keys"], keys);
}

/** One of the paths into objects that a version may have. */
function mutatePath(crd: JsonObject, random: Random): Mutation {
  const versions = versionsOf(crd);
  const index = random.below(Math.max(1, versions.length));
  const version = ["spec", "versions", index];
  const root = asObject(valueOf(crd, [...version, "schema", "openAPIV3Schema"]));
  const paths = Array.from({ length: 1 + random.below(10) }, () => madeUpJsonPath(root, random));
  switch (random.below(3)) {
    case 0:
      return change(
        crd,
        [...version, "selectableFields"],
        paths.map((jsonPath) => ({ jsonPath })),
      );
    case 1:
      return change(
        crd,
        [...version, "additionalPrinterColumns"],
        paths.map((jsonPath) => ({ name: "a", type: "string", jsonPath })),
      );
    default: {
      const [specReplicasPath = "", statusReplicasPath = "", labelSelectorPath = ""] = paths;
      const scale = { specReplicasPath, statusReplicasPath, labelSelectorPath };
      return change(crd, [...version, "subresources", "scale"], scale);
    }
  }
}

/** A text outside of schemas with letters added, removed or doubled. */
function mutateTextOfField(crd: JsonObject, random: Random): Mutation {
  const paths: Path[] = [];
  collectPaths(crd, [], paths);
  const texts = paths.filter(
    (path) => path.length > 1 && !path.includes("schema") && typeof valueOf(crd, path) === "string",
  );
  if (texts.length === 0) return mutateAnything(crd, random);
  const path = random.pick(texts);
  return change(crd, path, mutateText(String(valueOf(crd, path)), random));
}

/** A version more, like one that is there or changed a little, and perhaps another to store. */
function mutateVersions(crd: JsonObject, random: Random): Mutation {
  const versions = versionsOf(crd);
  if (versions.length === 0) return mutateField(crd, random);
  const copy = structuredClone(asObject(random.pick(versions)));
  copy["name"] = random.pick(["v9", "v1", "v1alpha9"]);
  copy["storage"] = random.chance(0.2);
  copy["served"] = random.chance(0.8);
  const part = random.pick(["schema", "subresources", "additionalPrinterColumns", "deprecated"]);
  if (random.chance(0.4)) Reflect.deleteProperty(copy, part);
  return change(crd, ["spec", "versions", versions.length], copy);
}

/** A schema stands where another one stood. */
function moveSubtree(crd: JsonObject, random: Random): Mutation {
  const nodes = schemaNodes(crd);
  const value = structuredClone(valueOf(crd, random.pick(nodes)));
  const fitting = nodes.filter((path) => path.length > 5);
  return change(crd, random.pick(fitting.length > 0 ? fitting : nodes), value);
}

function asObject(value: Json | undefined): JsonObject {
  return isObject(value) ? value : {};
}

function valueOf(root: Json, path: Path): Json | undefined {
  let at: Json | undefined = root;
  for (const step of path) {
    if (Array.isArray(at)) at = at[Number(step)];
    else if (isObject(at) && Object.hasOwn(at, step)) at = at[step];
    else return undefined;
  }
  return at;
}

function change(root: JsonObject, path: Path, value: Json | undefined): Mutation {
  let parent: Json = root;
  for (const step of path.slice(0, -1)) {
    const next: Json | undefined = Array.isArray(parent)
      ? parent[Number(step)]
      : isObject(parent)
        ? parent[step]
        : undefined;
    if (next === undefined || next === null || typeof next !== "object") {
      if (!isObject(parent)) return { path, value };
      const made: Json = {};
      parent[step] = made;
      parent = made;
    } else {
      parent = next; // an object or a list
    }
  }
  const last = path.at(-1) ?? "";
  const copy = structuredClone(value);
  if (Array.isArray(parent)) {
    if (copy === undefined) parent.splice(Number(last), 1);
    else parent[Number(last)] = copy;
  } else if (isObject(parent)) {
    if (copy === undefined) Reflect.deleteProperty(parent, last);
    else parent[last] = copy;
  }
  return { path, value };
}

function versionsOf(crd: JsonObject): readonly Json[] {
  const spec = crd["spec"];
  const versions = isObject(spec) ? spec["versions"] : undefined;
  return Array.isArray(versions) ? versions : [];
}

/** The ways to all schema nodes. */
export function schemaNodes(crd: JsonObject): Path[] {
  const found: Path[] = [];
  versionsOf(crd).forEach((version, index) => {
    const schema = isObject(version) ? version["schema"] : undefined;
    const root = isObject(schema) ? schema["openAPIV3Schema"] : undefined;
    visit(root, ["spec", "versions", index, "schema", "openAPIV3Schema"], found);
  });
  return found;
}

function visit(node: Json | undefined, path: Path, found: Path[]): void {
  if (!isObject(node)) return;
  found.push(path);
  const fields = node["properties"];
  if (isObject(fields)) {
    for (const [name, child] of Object.entries(fields)) {
      visit(child, [...path, "properties", name], found);
    }
  }
  for (const key of ["items", "additionalProperties", "not"]) {
    visit(node[key], [...path, key], found);
  }
  for (const key of ["allOf", "anyOf", "oneOf"]) {
    const branches = node[key];
    if (!Array.isArray(branches)) continue;
    branches.forEach((branch, index) => {
      visit(branch, [...path, key, index], found);
    });
  }
}

function collectPaths(value: Json, path: Path, found: Path[]): void {
  if (path.length > 0) found.push(path);
  if (Array.isArray(value)) {
    value.forEach((item, index) => {
      collectPaths(item, [...path, index], found);
    });
  } else if (isObject(value)) {
    for (const [key, child] of Object.entries(value)) collectPaths(child, [...path, key], found);
  }
}
