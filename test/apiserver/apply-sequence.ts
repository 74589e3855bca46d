import type { CompiledVersion } from "../../src/codegen/pipeline/compile-unit.js";
import type { AdmitOptions } from "../../src/runtime/v1/admission/admission.js";
import type { ManagedFieldsOptions, MergeSchema } from "../../src/runtime/v1/apply.js";
import {
  applyConfiguration,
  keepTimes,
  scaledManagedFields,
  scaleManagedFields,
  scaleMergeSchema,
  updateManagedFields,
} from "../../src/runtime/v1/apply.js";
import { isApiError } from "../../src/runtime/v1/client/api-error.js";
import type { Json, JsonObject } from "../../src/runtime/v1/values/json/json.js";
import { isObject } from "../../src/runtime/v1/values/json/json.js";
import { anyValue, exactValue } from "../support/apply-schemas.js";
import type { PatchOperation } from "../support/json-patch.js";
import { applyPatch } from "../support/json-patch.js";
import type { Random } from "../support/random.js";
import type { Target } from "./apply-targets.js";
import type { Answer, ApiServer } from "./server.js";

/** One request. */
interface Step {
  readonly verb: "apply" | "create" | "update" | "merge" | "json";
  readonly subresource: "" | "status" | "scale";
  readonly version: string;
  readonly manager: string;
  readonly force: boolean;
  readonly body: Json;
}

/** What both sides say of a request. */
interface Verdict {
  readonly code: number;
  readonly message: string;
  readonly causes: readonly string[];
  readonly object: Json;
}

const contentTypes = {
  apply: "application/apply-patch+yaml",
  create: "application/json",
  update: "application/json",
  merge: "application/merge-patch+json",
  json: "application/json-patch+json",
} as const;

function metadataOf(object: JsonObject): JsonObject {
  const { metadata } = object;
  return isObject(metadata) ? metadata : {};
}

function apiVersionOf(target: Target, version: string): string {
  return `${target.group}/${version}`;
}

/** A sequence of requests for one object. */
export class Sequence {
  #target: Target;
  readonly #random: Random;
  readonly #name: string;
  readonly #managers: readonly string[];
  #live: JsonObject | undefined;

  constructor(target: Target, random: Random, name: string) {
    this.#target = target;
    this.#random = random;
    this.#name = name;
    this.#managers = random.chance(0.1)
      ? Array.from({ length: 14 }, (_, index) => `m${index}`)
      : ["m1", "m2", 'm"3', "kubectl-edit"];
  }

  /** Makes some requests; gives the first difference, if there is one. */
  async run(server: ApiServer, length: number): Promise<string | undefined> {
    const requests = this.#managers.length > 4 ? length * 3 : length;
    for (let index = 0; index < requests; index++) {
      const step = this.#step();
      const answer = await this.#send(server, step);
      const stored = await this.#storedBy(server, step, answer);
      const time = newestTime(stored) ?? new Date().toISOString();
      const differences = differencesOf(
        this.#ofServer(step, answer, stored),
        this.#predict(step, time),
        "",
      );
      if (differences.length > 0) return this.#report(step, differences);
      this.#live = stored;
    }
    return undefined;
  }

  /** Goes on with a changed CRD. */
  async change(server: ApiServer, target: Target): Promise<void> {
    this.#target = target;
    if (this.#live === undefined) return;
    const answer = await server.request("GET", `${this.#path("v1")}/${this.#name}`);
    this.#live = answer.body as JsonObject; // the object
  }

  #report(step: Step, differences: readonly string[]): string {
    const { verb, subresource, version, manager, force, body } = step;
    return [
      `schema ${JSON.stringify(this.#target.schema)}`,
      `live ${JSON.stringify(this.#live)}`,
      `${verb} ${subresource} ${version} ${manager} force=${force} ${JSON.stringify(body)}`,
      ...differences,
    ].join("\n");
  }

  #step(): Step {
    const random = this.#random;
    const version = random.pick(this.#target.versions);
    const manager = random.pick(this.#managers);
    const common = {
      version,
      manager,
      force: random.chance(0.3),
      subresource: "" as Step["subresource"],
    };
    const chance = random.next();
    const configuration = this.#configuration(version);
    if (this.#live === undefined) {
      if (chance < 0.5) return { ...common, verb: "apply", body: configuration };
      return { ...common, verb: "create", body: this.#withEntries(configuration, []) };
    }
    const subresources = this.#subresources();
    const subresource = chance < 0.25 ? random.pick(subresources) : "";
    if (subresource === "scale") return this.#scaleStep(common);
    const verbs = [
      "apply",
      "apply",
      "apply",
      "apply",
      "update",
      "update",
      "merge",
      "json",
    ] as const;
    const many = ["apply", "update", "merge", "merge"] as const;
    const verb = random.pick(this.#managers.length > 4 ? many : verbs);
    const step = { ...common, subresource };
    if (verb === "apply") return { ...step, verb, body: configuration };
    if (verb === "merge") return { ...step, verb, body: this.#mergePatch(configuration) };
    if (verb === "json") return { ...step, verb, body: this.#jsonPatch() as unknown as Json }; // is JSON
    return { ...step, verb, body: this.#replacement(version, configuration) };
  }

  #subresources(): readonly Step["subresource"][] {
    const { status, replicas } = this.#schemaOf("v1");
    return [
      "",
      ...(status === true ? (["status"] as const) : []),
      ...(replicas === undefined ? [] : (["scale"] as const)),
    ];
  }

  #schemaOf(version: string): MergeSchema {
    const schema = this.#target.schemas.get(version);
    if (schema === undefined) throw new Error(`no version ${version}`);
    return schema;
  }

  #scaleStep(common: Pick<Step, "version" | "manager" | "force">): Step {
    const random = this.#random;
    const step = { ...common, subresource: "scale" } as const;
    const replicas = random.pick([0, 1, 2, 3]);
    const metadata = { name: this.#name, namespace: "default" };
    const scale = { apiVersion: "autoscaling/v1", kind: "Scale", metadata, spec: { replicas } };
    const verb = random.pick(["apply", "update", "merge"] as const);
    return { ...step, verb, body: verb === "merge" ? { spec: { replicas } } : scale };
  }

  #configuration(version: string): JsonObject {
    const random = this.#random;
    const { kind, schema } = this.#target;
    const value = exactValue(schema, random);
    const metadata: JsonObject = { name: this.#name };
    if (random.chance(0.3)) metadata["labels"] = { l: random.pick(["1", "2"]) };
    if (random.chance(0.2)) metadata["annotations"] = { n: random.pick(["1", "2"]) };
    if (random.chance(0.15)) metadata["finalizers"] = [random.pick(["x.io/a", "x.io/b"])];
    if (random.chance(0.15)) metadata["ownerReferences"] = [owner(random)];
    const object: JsonObject = {
      ...(isObject(value) ? value : {}),
      apiVersion: apiVersionOf(this.#target, version),
      kind,
      metadata,
    };
    const old = this.#live;
    // Much stays as it is.
    for (const key of ["spec", "status"]) {
      const [part, known] = [object[key], old?.[key]];
      if (!isObject(part) || !isObject(known)) continue;
      for (const name of Object.keys(part)) {
        if (random.chance(0.4) && known[name] !== undefined)
          part[name] = structuredClone(known[name]);
      }
    }
    if (random.chance(0.06)) this.#spoil(object);
    return object;
  }

  /** Puts one value in a place where it may not belong. */
  #spoil(object: JsonObject): void {
    const random = this.#random;
    let place: JsonObject = object;
    for (;;) {
      const inner = Object.entries(place).filter(
        ([key, value]) => isObject(value) && key !== "metadata",
      );
      if (inner.length === 0 || random.chance(0.3)) break;
      place = random.pick(inner)[1] as JsonObject; // as the filter says
    }
    const keys = Object.keys(place).filter(
      (key) => !["apiVersion", "kind", "metadata"].includes(key),
    );
    const key = random.chance(0.7) && keys.length > 0 ? random.pick(keys) : "unknown";
    const value = random.pick<Json>([
      1,
      "x",
      true,
      null,
      [1, 1],
      ["a", "a"],
      [null],
      [{}],
      { a: 1 },
      2e6,
    ]);
    place[key] = random.chance(0.2) ? anyValue(random, 2) : value;
  }

  #mergePatch(configuration: JsonObject): JsonObject {
    const random = this.#random;
    const patch: JsonObject = {};
    for (const key of ["spec", "status", "extra"]) {
      const part = configuration[key];
      if (part === undefined || random.chance(0.3)) continue;
      patch[key] = part;
      const known = this.#live?.[key];
      if (!isObject(part) || !isObject(known)) continue;
      for (const name of Object.keys(known)) if (random.chance(0.2)) part[name] = null;
    }
    if (random.chance(0.1)) patch["metadata"] = { labels: { l: random.pick([null, "1", "3"]) } };
    if (random.chance(0.05))
      patch["metadata"] = { managedFields: random.pick<Json>([[], null, [{}]]) };
    return patch;
  }

  #jsonPatch(): readonly PatchOperation[] {
    const random = this.#random;
    const { spec } = this.#live ?? {};
    const names = isObject(spec) ? Object.keys(spec) : [];
    const value = this.#configuration("v1")["spec"] ?? {};
    const path = (name: string): string =>
      `/spec/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
    if (names.length === 0) return [{ op: "add", path: "/spec", value }];
    const name = random.pick(names);
    const fresh = isObject(value) ? value[name] : undefined;
    if (fresh === undefined || random.chance(0.4)) return [{ op: "remove", path: path(name) }];
    return [{ op: "replace", path: path(name), value: fresh }];
  }

  #replacement(version: string, configuration: JsonObject): JsonObject {
    const random = this.#random;
    const live = structuredClone(this.#live ?? {});
    const { spec } = live;
    const fresh = configuration["spec"];
    if (isObject(spec) && isObject(fresh)) {
      for (const [name, value] of Object.entries(fresh)) if (random.chance(0.5)) spec[name] = value;
      for (const name of Object.keys(spec)) if (random.chance(0.1)) delete spec[name];
    } else if (fresh !== undefined) live["spec"] = fresh;
    if (configuration["status"] !== undefined && random.chance(0.5)) {
      live["status"] = configuration["status"];
    }
    live["apiVersion"] = apiVersionOf(this.#target, version);
    const { managedFields } = metadataOf(live);
    return this.#withEntries(live, Array.isArray(managedFields) ? managedFields : []);
  }

  /** Now and then with other managed fields. */
  #withEntries(object: JsonObject, entries: readonly Json[]): JsonObject {
    const random = this.#random;
    const metadata = { ...metadataOf(object) };
    if (entries.length > 0) metadata["managedFields"] = [...entries];
    if (random.chance(0.12)) {
      const [first] = entries;
      const apiVersion = apiVersionOf(this.#target, "v1");
      const entry = { manager: "odd", operation: "Update", apiVersion, fieldsType: "FieldsV1" };
      metadata["managedFields"] = random.pick<Json>([
        [],
        [{}],
        entries.slice(1),
        [{ ...entry, fieldsV1: { "f:spec": { "f:replicas": {}, "f:a": {} } } }],
        [
          {
            ...entry,
            operation: "Apply",
            fieldsV1: { "f:spec": { ".": {}, "f:b": { 'k:{"k1":"a"}': {} } } },
          },
        ],
        [{ ...entry, apiVersion: "apply.example.com/v0", fieldsV1: { "f:spec": {} } }],
        [{ ...entry, apiVersion: "other.example.com/v1", fieldsV1: { "f:spec": {} } }],
        [{ ...entry, fieldsType: "FieldsV2" }],
        [{ ...entry, fieldsV1: { "x:spec": {}, "f:spec": { "v:1": {}, "i:2": {} } } }],
        [{ ...entry, fieldsV1: { spec: {} } }],
        ...(isObject(first) ? [[{ ...first, manager: "taken" }, ...entries]] : []),
      ]);
    }
    return { ...object, metadata };
  }

  #path(version: string): string {
    const { plural } = this.#target.crd.spec.names;
    return `/apis/${apiVersionOf(this.#target, version)}/namespaces/default/${plural}`;
  }

  #send(server: ApiServer, step: Step): Promise<Answer> {
    const { verb, subresource, version, manager, force, body } = step;
    const query = new URLSearchParams({ fieldManager: manager });
    if (verb === "apply" && force) query.set("force", "true");
    const suffix = subresource === "" ? "" : `/${subresource}`;
    const collection = this.#path(version);
    const path = verb === "create" ? collection : `${collection}/${this.#name}${suffix}`;
    const method = verb === "create" ? "POST" : verb === "update" ? "PUT" : "PATCH";
    return server.request(method, `${path}?${query.toString()}`, body, contentTypes[verb]);
  }

  /** The object after a request. */
  async #storedBy(
    server: ApiServer,
    { subresource, version }: Step,
    { code, body }: Answer,
  ): Promise<JsonObject | undefined> {
    if (code >= 300) return this.#live;
    if (subresource !== "scale") return body as JsonObject; // the object
    const answer = await server.request("GET", `${this.#path(version)}/${this.#name}`);
    return answer.body as JsonObject; // the object
  }

  #ofServer({ verb }: Step, { code, body }: Answer, stored: JsonObject | undefined): Verdict {
    if (code < 300) return { code: 200, message: "", causes: [], object: shown(stored) };
    const { message = "", details } = body as {
      message?: string;
      details?: { causes?: readonly Json[] };
    }; // of a Status
    return refusal(verb, code, message, details?.causes ?? []);
  }

  /** What crdgen makes of a request. */
  #predict(step: Step, time: string): Verdict {
    try {
      const object = this.#write(step, time);
      return { code: 200, message: "", causes: [], object: shown(object) };
    } catch (error) {
      if (!isApiError(error)) throw error;
      const { code, message, causes } = error;
      return refusal(step.verb, code, message, causes as unknown as readonly Json[]); // are JSON
    }
  }

  #write(step: Step, time: string): JsonObject {
    const { verb, subresource, version, manager, body, force } = step;
    const apiVersion = apiVersionOf(this.#target, version);
    const live = this.#live && { ...this.#live, apiVersion };
    const options: ManagedFieldsOptions = {
      schema: this.#schemaOf(version),
      apiVersion,
      manager,
      subresource,
      time,
      convert: (object, other) => {
        const schema = this.#target.schemas.get(other.replace(`${this.#target.group}/`, ""));
        return schema && { object: { ...object, apiVersion: other }, schema };
      },
    };
    if (subresource === "scale" && live !== undefined) return this.#scale(step, live, options);
    if (verb === "apply") {
      const { kind } = this.#target;
      const applied = applyConfiguration(live, body as JsonObject, { ...options, kind, force }); // made so
      if (!applied.applied) throw new RefusedError(applied.status);
      const object = this.#admit(step, applied.object, live, { applied: true });
      const { managedFields } = metadataOf(applied.object);
      return this.#stored(live, object, managedFields);
    }
    const sent = patched(step, live);
    let managedFields: Json | undefined;
    const object = this.#admit(step, sent, live, {
      onDecoded: (decoded) => {
        ({ managedFields } = metadataOf(updateManagedFields(live, decoded, options)));
      },
    });
    return this.#stored(live, object, managedFields);
  }

  #scale(
    { verb, body, manager, force }: Step,
    live: JsonObject,
    options: ManagedFieldsOptions,
  ): JsonObject {
    const { metadata = {}, spec, status } = live;
    const { managedFields: entries, ...meta } = metadata as JsonObject; // an object
    const schemaOf = (apiVersion: string): MergeSchema | undefined =>
      this.#target.schemas.get(apiVersion.replace(`${this.#target.group}/`, ""));
    const shownMeta = Object.fromEntries(
      ["name", "namespace", "uid", "resourceVersion", "creationTimestamp"].map((key) => [
        key,
        meta[key] ?? null,
      ]),
    );
    const scaleEntries = scaleManagedFields(entries, schemaOf);
    const replicas = isObject(spec) ? spec["replicas"] : undefined;
    const current = isObject(status) ? (status["replicas"] ?? 0) : 0;
    const old: JsonObject = {
      apiVersion: "autoscaling/v1",
      kind: "Scale",
      metadata: {
        ...shownMeta,
        ...(scaleEntries === undefined ? {} : { managedFields: scaleEntries }),
      },
      spec: replicas === 0 ? {} : { replicas: replicas ?? -(2 ** 31) },
      status: { replicas: current },
    };
    const scaleOptions = {
      ...options,
      schema: scaleMergeSchema,
      apiVersion: "autoscaling/v1",
      subresource: "scale",
      convert: undefined,
    };
    let scale: JsonObject;
    if (verb === "apply") {
      const applied = applyConfiguration(old, body as JsonObject, {
        ...scaleOptions,
        kind: "Scale",
        force,
      }); // made so
      if (!applied.applied) throw new RefusedError(applied.status);
      scale = applied.object;
    } else {
      const { spec: wanted } = body as { spec: { replicas: number } }; // made so
      const sent = { ...old, spec: wanted.replicas === 0 ? {} : wanted };
      scale = updateManagedFields(old, sent, { ...scaleOptions, manager });
    }
    const { spec: written } = scale as { spec: { replicas?: number } }; // a Scale
    const scaled = {
      apiVersion: "autoscaling/v1",
      kind: "Scale",
      metadata: { name: this.#name },
      spec: { replicas: written.replicas ?? 0 },
    };
    const answer = this.#compiledOf(options).admit(scaled, {
      oldObject: live,
      subresource: "scale",
      namespace: "default",
    });
    if (!answer.allowed) throw new RefusedError(answer.status);
    const object = answer.scaled ?? {}; // of a write to scale
    const managedFields = scaledManagedFields(
      entries,
      metadataOf(scale)["managedFields"],
      options.apiVersion,
      schemaOf,
    );
    return this.#stored(live, object, managedFields);
  }

  #compiledOf({ apiVersion }: Pick<ManagedFieldsOptions, "apiVersion">): CompiledVersion {
    const compiled = this.#target.compiled.get(apiVersion.split("/")[1] ?? "");
    if (compiled === undefined) throw new Error(`no version ${apiVersion}`);
    return compiled;
  }

  #admit(
    step: Step,
    object: JsonObject,
    live: JsonObject | undefined,
    more: AdmitOptions,
  ): JsonObject {
    const subresource = step.subresource === "" ? undefined : step.subresource;
    const options = { oldObject: live, subresource, namespace: "default", ...more };
    const apiVersion = apiVersionOf(this.#target, step.version);
    const answer = this.#compiledOf({ apiVersion }).admit(object, options);
    if (!answer.allowed) throw new RefusedError(answer.status);
    return answer.object;
  }

  #stored(live: JsonObject | undefined, object: JsonObject, entries: Json | undefined): JsonObject {
    const metadata = { ...metadataOf(object) };
    delete metadata["managedFields"];
    if (entries !== undefined) metadata["managedFields"] = entries;
    const stored = { ...object, metadata };
    return live === undefined ? stored : keepTimes(live, stored);
  }
}

/**
 * How a refusal is compared: what is wrong with a patched object, the server tells of the patch.
 * Several faults come in the order of Go's maps, which is none; an unknown field hides others.
 */
function refusal(
  verb: Step["verb"],
  code: number,
  message: string,
  causes: readonly Json[],
): Verdict {
  if (verb !== "apply") return { code: 400, message: "", causes: [], object: null };
  const texts = causes.map((cause) => JSON.stringify(sorted(cause))).sort();
  const [first = "", ...lines] = message.split("\n");
  const isHidden = message.includes("field not declared in schema");
  const faults = isHidden ? [first.replace(/: (?:errors:|\.).*/, "")] : [first, ...lines.sort()];
  return { code, message: code === 422 ? "" : faults.join("\n"), causes: texts, object: null };
}

class RefusedError extends Error {
  readonly code: number;
  readonly causes: readonly unknown[];
  readonly status: { message?: string | undefined };
  constructor(status: {
    message?: string | undefined;
    code?: number | undefined;
    details?: { causes?: readonly unknown[] | undefined } | undefined;
  }) {
    super(status.message ?? "");
    this.name = "ApiError";
    this.status = status;
    this.code = status.code ?? 0;
    this.causes = status.details?.causes ?? [];
  }
}

/** The time that the server gave its newest entry. */
function newestTime(stored: JsonObject | undefined): string | undefined {
  const { managedFields } = metadataOf(stored ?? {});
  const entries = Array.isArray(managedFields) ? managedFields.filter(isObject) : [];
  return entries
    .map(({ time }) => String(time ?? ""))
    .sort()
    .findLast((time) => time !== "");
}

/** The places where two values differ. */
function differencesOf(want: unknown, got: unknown, path: string): readonly string[] {
  if (JSON.stringify(want) === JSON.stringify(got)) return [];
  const isDeep = [want, got].every((value) => typeof value === "object" && value !== null);
  if (!isDeep) return [`at ${path}\n  want ${JSON.stringify(want)}\n  got  ${JSON.stringify(got)}`];
  const [left, right] = [want, got] as Record<string, unknown>[]; // as was asked
  const keys = new Set([...Object.keys(left ?? {}), ...Object.keys(right ?? {})]);
  return [...keys].flatMap((key) => differencesOf(left?.[key], right?.[key], `${path}/${key}`));
}

function owner(random: Random): JsonObject {
  const uid = random.pick(["u1", "u2"]);
  return { apiVersion: "v1", kind: "Owner", name: random.pick(["o1", "o2"]), uid };
}

function patched({ verb, body }: Step, live: JsonObject | undefined): JsonObject {
  if (verb === "merge") return mergePatched(live ?? {}, body) as JsonObject; // a patch of an object
  if (verb !== "json") return body as JsonObject; // made so
  return applyPatch(live, body as unknown as readonly PatchOperation[]) as JsonObject; // made so
}

function mergePatched(target: Json, patch: Json): Json {
  if (!isObject(patch)) return isObject(target) ? patch : withoutNulls(patch);
  const merged = isObject(target) ? { ...target } : {};
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) delete merged[key];
    else merged[key] = mergePatched(merged[key] ?? null, value);
  }
  return merged;
}

/** The server's library drops nulls of objects within lists too, unless they replace an object. */
function withoutNulls(value: Json): Json {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (!isObject(value)) return value;
  const kept = Object.entries(value).filter(([, member]) => member !== null);
  return Object.fromEntries(kept.map(([key, member]) => [key, withoutNulls(member)]));
}

const hidden = ["uid", "resourceVersion", "creationTimestamp"];

function shown(object: JsonObject | undefined): Json {
  if (object === undefined) return null;
  const metadata = Object.entries(metadataOf(object))
    .filter(([key]) => !hidden.includes(key))
    .map(([key, value]) => [key, key === "managedFields" ? inOneOrder(value) : value] as const);
  return sorted({ ...object, metadata: Object.fromEntries(metadata) });
}

/** What updates of the scale have made two entries of has no order on the server. */
function inOneOrder(entries: Json): Json {
  if (!Array.isArray(entries)) return entries;
  const identity = (entry: Json | undefined): string =>
    JSON.stringify(
      sorted({ ...(isObject(entry ?? null) ? (entry as JsonObject) : {}), fieldsV1: {} }),
    ); // as asked
  const ordered = [...entries];
  for (const [index, entry] of ordered.entries()) {
    const previous = ordered[index - 1];
    if (previous === undefined || identity(previous) !== identity(entry)) continue;
    const pair = [previous, entry].sort((a, b) =>
      JSON.stringify(sorted(a)) < JSON.stringify(sorted(b)) ? -1 : 1,
    );
    ordered.splice(index - 1, 2, ...pair);
  }
  return ordered;
}

function sorted(value: Json): Json {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isObject(value)) return value;
  const entries = Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1));
  return Object.fromEntries(entries.map(([key, child]) => [key, sorted(child)]));
}
