import { expect, it } from "vitest";
import { defaultsOf } from "../../src/runtime/v1/built-in/defaults/defaults.js";
import { encodeAs } from "../../src/runtime/v1/built-in/go-types/encode-as.js";
import { structOfKind } from "../../src/runtime/v1/built-in/kind-types.js";
import type { FieldType } from "../../src/runtime/v1/built-in/table/field-row.js";
import { kindTable } from "../../src/runtime/v1/built-in/table/kind-table.js";
import type { Json, JsonObject } from "../../src/runtime/v1/values/json/json.js";
import { isObject } from "../../src/runtime/v1/values/json/json.js";
import { describeShared, readShared, readSharedLines } from "../support/shared.js";

interface DefaultField {
  readonly values: readonly Json[];
  readonly whenAbsentStruct?: true;
}

interface DefaultCase {
  readonly id: string;
  readonly status: number;
  readonly body: JsonObject;
  readonly object?: JsonObject;
}

const table = kindTable(37);

describeShared("what Go's defaulting functions fill in", () => {
  it("is filled in each field, with the recorded values", () => {
    const recorded = JSON.parse(readShared("conformance/builtin/default-fields.json")) as Readonly<
      Record<string, DefaultField>
    >; // of the recorder
    const absent = Object.entries(recorded).filter(([, { whenAbsentStruct }]) => whenAbsentStruct);
    const found = filledFields(absent.map(([path]) => fieldName(path)));
    const lacking = Object.entries(recorded).flatMap(([path, { values }]) => {
      const own = found.get(fieldName(path)) ?? [];
      const texts = own.map((value) => JSON.stringify(sorted(value)));
      const missed = values.filter((value) => !texts.includes(JSON.stringify(sorted(value))));
      return missed.length === 0
        ? []
        : [`${path}: ${JSON.stringify(missed)}, not ${String(texts)}`];
    });
    // An empty map, which is not printed.
    expect(lacking).toEqual(["io.k8s.api.core.v1.ConfigMap.data: [{}], not "]);
    const known = new Set(Object.keys(recorded).map(fieldName));
    const others = [...found.keys()].filter((name) => !known.has(name));
    expect(others.sort()).toEqual(beyondRecorded);
  });

  const cases = readSharedLines<DefaultCase>("conformance/builtin/defaults.jsonl.gz");
  it.each(cases.filter(({ status }) => status === 201))("$id", ({ id, body, object }) => {
    const ours = filled(body);
    const theirs = isObject(object) ? object : {};
    const own = isVirtual(body) ? [] : differences(partsOf(ours), partsOf(theirs), "");
    expect(own).toEqual(madeByStrategies[id] ?? []);
  });
});

/** What the conversion of a kind sets, and kinds that are served by other programs. */
const beyondRecorded: readonly string[] = [
  // Inlined structs, which the recorder names by their own types.
  "admissionregistration/v1.NamedRuleWithOperations.scope",
  "admissionregistration/v1.RuleWithOperations.scope",
  // Groups that were not recorded.
  "apiextensions/v1.CustomResourceConversion.strategy",
  "apiextensions/v1.CustomResourceDefinitionSpec.conversion",
  "apiextensions/v1.ServiceReference.port",
  "apiregistration/v1.ServiceReference.port",
  // Structs and lists that are filled as a whole, whose fields are recorded or their parts.
  "apps/v1.StatefulSetSpec.persistentVolumeClaimRetentionPolicy",
  "autoscaling/v2.HPAScalingPolicy.periodSeconds",
  "autoscaling/v2.HPAScalingPolicy.type",
  "autoscaling/v2.HPAScalingPolicy.value",
  "autoscaling/v2.HPAScalingRules.policies",
  "autoscaling/v2.HorizontalPodAutoscalerSpec.metrics",
  "autoscaling/v2.MetricSpec.resource",
  "autoscaling/v2.MetricSpec.type",
  "autoscaling/v2.MetricTarget.averageUtilization",
  "autoscaling/v2.MetricTarget.type",
  "autoscaling/v2.ResourceMetricSource.name",
  // Conversion.
  "autoscaling/v1.HorizontalPodAutoscalerSpec.targetCPUUtilizationPercentage",
  "core/v1.PersistentVolumeClaim.apiVersion",
  "core/v1.PersistentVolumeClaim.kind",
  // It is that of the type EphemeralContainerCommon, and depends on another field.
  "core/v1.EphemeralContainer.imagePullPolicy",
  "core/v1.EphemeralContainer.terminationMessagePath",
  "core/v1.EphemeralContainer.terminationMessagePolicy",
  "core/v1.ServicePort.targetPort",
].sort();

/** What the strategy of a kind fills on creation, not the defaults. */
const madeByStrategies: Readonly<Record<string, readonly string[]>> = {
  "d-v1-Namespace": ['.spec.finalizers: null, not ["kubernetes"]'],
  "d-v1-Service": [
    '.spec.clusterIP: null, not "<address>"',
    '.spec.clusterIPs: null, not ["<address>"]',
    '.spec.ipFamilies: null, not ["IPv4"]',
    '.spec.ipFamilyPolicy: null, not "SingleStack"',
  ],
  "d-batch-v1-Job": [
    '.spec.selector: null, not {"matchLabels":{"batch.kubernetes.io/controller-uid":"<uid 1>"}}',
    '.spec.template.metadata.labels: null, not {"batch.kubernetes.io/controller-uid":"<uid 1>","batch.kubernetes.io/job-name":"x","controller-uid":"<uid 1>","job-name":"x"}',
  ],
  "d-certificates.k8s.io-v1-CertificateSigningRequest": [
    '.spec.groups: null, not ["system:masters","system:authenticated"]',
    '.spec.uid: null, not "admin"',
    '.spec.username: null, not "admin"',
  ],
};

/** Reviews answer with a status, and are not stored. */
function isVirtual({ kind }: JsonObject): boolean {
  return String(kind).endsWith("Review");
}

/** `io.k8s.api.core.v1.Pod.spec` is `core/v1.Pod.spec`. */
function fieldName(path: string): string {
  return path.replace(/^io\.k8s\.api\.(\w+)\./, "$1/");
}

function filled(body: JsonObject): JsonObject {
  const [version = "", group = ""] = String(body["apiVersion"]).split("/").reverse();
  const kind = { group, version, kind: String(body["kind"]) };
  const type = structOfKind(kind, 37);
  if (type === undefined) throw new Error(`no type of ${JSON.stringify(kind)}`);
  const object = encodeAs(type, body) as JsonObject; // a struct
  defaultsOf(kind, 37)?.(object);
  return encodeAs(type, object) as JsonObject; // a struct
}

/** Status and metadata belong to the strategies. */
function partsOf({ metadata: _metadata, status: _status, ...parts }: JsonObject): JsonObject {
  return parts;
}

function differences(ours: Json, theirs: Json, path: string): readonly string[] {
  if (isObject(ours) && isObject(theirs)) {
    const keys = [...new Set([...Object.keys(ours), ...Object.keys(theirs)])].sort();
    return keys.flatMap((key) =>
      differences(ours[key] ?? null, theirs[key] ?? null, `${path}.${key}`),
    );
  }
  if (Array.isArray(ours) && Array.isArray(theirs) && ours.length === theirs.length) {
    return ours.flatMap((item, index) => differences(item, theirs[index] ?? null, `${path}[]`));
  }
  const isSame = JSON.stringify(sorted(ours)) === JSON.stringify(sorted(theirs));
  const isTime = theirs === "<time>" && !Number.isNaN(Date.parse(String(ours)));
  return isSame || isTime
    ? []
    : [`${path}: ${JSON.stringify(ours)}, not ${JSON.stringify(theirs)}`];
}

/** What is filled in fields of objects that have all their structs, and of those that have none. */
function filledFields(absent: readonly string[]): ReadonlyMap<string, readonly Json[]> {
  const found = new Map<string, Json[]>();
  const structs = [...table.resources.map((one) => ({ ...one, name: one.struct }))];
  const token = { group: "authentication.k8s.io", version: "v1", kind: "TokenRequest" };
  for (const kind of [...structs, { ...token, name: "authentication/v1.TokenRequest" }]) {
    for (const without of [undefined, "all", ...absent]) {
      const object = without === "all" ? {} : wholeStruct(kind.name, [], without);
      const before = JSON.parse(JSON.stringify(object)) as JsonObject; // a copy
      defaultsOf(kind, 37)?.(object);
      collect({ kind: "struct", struct: kind.name }, before, object, found);
    }
  }
  return found;
}

/** An object with all its structs but one. */
function wholeStruct(name: string, within: readonly string[], absent?: string): JsonObject {
  const object: JsonObject = {};
  for (const { name: key, type } of table.struct(name).fields) {
    if (absent === `${name}.${key}`) continue;
    const value = wholeValue(type, [...within, name], absent);
    if (value !== undefined) object[key] = value;
  }
  return object;
}

function wholeValue(type: FieldType, within: readonly string[], absent?: string): Json | undefined {
  if (type.kind === "scalar") return undefined;
  if (type.kind === "struct") {
    return within.includes(type.struct) ? undefined : wholeStruct(type.struct, within, absent);
  }
  const item = wholeValue(type.of, within, absent);
  if (item === undefined || type.kind === "pointer") return item;
  return type.kind === "list" ? [item] : { k: item };
}

function collect(type: FieldType, before: Json, after: Json, found: Map<string, Json[]>): void {
  if (type.kind === "struct" && isObject(after)) {
    const old = isObject(before) ? before : {};
    for (const row of table.struct(type.struct).fields) {
      const [was, is] = [old[row.name] ?? null, after[row.name] ?? null];
      if (
        JSON.stringify(was) !== JSON.stringify(is) &&
        (is === null || !isLookedInto(row.type, was))
      ) {
        const name = `${type.struct}.${row.name}`;
        const isTime = row.name === "timeAdded";
        found.set(name, [...(found.get(name) ?? []), isTime ? "<time>" : is]);
      }
      collect(row.type, was, is, found);
    }
  } else if (type.kind === "list" || type.kind === "map") {
    const [old, items] = [valuesOf(before), valuesOf(after)];
    items.forEach((item, index) => {
      collect(type.of, old[index] ?? null, item, found);
    });
  } else if (type.kind === "pointer") {
    collect(type.of, before, after, found);
  }
}

/** A struct that was there, or is no pointer, is looked at field by field. */
function isLookedInto(type: FieldType, was: Json): boolean {
  return type.kind === "struct" || isObject(was) || Array.isArray(was);
}

function valuesOf(value: Json): readonly Json[] {
  if (Array.isArray(value)) return value;
  return isObject(value) ? Object.values(value).map((one) => one ?? null) : [];
}

function sorted(value: Json): Json {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isObject(value)) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, member]) => [key, sorted(member ?? null)]));
}
