import { stringifyJson } from "../../src/runtime/v1/go/stringify-json.js";
import type { Json, JsonObject } from "../../src/runtime/v1/json/json.js";
import { isObject } from "../../src/runtime/v1/json/json.js";
import { mutateValue } from "../support/random-values.js";
import type { Random } from "../support/random.js";
import type { TwinRequest } from "./two-servers.js";

/** A version of a resource with an object that the server takes. */
export interface RandomTarget {
  /** The path of a collection. */
  readonly collection: string;
  readonly object: JsonObject;
  readonly schema: Json;
}

const labels = [{}, { app: "web" }, { app: "db", tier: "back" }, { n: "5" }];

/** Requests by chance, in an order that a seed decides. */
export function* randomRequests(
  target: RandomTarget,
  random: Random,
  count: number,
): Generator<TwinRequest, void, undefined> {
  for (let index = 0; index < count; index++) yield randomRequest(target, random);
}

function randomRequest(target: RandomTarget, random: Random): TwinRequest {
  const { collection } = target;
  // Some resources have rules for names.
  const [one, two, three] = ["1", "2", "3"].map((digit) => nameOf(target) + digit) as [
    string,
    string,
    string,
  ]; // as many
  const name = random.pick([one, two, three]);
  const path = `${collection}/${name}`;
  const make = random.pick([
    () => ({
      method: "POST",
      path: collection + writeQuery(random),
      body: body(target, name, random),
    }),
    () => ({ method: "POST", path: collection, body: body(target, name, random, 0) }),
    () => ({ method: "GET", path }),
    () => ({
      method: "GET",
      path: collection + listQuery(one, two, random),
      accept: random.pick(accepts),
    }),
    () => ({ method: "PUT", path: path + writeQuery(random), body: body(target, name, random) }),
    () => ({ method: "PUT", path: `${path}/status`, body: body(target, name, random) }),
    () => ({
      method: "PATCH",
      path: path + writeQuery(random),
      type: merge,
      body: mergeBody(target, random),
    }),
    () => ({ method: "PATCH", path, type: jsonPatch, body: jsonPatchBody(target, random) }),
    () => ({
      method: "PATCH",
      path: `${path}/status`,
      type: merge,
      body: mergeBody(target, random),
    }),
    () => ({
      method: "PATCH",
      path: `${path}/scale`,
      type: merge,
      body: `{"spec":{"replicas":${random.below(5)}}}`,
    }),
    () => ({ method: "GET", path: path + random.pick(["/status", "/scale"]) }),
    () => ({ method: "DELETE", path, body: random.pick(deletions) || undefined }),
    () => ({
      method: "DELETE",
      path:
        collection +
        random.pick(["", "?labelSelector=app%3Dweb", `?fieldSelector=metadata.name%3D${one}`]),
    }),
    () => ({ method: "PATCH", path, type: merge, body: '{"metadata":{"finalizers":null}}' }),
  ]);
  return make();
}

const merge = "application/merge-patch+json";
const jsonPatch = "application/json-patch+json";
const accepts = [
  "application/json",
  "*/*",
  "application/json;as=Table;v=v1;g=meta.k8s.io",
  "application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io",
];
const deletions = [
  "",
  "{}",
  '{"propagationPolicy":"Orphan"}',
  '{"propagationPolicy":"Foreground"}',
  '{"preconditions":{"uid":"x"}}',
  '{"dryRun":["All"]}',
];

/** The name of the sample. */
export function nameOf({ object: { metadata = {} } }: RandomTarget): string {
  return isObject(metadata) ? String(metadata["name"]) : "";
}

function writeQuery(random: Random): string {
  return random.pick([
    "",
    "",
    "",
    "?dryRun=All",
    "?fieldValidation=Strict",
    "?fieldValidation=Ignore",
  ]);
}

function listQuery(one: string, two: string, random: Random): string {
  return random.pick([
    "", "?limit=1", "?limit=2&continue=$continue", "?labelSelector=app", "?labelSelector=app!%3Dweb", "?resourceVersion=0",
    `?fieldSelector=metadata.name%3D${one}`, `?resourceVersion=$rv(${one})&resourceVersionMatch=Exact`,
    `?resourceVersion=$rv(${two})`,
  ]); // prettier-ignore
}

function body(
  { object, schema }: RandomTarget,
  name: string,
  random: Random,
  changes = random.below(3),
): string {
  let value: Json = object;
  for (let index = 0; index < changes; index++) value = mutateValue(value, schema, random);
  if (!isObject(value)) return stringifyJson(value);
  const version = random.chance(0.7) ? { resourceVersion: `$rv(${name})` } : {};
  const finalizers = random.chance(0.2) ? { finalizers: ["example.com/hold"] } : {};
  const metadata = { name, labels: random.pick(labels), ...version, ...finalizers };
  return stringifyJson({ ...value, metadata });
}

function mergeBody({ object, schema }: RandomTarget, random: Random): string {
  const { spec = {}, status = {} } = object;
  const parts: JsonObject = random.pick([
    { spec: mutateValue(spec, partOf(schema, "spec"), random) },
    { status: mutateValue(status, partOf(schema, "status"), random) },
    { metadata: { labels: random.pick(labels), annotations: { a: random.pick(["1", "2"]) } } },
    { metadata: { finalizers: random.pick([null, [], ["example.com/hold"]]) } },
    { spec, status },
  ]);
  return stringifyJson(parts);
}

function jsonPatchBody({ object, schema }: RandomTarget, random: Random): string {
  const spec = object["spec"] ?? {};
  const keys = isObject(spec) ? Object.keys(spec) : [];
  const path = `/spec/${random
    .pick([...keys, "nope"])
    .replaceAll("~", "~0")
    .replaceAll("/", "~1")}`;
  const value = mutateValue(spec, partOf(schema, "spec"), random);
  const operation = random.pick<Json>([
    { op: "remove", path },
    { op: "add", path, value },
    { op: "replace", path: "/spec", value },
    { op: "test", path, value: 1 },
    { op: "copy", from: "/spec", path: "/spec/copy" },
  ]);
  return stringifyJson([operation]);
}

function partOf(schema: Json, name: string): Json {
  const { properties = {} } = isObject(schema) ? schema : {};
  return (isObject(properties) ? properties[name] : undefined) ?? {};
}
