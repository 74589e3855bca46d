import type { Json, JsonObject } from "../../../src/runtime/v1/values/json/json.js";
import { isObject, setKey } from "../../../src/runtime/v1/values/json/json.js";
import { metadataOf } from "../../../src/runtime/v1/values/metadata/resource-metadata.js";
import { mutateValue, randomJson } from "../../support/random-values.js";
import type { Generator, Scope } from "./generator.js";
import { oneOf, several, sometimes, weighted } from "./generator.js";
import { contentOf, labels, metadata, sample, schemaOf } from "./objects.js";

/*
 * Patches of each type: such that change something, such that change nothing, and wrong ones.
 */

/** One member of the sample, as it is or changed. */
function member(scope: Scope): readonly [string, Json] {
  const { random, resource } = scope;
  const [key, value] = random.pick(Object.entries(contentOf(resource.object)));
  const changed = mutateValue(value, schemaOf(resource.schema, key), random);
  return [key, random.chance(0.5) ? changed : value];
}

/** Parts of the sample, changed here and there, with nulls that remove something. */
export const mergePatch: Generator<Json> = weighted<Json>(
  [6, (scope) => Object.fromEntries(several(1, 2, member)(scope))],
  [3, (scope) => ({ metadata: { labels: labels(scope) } })],
  [1, (scope) => ({ metadata: { labels: { app: oneOf<Json>(null, "web", 1)(scope) } } })],
  [2, oneOf<Json>({ metadata: { annotations: { a: "1" } } }, { metadata: { annotations: null } })],
  [2, oneOf<Json>({ metadata: { finalizers: null } }, { metadata: { finalizers: ["example.com/hold"] } })],
  [1, ({ resource, random }) => ({ metadata: metadataWithoutName({ random, resource, isWhole: false }) })],
  [1, ({ resource }) => ({ [Object.keys(contentOf(resource.object))[0] ?? "spec"]: null })],
  [1, ({ resource }) => ({ metadata: { resourceVersion: `$rv(${resource.names[0]})` } })],
  [1, oneOf<Json>({}, { kind: "Other" }, { apiVersion: "v1" }, { metadata: null }, { metadata: { name: "x" } }, { unknown: 1 })],
  [1, oneOf<Json>([], null, 1, "x", { metadata: 1 }, { metadata: { managedFields: [] } }, { metadata: { labels: 1 } })],
); // prettier-ignore

function metadataWithoutName(scope: Scope): JsonObject {
  const drawn = metadata("x")(scope);
  return Object.fromEntries(Object.entries(drawn).filter(([key]) => key !== "name"));
}

/** Strategic merge patches are merge patches with directives. */
export const strategicPatch: Generator<Json> = (scope) => {
  const patch = mergePatch(scope);
  if (!isObject(patch) || !scope.random.chance(0.25)) return patch;
  const directive = oneOf<JsonObject>(
    { $patch: "replace" },
    { $patch: "delete" },
    { $patch: "nope" },
    { $retainKeys: ["metadata"] },
    { "$deleteFromPrimitiveList/finalizers": ["example.com/hold"] },
    { "$setElementOrder/finalizers": ["example.com/hold"] },
  )(scope);
  if (scope.random.chance(0.3)) return { ...patch, ...directive };
  return { ...patch, metadata: { ...metadataOf(patch), ...directive } };
};

/** Pointers into the sample and its metadata, and wrong ones. */
const pointer: Generator<string> = weighted(
  [8, pathWithin],
  [2, oneOf("/metadata/labels/app", "/metadata/labels", "/metadata/annotations/a", "/metadata/finalizers/0", "/metadata/finalizers/-")],
  [1, oneOf("", "/", "spec", "/nothing/x", "/metadata", "/metadata/name", "/kind", "/apiVersion", "/metadata/uid", "/metadata/managedFields")],
  [1, oneOf("/metadata/finalizers/9", "/metadata/finalizers/x", "/metadata/finalizers/-1", "/metadata/labels/a~1b", "/a~2", "/metadata/labels/")],
); // prettier-ignore

function pathWithin({ random, resource }: Scope): string {
  let value: Json = contentOf(resource.object);
  let path = "";
  while (path === "" || random.chance(0.6)) {
    const keys: string[] = isObject(value)
      ? Object.keys(value)
      : Array.isArray(value)
        ? [...value.keys(), "-"].map(String)
        : [];
    if (keys.length === 0) break;
    const key: string = random.chance(0.06) ? "nope" : random.pick(keys);
    path += `/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`;
    value = (value as JsonObject)[key] ?? null; // lists are read the same way
  }
  return path;
}

const value: Generator<Json> = weighted<Json>(
  [3, (scope) => member(scope)[1]],
  [2, ({ random }) => randomJson(random)],
  [1, labels],
  [1, oneOf<Json>(null, 1, "x", [], {}, ["example.com/hold"])],
);

const operation: Generator<Json> = weighted<Json>(
  [6, (scope) => ({ op: "add", path: pointer(scope), value: value(scope) })],
  [4, (scope) => ({ op: "replace", path: pointer(scope), value: value(scope) })],
  [3, (scope) => ({ op: "remove", path: pointer(scope) })],
  [2, (scope) => ({ op: "test", path: pointer(scope), value: value(scope) })],
  [1, (scope) => ({ op: "copy", from: pointer(scope), path: pointer(scope) })],
  [1, (scope) => ({ op: "move", from: pointer(scope), path: pointer(scope) })],
  [1, sometimes<Json>(
    0.5,
    oneOf<Json>({}, { op: "add" }, { op: "nope", path: "/a" }, { path: "/a" }, { op: 1, path: "/a" }, null, "x", 1, []),
    oneOf<Json>({ op: "add", path: "/metadata/labels" }, { op: "copy", path: "/a" }, { op: "remove", path: 1 }, { op: "add", path: null, value: 1 }),
  )],
); // prettier-ignore

/** A list of operations, or what is none. */
export const jsonPatch: Generator<Json> = weighted<Json>(
  [30, (scope) => [...several(1, 3, operation)(scope)]],
  [1, oneOf<Json>([], {}, null, 1, "x", [[]])],
);

/** A configuration to be applied: some of the sample's parts. */
export function configuration(name: string, version: string): Generator<Json> {
  return (scope) => {
    const { random, resource } = scope;
    const { apiVersion = "", kind = "" } = sample(scope, version);
    const result: JsonObject = {
      apiVersion,
      kind,
      metadata: random.chance(0.5) ? { name } : metadata(name)(scope),
    };
    for (const [key, given] of Object.entries(contentOf(resource.object))) {
      if (random.chance(0.15)) continue;
      const schema = schemaOf(resource.schema, key);
      const changed = random.chance(0.3) ? mutateValue(given, schema, random) : given;
      setKey(result, key, random.chance(0.3) ? someMembers(changed, scope) : changed);
    }
    if (random.chance(0.03))
      setKey(result, random.pick(["unknown", "status", "kind", "apiVersion"]), randomJson(random));
    return result;
  };
}

function someMembers(given: Json, { random }: Scope): Json {
  if (!isObject(given)) return given;
  return Object.fromEntries(Object.entries(given).filter(() => random.chance(0.7)));
}

/** A body for `/scale`. */
export function scale(name: string): Generator<Json> {
  return (scope) => ({
    apiVersion: sometimes<Json>(0.05, oneOf<Json>("v1", null, 1), () => "autoscaling/v1")(scope),
    kind: sometimes<Json>(0.05, oneOf<Json>("Other", null), () => "Scale")(scope),
    metadata: metadata(name, 0.3)(scope),
    spec: sometimes<Json>(
      0.2,
      oneOf<Json>({}, null, { replicas: "1" }, { replicas: -1 }, { replicas: 1.5 }, { replicas: null }, { replicas: 2 ** 31 }, { more: 1 }),
      oneOf<Json>({ replicas: 0 }, { replicas: 1 }, { replicas: 2 }),
    )(scope),
  }); // prettier-ignore
}

/** A body for `/token` of a ServiceAccount. */
export const tokenRequest: Generator<Json> = (scope) => ({
  apiVersion: "authentication.k8s.io/v1",
  kind: "TokenRequest",
  ...(scope.random.chance(0.2) && { metadata: metadata(scope.resource.names[0] ?? "")(scope) }),
  spec: sometimes<Json>(
    0.3,
    oneOf<Json>({}, null, 1, { audiences: null }, { audiences: "x" }, { expirationSeconds: 599 }, { expirationSeconds: 2 ** 33 }, { expirationSeconds: "x" }, { boundObjectRef: { kind: "Secret", apiVersion: "v1", name: "none" } }, { more: 1 }),
    oneOf<Json>({ audiences: ["a"] }, { audiences: ["a", "b"], expirationSeconds: 600 }, { audiences: ["a"], expirationSeconds: 7200 }),
  )(scope),
}); // prettier-ignore

/** What a DELETE may bring along. */
export const deleteOptions: Generator<Json> = (scope) => {
  const { random } = scope;
  const options: JsonObject = {};
  for (const [chance, key, draw] of deleteOptionParts) {
    if (random.chance(chance)) setKey(options, key, draw(scope));
  }
  return options;
};

const reference = (kind: "rv" | "uid"): Generator<Json> => ({ random, resource }) =>
  `$${kind}(${random.pick(resource.names)})`; // prettier-ignore

const deleteOptionParts: readonly (readonly [number, string, Generator<Json>])[] = [
  [0.3, "propagationPolicy", oneOf<Json>("Orphan", "Foreground", "Background", "Nope", "", null, 1)],
  [0.08, "orphanDependents", oneOf<Json>(true, false, null, "x")],
  [0.15, "gracePeriodSeconds", oneOf<Json>(0, 1, 30, -1, "x", null, 1.5)],
  [0.1, "dryRun", oneOf<Json>(["All"], ["all"], [], null, "All", ["All", "All"])],
  [0.15, "preconditions", weighted<Json>(
    [2, (scope) => ({ uid: reference("uid")(scope) })],
    [2, (scope) => ({ resourceVersion: reference("rv")(scope) })],
    [1, oneOf<Json>({ uid: "x" }, { resourceVersion: "1" }, {}, null, 1, { uid: "" }, { more: 1 }, { uid: 1 })],
  )],
  [0.1, "kind", oneOf<Json>("DeleteOptions", "DeleteOptions", "Other", "")],
  [0.1, "apiVersion", oneOf<Json>("v1", "meta.k8s.io/v1", "other/v1", "", 1)],
  [0.03, "unknown", oneOf<Json>(1)],
  [0.02, "ignoreStoreReadErrorWithClusterBreakingPotential", oneOf<Json>(true, false, "x")],
]; // prettier-ignore
