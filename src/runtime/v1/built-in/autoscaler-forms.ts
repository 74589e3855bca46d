import { stringifyJson } from "../values/go/json.js";
import { JsonFault, parseJson } from "../values/go/parse-json.js";
import { copyJson } from "../values/json/copy-json.js";
import type { Json, JsonObject } from "../values/json/json.js";
import { isObject } from "../values/json/json.js";
import { objectAt, objectsAt, withoutKeys } from "../values/json/raw-fields.js";
import type { KubernetesMinor } from "../values/kubernetes-version.js";
import { newestMinor } from "../values/kubernetes-version.js";
import { metadataOf } from "../values/metadata/resource-metadata.js";
import {
  behaviorType,
  metricTypes,
  newMetric,
  newStatus,
  oldMetric,
  oldStatus,
} from "./autoscaler-metrics.js";
import { decodeAs } from "./go-types/decode-as.js";
import { encodeAs } from "./go-types/encode-as.js";
import type { GoStruct } from "./go-types/go-type.js";
import { structOfKind } from "./kind-types.js";

/*
 * Autoscalers are served in two versions, of which the first has in annotations what it has no
 * fields for (Kubernetes `pkg/apis/autoscaling/v1/conversion.go`, `v2/conversion.go`). The type
 * inside the server is that of the second.
 */

const oldVersion = "autoscaling/v1";
const scaledVersion = "autoscaling/v2";

const prefix = "autoscaling.alpha.kubernetes.io/";
const annotationNames = {
  metrics: `${prefix}metrics`,
  behavior: `${prefix}behavior`,
  currentMetrics: `${prefix}current-metrics`,
  conditions: `${prefix}conditions`,
};
/** None of these is ever stored. */
const dropped: ReadonlySet<string> = new Set([
  ...Object.values(annotationNames),
  `${prefix}scale-down-tolerance`,
  `${prefix}scale-up-tolerance`,
]);

/** Tells whether a version is one of the two in which autoscalers are served. */
export function isAutoscaler({
  group,
  kind,
}: {
  readonly group: string;
  readonly kind: string;
}): boolean {
  return group === "autoscaling" && kind === "HorizontalPodAutoscaler";
}

/** A function that gives autoscalers the form of another version, or leaves them as they are. */
export function autoscalerConverter(
  minor: KubernetesMinor,
): (scalers: readonly JsonObject[], apiVersion: string) => JsonObject[] {
  return (scalers, apiVersion) =>
    scalers.map((scaler) => convertAutoscaler(scaler, apiVersion, minor));
}

/** An autoscaler in the form of `autoscaling/v1` or `autoscaling/v2`. */
export function convertAutoscaler(
  scaler: JsonObject,
  apiVersion: string,
  minor: KubernetesMinor = newestMinor,
): JsonObject {
  if (scaler["apiVersion"] === apiVersion) return scaler;
  const isNew = apiVersion === scaledVersion;
  const converted = isNew ? inNewForm(scaler, minor) : inOldForm(scaler, minor);
  return encoded(converted, apiVersion, minor);
}

/** What autoscalers that were just read are inside: the first version cannot say all of it. */
const insides = new WeakMap<JsonObject, JsonObject>();

/** An autoscaler that was just read, as its version shows what became of it inside. */
export function readAutoscaler(scaler: JsonObject, minor: KubernetesMinor): JsonObject {
  if (scaler["apiVersion"] !== oldVersion) return withAnnotations(scaler, {});
  const inside = convertAutoscaler(scaler, scaledVersion, minor);
  const shown = convertAutoscaler(inside, oldVersion, minor);
  insides.set(shown, inside);
  return shown;
}

/** A copy of an autoscaler of either version in the form that it has inside the server. */
export function autoscalerInside(scaler: JsonObject, minor: KubernetesMinor): JsonObject {
  const inside = insides.get(scaler) ?? convertAutoscaler(scaler, scaledVersion, minor);
  return copyJson(withAnnotations(inside, {})) as JsonObject; // of its source
}

function encoded(scaler: JsonObject, apiVersion: string, minor: KubernetesMinor): JsonObject {
  const [version = ""] = apiVersion.split("/").reverse();
  const type = structOfKind(
    { group: "autoscaling", version, kind: "HorizontalPodAutoscaler" },
    minor,
  );
  const named = { ...scaler, apiVersion };
  return type === undefined ? named : (encodeAs(type, named) as JsonObject); // structs are objects
}

/** Without the annotations that stand for fields, but for these. */
function withAnnotations(scaler: JsonObject, more: JsonObject): JsonObject {
  const metadata = metadataOf(scaler);
  const { annotations = null, ...rest } = metadata;
  const given = Object.entries(isObject(annotations) ? annotations : {});
  const kept = [...given.filter(([name]) => !dropped.has(name)), ...Object.entries(more)];
  const sorted = kept.sort(([left], [right]) => (left < right ? -1 : 1));
  const own = sorted.length > 0 ? { annotations: Object.fromEntries(sorted) } : {};
  return { ...scaler, metadata: { ...rest, ...own } };
}

/** What stands for a field in an annotation; undefined for what is no such value. */
function readAnnotation(
  scaler: JsonObject,
  name: keyof typeof annotationNames,
  type: GoStruct,
  minor: KubernetesMinor,
): readonly JsonObject[] | undefined {
  const { [annotationNames[name]]: text } = objectAt(metadataOf(scaler), "annotations") ?? {};
  if (typeof text !== "string") return undefined;
  const parsed = parseJson(text);
  if (parsed instanceof JsonFault) return undefined;
  const { value } = parsed;
  const isList = name !== "behavior";
  if (value === null) return [];
  if (Array.isArray(value) !== isList) return undefined;
  const items: readonly Json[] = [value].flat();
  const read = items.map((item) => {
    const named = withGoNames(type, item ?? {});
    return decodeAs(type, named, minor).faults.length > 0 ? undefined : encodeAs(type, named);
  });
  return read.every((one): one is JsonObject => isObject(one ?? null)) ? read : undefined;
}

/** Go finds fields by their names in any case. */
function withGoNames(type: GoStruct, value: Json): Json {
  if (!isObject(value)) return value;
  const fields = [...type.fields()];
  const entries = Object.entries(value).map(([key, member]) => {
    const [name, known] =
      fields.find(([one]) => one === key) ??
      fields.find(([one]) => one.toLowerCase() === key.toLowerCase()) ??
      [];
    if (name === undefined || known === undefined) return [key, member] as const;
    const inner = known.type.kind === "pointer" ? known.type.to : known.type;
    const of = inner.kind === "slice" ? inner.of : inner;
    if (of.kind !== "struct") return [name, member] as const;
    const isList = inner.kind === "slice" && Array.isArray(member);
    const named = isList ? member.map((one) => withGoNames(of, one)) : withGoNames(of, member);
    return [name, named] as const;
  });
  return Object.fromEntries(entries);
}

function cpuMetric(averageUtilization: Json): JsonObject {
  const target = { type: "Utilization", averageUtilization };
  return { type: "Resource", resource: { name: "cpu", target } };
}

const defaultUtilization = 80;

function inNewForm(scaler: JsonObject, minor: KubernetesMinor): JsonObject {
  const types = metricTypes(minor);
  const { targetCPUUtilizationPercentage: cpu = null, ...spec } = objectAt(scaler, "spec") ?? {};
  const others = readAnnotation(scaler, "metrics", types.metric, minor) ?? [];
  const given = [...others.map(newMetric), ...(cpu === null ? [] : [cpuMetric(cpu)])];
  const metrics = given.length > 0 ? given : [cpuMetric(defaultUtilization)];
  const behavior = behaviorIn(scaler, minor);
  return {
    ...withAnnotations(scaler, {}),
    spec: { ...spec, metrics, ...(behavior !== undefined && { behavior }) },
    status: newStatusOf(scaler, minor),
  };
}

function newStatusOf(scaler: JsonObject, minor: KubernetesMinor): JsonObject {
  const types = metricTypes(minor);
  const { currentCPUUtilizationPercentage: cpu = null, ...status } =
    objectAt(scaler, "status") ?? {};
  const resource = { name: "cpu", current: { averageUtilization: cpu } };
  const own = cpu === null ? null : [{ type: "Resource", resource }];
  const measured = readAnnotation(scaler, "currentMetrics", types.status, minor)?.map(newStatus);
  const conditions = readAnnotation(scaler, "conditions", types.condition, minor);
  return {
    ...status,
    currentMetrics: measured ?? own,
    ...(conditions !== undefined && { conditions: [...conditions] }),
  };
}

function behaviorIn(scaler: JsonObject, minor: KubernetesMinor): JsonObject | undefined {
  const [read] = readAnnotation(scaler, "behavior", behaviorType, minor) ?? [];
  const rules = (["scaleUp", "scaleDown"] as const).flatMap((key) => {
    const own = objectAt(read ?? {}, capital(key));
    return own === undefined ? [] : [[key, plainNames(own)] as const];
  });
  return rules.length === 0 ? undefined : Object.fromEntries(rules);
}

/** Names of Go as those of JSON. */
function plainNames(value: Json): Json {
  if (Array.isArray(value)) return value.map(plainNames);
  if (!isObject(value)) return value;
  const entries = Object.entries(value).filter(([, member]) => member !== null);
  return Object.fromEntries(
    entries.map(([key, member]) => [
      key.charAt(0).toLowerCase() + key.slice(1),
      plainNames(member),
    ]),
  );
}

/** The same the other way round. */
function scalerGoNames(value: Json): Json {
  if (Array.isArray(value)) return value.map(scalerGoNames);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [capital(key), scalerGoNames(member)]),
  );
}

function capital(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

function inOldForm(scaler: JsonObject, minor: KubernetesMinor): JsonObject {
  const types = metricTypes(minor);
  const [given, seen] = [objectAt(scaler, "spec") ?? {}, objectAt(scaler, "status") ?? {}];
  const { behavior = null } = given;
  const metrics = objectsAt(given, "metrics");
  const others = metrics.filter((metric) => cpuTarget(metric) === undefined);
  const [cpu] = metrics.flatMap((metric) => cpuTarget(metric) ?? []);
  const measured = objectsAt(seen, "currentMetrics");
  const conditions = objectsAt(seen, "conditions");
  const [measuredCpu] = measured.flatMap((metric) => cpuStatus(metric) ?? []).reverse();
  const annotations: JsonObject = {
    ...listText(annotationNames.metrics, types.metric, others.map(oldMetric)),
    ...listText(annotationNames.currentMetrics, types.status, measured.map(oldStatus)),
    ...listText(annotationNames.conditions, types.condition, conditions),
    ...(isObject(behavior) && {
      [annotationNames.behavior]: textOfGo(encodeAs(behaviorType, scalerGoNames(behavior))),
    }),
  };
  return {
    ...withAnnotations(scaler, annotations),
    spec: {
      ...withoutKeys(given, "metrics", "behavior"),
      ...(cpu !== undefined && { targetCPUUtilizationPercentage: cpu }),
    },
    status: {
      ...withoutKeys(seen, "currentMetrics", "conditions"),
      ...(measuredCpu !== undefined && { currentCPUUtilizationPercentage: measuredCpu }),
    },
  };
}

function listText(name: string, type: GoStruct, items: readonly JsonObject[]): JsonObject {
  if (items.length === 0) return {};
  return { [name]: textOfGo(items.map((item) => encodeAs(type, item))) };
}

/** As Go writes structs: in the order of their fields, without characters of HTML. */
function textOfGo(value: Json): string {
  return stringifyJson(value).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** The utilization that a metric of the processor aims at; undefined for other metrics. */
function cpuTarget(metric: JsonObject): Json | undefined {
  return ofCpu(metric, "target");
}

function cpuStatus(metric: JsonObject): Json | undefined {
  return ofCpu(metric, "current");
}

function ofCpu(metric: JsonObject, part: string): Json | undefined {
  const resource = objectAt(metric, "resource");
  if (metric["type"] !== "Resource" || resource?.["name"] !== "cpu") return undefined;
  return objectAt(resource, part)?.["averageUtilization"] ?? undefined;
}
