import type { FieldType } from "../../src/runtime/v1/built-in/table/field-row.js";
import type { ResourceRow } from "../../src/runtime/v1/built-in/table/kind-table.js";
import { kindTable } from "../../src/runtime/v1/built-in/table/kind-table.js";
import type { Json, JsonObject } from "../../src/runtime/v1/values/json/json.js";
import { isObject } from "../../src/runtime/v1/values/json/json.js";
import type { Random } from "../support/random.js";
import type { WholeClusterOptions } from "./whole-cluster.js";

/*
 * Objects of built-in kinds with random fields, by the table.
 */

const table = kindTable(37);

const plugins =
  "ServiceAccount,TaintNodesByCondition,Priority,DefaultTolerationSeconds,StorageObjectInUseProtection,DefaultStorageClass,DefaultIngressClass";
/** Admission that changes objects would hide what defaults are. */
export const plainAdmission: WholeClusterOptions = {
  controllers: false,
  flags: [`--disable-admission-plugins=${plugins}`],
};

const template = {
  metadata: { labels: { a: "b" } },
  spec: { containers: [{ name: "c", image: "i" }] },
};
const selector = { matchLabels: { a: "b" } };
const once = { ...template, spec: { ...template.spec, restartPolicy: "Never" } };
const webhook = {
  name: "a.b.example",
  clientConfig: { url: "https://a.example" },
  rules: [{ apiGroups: [""], apiVersions: ["v1"], operations: ["*"], resources: ["pods"] }],
  admissionReviewVersions: ["v1"],
  sideEffects: "None",
};

/** By resources: what is sent beside a name, which random fields are added to. */
export const randomBases: Readonly<Record<string, JsonObject>> = {
  pods: { spec: template.spec },
  podtemplates: { template },
  replicationcontrollers: { spec: { template } },
  services: { spec: { ports: [{ port: 80 }], selector: { a: "b" } } },
  persistentvolumeclaims: {
    spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } } },
  },
  persistentvolumes: {
    spec: {
      capacity: { storage: "1Gi" },
      accessModes: ["ReadWriteOnce"],
      hostPath: { path: "/a" },
    },
  },
  limitranges: { spec: { limits: [{ type: "Container", max: { cpu: "1" } }] } },
  endpoints: { subsets: [{ addresses: [{ ip: "10.1.1.1" }], ports: [{ port: 1 }] }] },
  secrets: {},
  nodes: {},
  "deployments.apps": { spec: { selector, template } },
  "replicasets.apps": { spec: { selector, template } },
  "statefulsets.apps": { spec: { selector, template } },
  "daemonsets.apps": { spec: { selector, template } },
  "jobs.batch": { spec: { template: once } },
  "cronjobs.batch": { spec: { schedule: "* * * * *", jobTemplate: { spec: { template: once } } } },
  "horizontalpodautoscalers.autoscaling": {
    spec: {
      scaleTargetRef: { apiVersion: "apps/v1", kind: "Deployment", name: "d" },
      maxReplicas: 2,
    },
  },
  "networkpolicies.networking.k8s.io": { spec: { podSelector: selector } },
  "ingresses.networking.k8s.io": {
    spec: { defaultBackend: { service: { name: "s", port: { number: 1 } } } },
  },
  "poddisruptionbudgets.policy": { spec: { selector } },
  "rolebindings.rbac.authorization.k8s.io": {
    roleRef: { kind: "Role", name: "r" },
    subjects: [{ kind: "User", name: "u" }],
  },
  "validatingwebhookconfigurations.admissionregistration.k8s.io": { webhooks: [webhook] },
  "mutatingwebhookconfigurations.admissionregistration.k8s.io": { webhooks: [webhook] },
  "storageclasses.storage.k8s.io": { provisioner: "a.example/p" },
  "csidrivers.storage.k8s.io": { spec: {} },
  "priorityclasses.scheduling.k8s.io": { value: 1 },
  "flowschemas.flowcontrol.apiserver.k8s.io": {
    spec: { priorityLevelConfiguration: { name: "p" } },
  },
  "resourceclaims.resource.k8s.io": {
    spec: { devices: { requests: [{ name: "r", exactly: { deviceClassName: "c" } }] } },
  },
  "endpointslices.discovery.k8s.io": {
    addressType: "IPv4",
    endpoints: [{ addresses: ["10.1.1.1"] }],
    ports: [{ port: 1 }],
  },
};

/** The resource of a name as CRDs have it: `deployments.apps`. */
export function resourceRow(name: string): ResourceRow {
  const row = table.resources
    .filter(({ plural, group }) => (group === "" ? plural : `${plural}.${group}`) === name)
    .at(-1);
  if (row === undefined) throw new Error(`no resource ${name}`);
  return row;
}

/** Where objects of a resource are created. */
export function collectionOf({ group, version, scope, plural }: ResourceRow): string {
  const root = group === "" ? "/api/v1" : `/apis/${group}/${version}`;
  return `${root}${scope === "Cluster" ? "" : "/namespaces/default"}/${plural}`;
}

/** An object with random fields; the first one has none. */
export function randomObject(
  row: ResourceRow,
  base: JsonObject,
  random: Random,
  index: number,
): JsonObject {
  const body = structuredClone(base);
  if (index > 0) addTo(body, row.struct, random, 0);
  const apiVersion = row.group === "" ? "v1" : `${row.group}/${row.version}`;
  return { ...body, apiVersion, kind: row.kind, metadata: { name: "x" } };
}

/** Adds random fields to a struct, and to those in it. */
function addTo(object: JsonObject, struct: string, random: Random, depth: number): void {
  if (depth > 8 || struct === "meta/v1.ObjectMeta") return;
  for (const { name, type } of table.struct(struct).fields) {
    if (name === "status" || name === "kind" || name === "apiVersion") continue;
    const value = object[name];
    if (value !== undefined) addWithin(value ?? null, type, random, depth);
    else if (random.chance(depth < 2 ? 0.06 : 0.04)) {
      const added = randomValue(type, random, 0);
      if (added !== undefined) object[name] = added;
    }
  }
}

function addWithin(value: Json, type: FieldType, random: Random, depth: number): void {
  if (type.kind === "struct" && isObject(value)) addTo(value, type.struct, random, depth + 1);
  else if (type.kind === "pointer") addWithin(value, type.of, random, depth);
  else if (type.kind === "list" && Array.isArray(value)) {
    for (const item of value) addWithin(item, type.of, random, depth);
  }
}

function randomValue(type: FieldType, random: Random, depth: number): Json | undefined {
  switch (type.kind) {
    case "pointer":
      return randomValue(type.of, random, depth);
    case "list": {
      const item = randomValue(type.of, random, depth);
      return item === undefined ? undefined : [item];
    }
    case "map": {
      const key = type.name === "core/v1.ResourceList" ? random.pick(["cpu", "memory"]) : "a";
      const item = randomValue(type.of, random, depth);
      return item === undefined ? undefined : { [key]: item };
    }
    case "struct":
      return randomStruct(type.struct, random, depth + 1);
    case "scalar":
      return randomScalar(type, random);
  }
}

function randomStruct(struct: string, random: Random, depth: number): JsonObject {
  const object: JsonObject = {};
  for (const { name, type, isRequired } of table.struct(struct).fields) {
    if (!isRequired && !(depth < 4 && random.chance(0.15))) continue;
    const value = randomValue(type, random, depth);
    if (value !== undefined) object[name] = value;
  }
  return object;
}

function randomScalar(type: FieldType & { kind: "scalar" }, random: Random): Json | undefined {
  const values = type.name === undefined ? undefined : table.enumValues(type.name);
  if (values !== undefined) return random.pick(values);
  switch (type.scalar) {
    case "string":
      return random.pick(["a", "a", "b", "/a"]);
    case "bool":
      return random.chance(0.5);
    case "int32":
    case "int64":
      return random.pick([1, 2, 0, 80]);
    case "Quantity":
      return random.pick(["100m", "1Gi", "1500u", "0.5", "2"]);
    case "IntOrString":
      return random.pick([1, "a", "10%"]);
    default:
      return undefined;
  }
}
