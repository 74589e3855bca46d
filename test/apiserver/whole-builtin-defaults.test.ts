import { expect, it } from "vitest";
import type { FieldType } from "../../src/builtin/field-row.js";
import { kindTable } from "../../src/builtin/kind-table.js";
import { encodeAs } from "../../src/crd/frontend/decode/encode-as.js";
import {
  parseQuantity,
  Quantity,
  quantityText,
} from "../../src/runtime/v1/cel/libraries/quantity.js";
import type { Json, JsonObject } from "../../src/runtime/v1/values/json/json.js";
import { isObject } from "../../src/runtime/v1/values/json/json.js";
import { defaultsOf } from "../../src/server/builtins/defaults/defaults.js";
import { fillPodResources } from "../../src/server/builtins/defaults/pod-resources.js";
import { goTypeOf } from "../../src/server/builtins/kind-types.js";
import { Random } from "../support/random.js";
import { describeWholeCluster } from "./whole-cluster.js";

const table = kindTable(37);
const seed = Number(process.env["SAMPLE_SEED"] ?? 1);
const count = Number(process.env["DEFAULTS_COUNT"] ?? 60);

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
const bases: Readonly<Record<string, JsonObject>> = {
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

/** What strategies and admission make of objects, by paths without their indices. */
const made =
  /^\.(?:metadata|status)\b|^\.spec\.(?:clusterIPs?|ipFamil\w+|ports\[\]\.nodePort|healthCheckNodePort)$|tolerations|serviceAccount(?:Name)?$|volumeMounts|\.volumes|preemptionPolicy|priority$|kube-api-access|storageClassName|ingressClassName|^\.spec\.selector|^\.spec\.template\.metadata\.labels|\.timeAdded$|^\.spec\.dataSource|^\.data$/;

const plugins =
  "ServiceAccount,TaintNodesByCondition,Priority,DefaultTolerationSeconds,StorageObjectInUseProtection,DefaultStorageClass,DefaultIngressClass";
/** Admission that changes objects would hide what defaults are. */
const options = { controllers: false, flags: [`--disable-admission-plugins=${plugins}`] };

describeWholeCluster(
  "defaults of objects with random fields",
  (cluster) => {
    it.each(Object.entries(bases))("%s", async (resource, base) => {
      const row = table.resources
        .filter(({ plural, group }) => (group === "" ? plural : `${plural}.${group}`) === resource)
        .at(-1);
      if (row === undefined) throw new Error(`no resource ${resource}`);
      const root = row.group === "" ? "/api/v1" : `/apis/${row.group}/${row.version}`;
      const place = row.scope === "Cluster" ? "" : "/namespaces/default";
      const random = new Random(seed);
      const different: unknown[] = [];
      let accepted = 0;
      for (let index = 0; index < count; index++) {
        const apiVersion = row.group === "" ? "v1" : `${row.group}/${row.version}`;
        const body = structuredClone(base);
        if (index > 0) addTo(body, row.struct, random, 0);
        const named = { ...body, apiVersion, kind: row.kind, metadata: { name: "x" } };
        const path = `${root}${place}/${row.plural}?dryRun=All`;
        const answer = await cluster().request("POST", path, named);
        if (answer.code !== 201) continue;
        accepted++;
        const found = differences(filled(row, named), answer.body as JsonObject, named, ""); // an object
        if (found.length > 0) different.push({ body: JSON.stringify(body), found });
      }
      expect(different.slice(0, 3)).toEqual([]);
      expect(accepted).toBeGreaterThan(0);
    });
  },
  options,
);

function filled(
  kind: { readonly group: string; readonly version: string; readonly kind: string },
  body: JsonObject,
): JsonObject {
  const type = goTypeOf(kind, 37);
  if (type === undefined) throw new Error(`no type of ${kind.kind}`);
  const object = encodeAs(type, body) as JsonObject; // a struct
  defaultsOf(kind, 37)?.(object);
  if (kind.kind === "Pod") fillPodResources(object["spec"] as JsonObject); // a struct
  return encodeAs(type, object) as JsonObject; // a struct
}

/** Strategies drop what was sent of features that are off. */
function differences(ours: Json, theirs: Json, sent: Json, path: string): readonly string[] {
  if (made.test(path) || (sent !== null && theirs === null)) return [];
  if (isObject(ours) && isObject(theirs)) {
    const keys = [...new Set([...Object.keys(ours), ...Object.keys(theirs)])].sort();
    return keys.flatMap((key) =>
      differences(ours[key] ?? null, theirs[key] ?? null, memberOf(sent, key), `${path}.${key}`),
    );
  }
  if (Array.isArray(ours) && Array.isArray(theirs) && ours.length === theirs.length) {
    return ours.flatMap((item, index) =>
      differences(item, theirs[index] ?? null, memberOf(sent, index), `${path}[]`),
    );
  }
  const [own, other] = [canonical(ours), canonical(theirs)];
  return own === other ? [] : [`${path}: ${own}, not ${other}`];
}

function memberOf(value: Json, key: string | number): Json {
  if (Array.isArray(value)) return value[Number(key)] ?? null;
  return isObject(value) ? (value[key] ?? null) : null;
}

/** Quantities may be written in several ways. */
function canonical(value: Json): string {
  const quantity = typeof value === "string" ? parseQuantity(value) : undefined;
  return quantity instanceof Quantity ? quantityText(quantity) : JSON.stringify(value);
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
