import { stringifyJson } from "../../src/runtime/v1/values/go/json.js";
import type { Json, JsonObject } from "../../src/runtime/v1/values/json/json.js";
import { isObject, setKey } from "../../src/runtime/v1/values/json/json.js";
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
  const [one = "", two = "", three = ""] = namesOf(target);
  const name = random.pick([one, two, three]);
  const path = `${collection}/${name}`;
  const write = (type: string, sent: string, place = ""): TwinRequest => ({
    method: "PATCH",
    path: path + place + writeQuery(random),
    type,
    body: sent,
    accept: random.pick(objectAccepts),
  });
  const post = (): TwinRequest => ({
    method: "POST",
    path: collection + writeQuery(random),
    body: body(target, name, random),
  });
  const make = random.pick<() => TwinRequest>([
    post,
    () => ({ method: "POST", path: collection, body: body(target, name, random, 0) }),
    () => ({ method: "POST", path: collection, body: body(target, name, random, 0) }),
    () => ({
      method: "POST",
      path: `${collection}?dryRun=All`,
      body: generated(target, random),
    }),
    () => ({ method: "GET", path, accept: random.pick(objectAccepts) }),
    () => ({
      method: "GET",
      path: collection + listQuery(one, two, random),
      accept: random.pick(accepts),
    }),
    () => ({
      method: "GET",
      path: collection + listQuery(one, two, random),
      accept: random.pick(accepts),
    }),
    () => watchRequest(target, random),
    () => ({ method: "PUT", path: path + writeQuery(random), body: body(target, name, random) }),
    () => ({ method: "PUT", path: path + writeQuery(random), body: body(target, name, random, 0) }),
    () => ({
      method: "PUT",
      path: `${path}/status${writeQuery(random)}`,
      body: body(target, name, random),
    }),
    () => ({
      method: "PUT",
      path: `${path}/scale${writeQuery(random)}`,
      body: scaleBody(target, name, random),
    }),
    () => write(merge, mergeBody(target, random)),
    () => write(merge, mergeBody(target, random)),
    () => write(jsonPatch, jsonPatchBody(target, random)),
    () => write(merge, mergeBody(target, random), "/status"),
    () => write(jsonPatch, jsonPatchBody(target, random, "status"), "/status"),
    () => write(merge, `{"spec":{"replicas":${random.below(5)}}}`, "/scale"),
    () => write(strategic, mergeBody(target, random)),
    () => applyRequest(target, name, "", random),
    () => applyRequest(target, name, "", random),
    () => applyRequest(target, name, "", random),
    () => applyRequest(target, name, random.pick(["/status", "/scale"]), random),
    () => ({
      method: "GET",
      path: path + random.pick(["/status", "/scale"]),
      accept: random.pick(objectAccepts),
    }),
    () => ({ method: "DELETE", path, body: random.pick(deletions(name)) || undefined }),
    () => ({
      method: "DELETE",
      path: `${path}?${random.pick(deletionQueries)}`,
      accept: random.pick(objectAccepts),
    }),
    () => ({
      method: "DELETE",
      path: collection + random.pick(collectionDeletions(one)),
      body:
        random.pick(["", "", '{"propagationPolicy":"Orphan"}', '{"dryRun":["All"]}']) || undefined,
      accept: random.pick(accepts),
    }),
    () => ({ method: "PATCH", path, type: merge, body: '{"metadata":{"finalizers":null}}' }),
  ]);
  return make();
}

const merge = "application/merge-patch+json";
const jsonPatch = "application/json-patch+json";
const strategic = "application/strategic-merge-patch+json";
const apply = "application/apply-patch+yaml";
const table = "application/json;as=Table;v=v1;g=meta.k8s.io";
const accepts = [
  "application/json",
  "*/*",
  "application/yaml",
  table,
  `${table},application/json`,
  "application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io",
];
const objectAccepts = [
  ...Array.from({ length: 6 }, () => "application/json"),
  "application/yaml",
  table,
  "application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io",
];

function deletions(name: string): readonly string[] {
  return [
    "",
    "{}",
    '{"propagationPolicy":"Orphan"}',
    '{"propagationPolicy":"Foreground"}',
    '{"propagationPolicy":"Background"}',
    '{"propagationPolicy":"Nope"}',
    '{"orphanDependents":true}',
    '{"orphanDependents":false}',
    '{"preconditions":{"uid":"x"}}',
    `{"preconditions":{"uid":"$uid(${name})"}}`,
    `{"preconditions":{"resourceVersion":"$rv(${name})"}}`,
    `{"preconditions":{"uid":"$uid(${name})","resourceVersion":"1"}}`,
    '{"dryRun":["All"]}',
    '{"gracePeriodSeconds":0}',
    '{"gracePeriodSeconds":30}',
    '{"gracePeriodSeconds":-1}',
  ];
}

const deletionQueries = [
  "propagationPolicy=Orphan",
  "propagationPolicy=Foreground",
  "propagationPolicy=Background",
  "orphanDependents=false",
  "gracePeriodSeconds=0",
  "dryRun=All",
  "dryRun=All&propagationPolicy=Foreground",
];

function collectionDeletions(one: string): readonly string[] {
  return [
    "",
    "?labelSelector=app%3Dweb",
    "?labelSelector=n",
    `?fieldSelector=metadata.name%3D${one}`,
    `?fieldSelector=metadata.name!%3D${one}`,
    "?dryRun=All",
    "?limit=1",
    "?propagationPolicy=Foreground&labelSelector=!app",
  ];
}

/** The names that objects of a target get. */
export function namesOf(target: RandomTarget): readonly string[] {
  // Some resources have rules for names.
  return ["1", "2", "3"].map((digit) => nameOf(target) + digit);
}

/** The name of the sample. */
function nameOf({ object: { metadata = {} } }: RandomTarget): string {
  return isObject(metadata) ? String(metadata["name"]) : "";
}

function writeQuery(random: Random): string {
  const parts = [
    ...(random.chance(0.12) ? ["dryRun=All"] : []),
    ...(random.chance(0.25)
      ? [`fieldValidation=${random.pick(["Strict", "Strict", "Ignore", "Warn", "Nope"])}`]
      : []),
    ...(random.chance(0.3) ? [`fieldManager=${random.pick(managers)}`] : []),
    ...(random.chance(0.04) ? [`pretty=${random.pick(["true", "false"])}`] : []),
  ];
  return parts.length === 0 ? "" : `?${parts.join("&")}`;
}

const managers = ["one", "two", "three"];

function listQuery(one: string, two: string, random: Random): string {
  return random.pick([
    "", "?limit=1", "?limit=2", "?limit=2&continue=$continue", "?limit=1&continue=$continue", "?continue=$continue",
    "?labelSelector=app", "?labelSelector=app!%3Dweb", "?labelSelector=app in (web,db),!tier", "?labelSelector=n>4",
    "?resourceVersion=0", "?resourceVersion=0&limit=1", "?pretty=true", "?limit=1&labelSelector=app",
    `?fieldSelector=metadata.name%3D${one}`, `?fieldSelector=metadata.name!%3D${one}&limit=1`,
    "?fieldSelector=metadata.namespace%3Drandom", "?includeObject=Object", "?includeObject=None",
    `?resourceVersion=$rv(${one})&resourceVersionMatch=Exact`, `?resourceVersion=$rv(${one})&limit=1`,
    `?resourceVersion=$rv(${two})&resourceVersionMatch=NotOlderThan`, `?resourceVersion=$rv(${two})`,
    "?resourceVersion=$rv(list)&resourceVersionMatch=Exact&labelSelector=app", "?resourceVersionMatch=Exact",
  ]).replaceAll(" ", "%20").replaceAll(">", "%3E"); // prettier-ignore
}

/** From a state that an answer told, until a second has passed. */
function watchRequest(target: RandomTarget, random: Random): TwinRequest {
  const { collection } = target;
  const name = random.pick(namesOf(target));
  // A watch takes a second: most of them are refused, or those of another list.
  if (random.chance(0.8)) {
    const wrong = random.pick([
      "resourceVersion=x",
      "labelSelector=a%20b",
      "sendInitialEvents=true",
    ]);
    return { method: "GET", path: `${collection}?watch=1&timeoutSeconds=1&${wrong}` };
  }
  const query = random.pick([
    "resourceVersion=$rv(list)",
    `resourceVersion=$rv(${name})`,
    "",
    "resourceVersion=0",
    "sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true",
  ]);
  const selector = random.pick([
    "",
    "",
    "&labelSelector=app%3Dweb",
    "&labelSelector=!app",
    `&fieldSelector=metadata.name%3D${name}`,
  ]);
  return {
    method: "GET",
    path: `${collection}?watch=1&timeoutSeconds=1&${query}${selector}`,
    accept: random.pick([
      "application/json",
      table,
      "application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io",
    ]),
  };
}

/** Nulls go when objects are stored: whether they are written again depends on the second then. */
function withoutNulls(value: Json): Json {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (!isObject(value)) return value;
  const result: JsonObject = {};
  for (const [key, member] of Object.entries(value)) {
    if (member !== null) setKey(result, key, withoutNulls(member));
  }
  return result;
}

/** A configuration of one of three managers, with some of the fields that the object has. */
function applyRequest(
  target: RandomTarget,
  name: string,
  place: string,
  random: Random,
): TwinRequest {
  const force = random.pick(["", "", "&force=true", "&force=false"]);
  const query = [
    `fieldManager=${random.pick(managers)}${force}`,
    ...(random.chance(0.1) ? ["dryRun=All"] : []),
    ...(random.chance(0.15) ? [`fieldValidation=${random.pick(["Strict", "Ignore"])}`] : []),
  ];
  return {
    method: "PATCH",
    path: `${target.collection}/${name}${place}?${query.join("&")}`,
    type: apply,
    body:
      place === "/scale" ? scaleBody(target, name, random) : configuration(target, name, random),
    accept: random.pick(objectAccepts),
  };
}

function configuration({ object, schema }: RandomTarget, name: string, random: Random): string {
  const { apiVersion = null, kind = null, spec = {}, status = {} } = object;
  const part = (key: string, value: Json): Json => {
    const given = random.chance(0.4) ? mutateValue(value, partOf(schema, key), random) : value;
    const changed = withoutNulls(given);
    if (!isObject(changed) || random.chance(0.3)) return changed;
    const kept = Object.entries(changed).filter(() => random.chance(0.7));
    return Object.fromEntries(kept);
  };
  const metadata: JsonObject = {
    name,
    ...(random.chance(0.4) && { labels: random.pick(labels.slice(1)) }),
    ...(random.chance(0.2) && { annotations: { a: random.pick(["1", "2"]) } }),
    ...(random.chance(0.1) && { finalizers: ["example.com/hold"] }),
  };
  return stringifyJson({
    apiVersion,
    kind,
    metadata,
    ...(random.chance(0.85) && { spec: part("spec", spec) }),
    ...(random.chance(0.2) && { status: part("status", status) }),
    // To YAML they are ends of lines.
  }).replace(
    /[\u0085\u2028\u2029]/g,
    (end) => `\\u${end.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

function scaleBody(target: RandomTarget, name: string, random: Random): string {
  const namespace = /\/namespaces\/([^/]+)/.exec(target.collection)?.[1];
  const place = namespace === undefined ? {} : { namespace };
  const version = random.chance(0.3) ? { resourceVersion: `$rv(${name})` } : {};
  const replicas = random.pick<Json>([0, 1, 2, 3, -1, null]);
  return stringifyJson({
    apiVersion: "autoscaling/v1",
    kind: "Scale",
    metadata: { name, ...place, ...version },
    spec: replicas === null ? {} : { replicas },
  });
}

/** An object that the server is to name. */
function generated({ object }: RandomTarget, random: Random): string {
  const generateName = random.pick(["made-", "x", "Bad_", "a".repeat(70), "dot."]);
  return stringifyJson({ ...object, metadata: { generateName, labels: random.pick(labels) } });
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
  const owners = random.chance(0.1) ? { ownerReferences: [owner] } : {};
  const metadata = { name, labels: random.pick(labels), ...version, ...finalizers, ...owners };
  return stringifyJson({ ...value, metadata });
}

const owner = { apiVersion: "v1", kind: "ConfigMap", name: "none", uid: "1" };

function mergeBody({ object, schema }: RandomTarget, random: Random): string {
  const { spec = {}, status = {} } = object;
  const parts: JsonObject = random.pick([
    { spec: mutateValue(spec, partOf(schema, "spec"), random) },
    { status: mutateValue(status, partOf(schema, "status"), random) },
    { metadata: { labels: random.pick(labels), annotations: { a: random.pick(["1", "2"]) } } },
    { metadata: { finalizers: random.pick([null, [], ["example.com/hold"]]) } },
    { metadata: { managedFields: [] } },
    { metadata: { ownerReferences: [owner] } },
    { spec, status },
  ]);
  return stringifyJson(parts);
}

function jsonPatchBody({ object, schema }: RandomTarget, random: Random, part = "spec"): string {
  const spec = object[part] ?? {};
  const keys = isObject(spec) ? Object.keys(spec) : [];
  const path = `/${part}/${random
    .pick([...keys, "nope"])
    .replaceAll("~", "~0")
    .replaceAll("/", "~1")}`;
  const value = mutateValue(spec, partOf(schema, part), random);
  const operation = random.pick<Json>([
    { op: "remove", path },
    { op: "add", path, value },
    { op: "replace", path: `/${part}`, value },
    { op: "add", path: `/${part}`, value },
    { op: "test", path, value: 1 },
    { op: "copy", from: `/${part}`, path: `/${part}/copy` },
    { op: "move", from: path, path: "/metadata/annotations" },
    { op: "add", path: "/metadata/labels", value: random.pick(labels) },
    { op: "add", path: "/metadata/finalizers", value: random.pick([[], ["example.com/hold"]]) },
  ]);
  const first = random.chance(0.2)
    ? [{ op: "test", path: "/kind", value: object["kind"] ?? null }]
    : [];
  return stringifyJson([...first, operation]);
}

function partOf(schema: Json, name: string): Json {
  const { properties = {} } = isObject(schema) ? schema : {};
  return (isObject(properties) ? properties[name] : undefined) ?? {};
}
