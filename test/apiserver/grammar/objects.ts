import type { Json, JsonObject } from "../../../src/runtime/v1/values/json/json.js";
import { isObject, setKey } from "../../../src/runtime/v1/values/json/json.js";
import { metadataOf } from "../../../src/runtime/v1/values/metadata/resource-metadata.js";
import { mutateValue, randomJson } from "../../support/random-values.js";
import type { Generator, Scope } from "./generator.js";
import { just, oneOf, sometimes, weighted } from "./generator.js";
import { ownName } from "./paths.js";

/*
 * Objects to be sent: valid ones, and such with changes in their metadata or below.
 */

/** Labels that selectors of the grammar ask for. */
export const labels = oneOf<Json>(
  { app: "web" },
  { app: "db", tier: "back" },
  { n: "5" },
  {},
  { app: "web", n: "7" },
);

const wrongLabels = oneOf<Json>(
  { "a b": "c" }, { app: "x y" }, { app: 1 }, { app: null }, null, [], "app", { "": "x" }, { ["l".repeat(64)]: "x" }, { app: "é" },
); // prettier-ignore

const finalizers = oneOf<Json>(["example.com/hold"], ["example.com/hold", "example.com/b"]);
const wrongFinalizers = oneOf<Json>(
  [], null, ["a b"], "x", [1], ["hold"], ["orphan"], ["foregroundDeletion"], ["example.com/hold", "example.com/hold"], [null],
); // prettier-ignore

/** No garbage collector knows that kind. */
const owner: JsonObject = {
  apiVersion: "nothing.example.com/v1",
  kind: "Thing",
  name: "none",
  uid: "1",
};
const owners = oneOf<Json>([owner], [{ ...owner, controller: true }]);
const wrongOwners = oneOf<Json>(
  [], null, [{}], { ...owner }, [{ ...owner, uid: "" }], [{ ...owner, controller: "x" }], [owner, owner], [{ ...owner, more: 1 }],
  [{ ...owner, controller: true }, { ...owner, uid: "2", controller: true }], [null], [1], [{ ...owner, blockOwnerDeletion: null }],
  [{ ...owner, apiVersion: "a/b/c" }], [{ ...owner, kind: "" }], [{ ...owner, apiVersion: "v1", kind: "Event" }],
); // prettier-ignore

const entry: JsonObject = {
  manager: "one",
  operation: "Update",
  apiVersion: "v1",
  time: "2024-01-02T03:04:05Z",
  fieldsType: "FieldsV1",
  fieldsV1: { "f:metadata": { "f:labels": { "f:app": {} } } },
};
const managedFields = oneOf<Json>(
  [], null, [{}], "x", {}, [entry], [{ ...entry, operation: "Apply" }], [{ ...entry, operation: "No" }], [{ ...entry, fieldsType: "x" }],
  [{ ...entry, fieldsV1: { x: {} } }], [{ ...entry, apiVersion: "a/b/c" }], [{ ...entry, time: "x" }], [{ ...entry, subresource: "status" }], [1],
); // prettier-ignore

const time = oneOf<Json>(
  "2024-01-02T03:04:05Z",
  null,
  "x",
  1,
  "",
  "2024-01-02T03:04:05.123456+02:00",
  "2024-01-02",
);
const scalar: Generator<Json> = oneOf<Json>(null, "", "x", 1, true, {}, [], 1.5, -1);

interface MetadataPart {
  readonly chance: number;
  readonly key: string;
  readonly draw: Generator<Json>;
}

const metadataParts: readonly MetadataPart[] = [
  { chance: 0.5, key: "labels", draw: sometimes(0.06, wrongLabels, labels) },
  { chance: 0.15, key: "annotations", draw: sometimes<Json>(0.1, wrongLabels, oneOf<Json>({ a: "1" }, { a: "2", b: "" })) },
  { chance: 0.08, key: "finalizers", draw: sometimes(0.25, wrongFinalizers, finalizers) },
  { chance: 0.06, key: "ownerReferences", draw: sometimes(0.5, wrongOwners, owners) },
  { chance: 0.02, key: "managedFields", draw: managedFields },
  { chance: 0.02, key: "creationTimestamp", draw: time },
  { chance: 0.01, key: "deletionTimestamp", draw: time },
  { chance: 0.01, key: "deletionGracePeriodSeconds", draw: scalar },
  { chance: 0.02, key: "generation", draw: scalar },
  { chance: 0.02, key: "generateName", draw: sometimes<Json>(0.3, scalar, oneOf<Json>("made-", "Bad_", "x")) },
  { chance: 0.02, key: "uid", draw: sometimes<Json>(0.5, (scope) => `$uid(${ownName(scope)})`, scalar) },
  { chance: 0.02, key: "namespace", draw: sometimes(0.6, oneOf<Json>("grammar-a", "grammar-b", "other"), scalar) },
  { chance: 0.01, key: "selfLink", draw: scalar },
  { chance: 0.01, key: "resourceVersion", draw: scalar },
  { chance: 0.01, key: "unknown", draw: scalar },
]; // prettier-ignore

/** Metadata with a name, and some of what metadata may have, right or wrong. */
export function metadata(name: string, versionChance = 0): Generator<JsonObject> {
  return (scope) => {
    const { random } = scope;
    const drawn: JsonObject = { name };
    if (random.chance(versionChance)) drawn["resourceVersion"] = `$rv(${name})`;
    // Most objects are plain.
    const factor = random.chance(0.4) ? 1.5 : 0.3;
    for (const { chance, key, draw } of metadataParts) {
      if (random.chance(chance * factor)) setKey(drawn, key, draw(scope));
    }
    if (random.chance(0.01)) setKey(drawn, "name", scalar(scope));
    return drawn;
  };
}

/** The resource's sample in one of its versions, under one of the names; without other metadata. */
export function sample(scope: Scope, version: string): JsonObject {
  const { group, object } = scope.resource;
  return { ...object, apiVersion: group === "" ? version : `${group}/${version}` };
}

const changes = weighted<number>([6, just(0)], [3, just(1)], [1, just(2)]);

/** A whole object, with changes by chance in what its schema describes. */
export function wholeObject(name: string, version: string, versionChance = 0): Generator<Json> {
  return (scope) => {
    let value: Json = sample(scope, version);
    for (let count = changes(scope); count > 0; count--) {
      value = mutateValue(value, scope.resource.schema, scope.random);
    }
    if (!isObject(value)) return value;
    // Nothing may be said of what is not stored.
    const isBare = scope.resource.isAsked === true && scope.random.chance(0.85);
    const own = isBare ? {} : metadata(name, versionChance)(scope);
    const whole: JsonObject = { ...value, metadata: own };
    return wrongIdentity(whole, scope);
  };
}

/** Now and then of another kind, or with something besides. */
function wrongIdentity(object: JsonObject, scope: Scope): JsonObject {
  const { random } = scope;
  if (!random.chance(0.04)) return object;
  return random.pick<() => JsonObject>([
    () => ({ ...object, kind: random.pick<Json>(["Other", "", 1, null, `${scope.resource.kind}List`]) }),
    () => ({
      ...object,
      apiVersion: random.pick<Json>(["v1", "", 1, null, "a/b/c", "/v1", "apps/v1", `${scope.resource.group}/v0`]),
    }),
    () => ({ ...object, metadata: scalar(scope) }),
    () => ({ ...object, unknown: randomJson(random) }),
    () => Object.fromEntries(Object.entries(object).filter(([key]) => key !== "kind")),
    () => Object.fromEntries(Object.entries(object).filter(([key]) => key !== "apiVersion")),
    () => Object.fromEntries(Object.entries(object).filter(([key]) => key !== "metadata")),
    () => ({ ...object, metadata: { ...metadataOf(object), name: "other" } }),
  ])(); // prettier-ignore
}

/** The schema of a member. */
export function schemaOf(schema: Json, name: string): Json {
  const { properties = {} } = isObject(schema) ? schema : {};
  return (isObject(properties) ? properties[name] : undefined) ?? {};
}

/** The members of an object but for its metadata and its type. */
export function contentOf(object: JsonObject): JsonObject {
  const own = ["apiVersion", "kind", "metadata"];
  return Object.fromEntries(Object.entries(object).filter(([key]) => !own.includes(key)));
}
