/*
 * What one release of Kubernetes says of its kinds, as rows of text.
 */
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { GoSources } from "./go-sources.js";
import { ServerSources } from "./server-sources.js";

const served = join(import.meta.dirname, "../../../shared/corpus/openapi");

/** The rows of a release: resources by `apps/v1/deployments`, structs by `apps/v1.Deployment`. */
export function readRelease(release) {
  const documents = new Documents(release);
  const types = new GoSources(release);
  const server = new ServerSources(release, (name) => types.constant(name));
  return new ReleaseReader(documents, types, server).read();
}

/** The documents of a release, served or of Kubernetes' module. */
class Documents {
  #folder;
  isServed;

  constructor(release) {
    const own = join(served, release);
    this.isServed = existsSync(own);
    const modules = execFileSync("go", ["env", "GOMODCACHE"], { encoding: "utf8" }).trim();
    this.#folder = this.isServed ? own : join(modules, `k8s.io/kubernetes@v${release}/api`);
    if (!existsSync(this.#folder)) throw new Error(`${this.#folder} is not there`);
  }

  /** Each group version's schemas, by the path that its requests begin with. */
  *schemas() {
    const folder = join(this.#folder, this.isServed ? "v3" : "openapi-spec/v3");
    for (const file of readdirSync(folder)) {
      const [, place] = /^(?:api|apis__.*?)__(v\d+)_openapi\.json/.exec(file) ?? [];
      if (place === undefined || file.startsWith("openid")) continue;
      yield json(join(folder, file)).components.schemas;
    }
  }

  /** The resources of each stable version of a group, as discovery lists them. */
  *versions() {
    const folder = join(this.#folder, "discovery");
    for (const file of readdirSync(folder)) {
      if (!/^apis?__(?:.*__)?v\d+\.json/.test(file)) continue;
      const { groupVersion, resources } = json(join(folder, file));
      const [version, group = ""] = groupVersion.split("/").reverse();
      yield { group, version, resources };
    }
  }
}

function json(file) {
  const bytes = readFileSync(file);
  return JSON.parse(file.endsWith(".gz") ? gunzipSync(bytes).toString("utf8") : bytes);
}

/**
 * What no document and no type says, as servers of 1.37 answered: top-level fields without which
 * the smallest object of a kind is refused, and fields that OpenAPI requires which may be absent.
 */
const needed = {
  "v1/PersistentVolumeClaim": "spec",
  "v1/PersistentVolume": "spec",
  "v1/Pod": "spec",
  "v1/PodTemplate": "template",
  "v1/ReplicationController": "spec",
  "v1/Service": "spec",
  "apiregistration.k8s.io/v1/APIService": "spec",
  "apps/v1/Deployment": "spec",
  "apps/v1/DaemonSet": "spec",
  "apps/v1/ReplicaSet": "spec",
  "apps/v1/StatefulSet": "spec",
  "autoscaling/v1/HorizontalPodAutoscaler": "spec",
  "autoscaling/v2/HorizontalPodAutoscaler": "spec",
  "batch/v1/CronJob": "spec",
  "batch/v1/Job": "spec",
  "networking.k8s.io/v1/IngressClass": "spec",
  "networking.k8s.io/v1/Ingress": "spec",
  "networking.k8s.io/v1/IPAddress": "spec",
  "networking.k8s.io/v1/ServiceCIDR": "spec",
  "admissionregistration.k8s.io/v1/MutatingAdmissionPolicy": "spec",
  "admissionregistration.k8s.io/v1/MutatingAdmissionPolicyBinding": "spec",
  "admissionregistration.k8s.io/v1/ValidatingAdmissionPolicy": "spec",
  "admissionregistration.k8s.io/v1/ValidatingAdmissionPolicyBinding": "spec",
  "storagemigration.k8s.io/v1/StorageVersionMigration": "spec",
};
const mayBeAbsent = [
  "apiextensions/v1.CustomResourceDefinitionVersion.served",
  "apiextensions/v1.CustomResourceDefinitionVersion.storage",
  "batch/v1.PodFailurePolicy.rules",
  "core/v1.Event.involvedObject",
  "core/v1.HTTPHeader.value",
  "core/v1.ISCSIPersistentVolumeSource.lun",
  "core/v1.ISCSIVolumeSource.lun",
  "core/v1.LimitRangeSpec.limits",
  "core/v1.PreferredSchedulingTerm.preference",
  "core/v1.ScaleIOPersistentVolumeSource.secretRef",
  "core/v1.ScaleIOVolumeSource.secretRef",
  "core/v1.SleepAction.seconds",
  "core/v1.Sysctl.value",
  "core/v1.TypedLocalObjectReference.kind",
  "discovery/v1.ForZone.name",
  "meta/v1.FieldSelectorRequirement.operator",
  "meta/v1.GroupResource.group",
  "resource/v1.Counter.value",
  "resource/v1.DeviceCapacity.value",
  "resource/v1.ResourcePool.generation",
  "storage/v1.CSIDriver.spec",
  "storage/v1.CSINode.spec",
  "storage/v1.CSINodeSpec.drivers",
  "storage/v1.TokenRequest.audience",
];

const usualVerbs = "create,delete,deletecollection,get,list,patch,update,watch";

class ReleaseReader {
  #documents;
  #sources;
  #server;
  /** By their names in OpenAPI. */
  #schemas = new Map();
  #structs = new Map();
  #enums = new Map();

  constructor(documents, sources, server) {
    this.#documents = documents;
    this.#sources = sources;
    this.#server = server;
  }

  read() {
    for (const schemas of this.#documents.schemas()) {
      for (const [name, schema] of Object.entries(schemas)) this.#schemas.set(name, schema);
    }
    const resources = new Map();
    for (const { group, version, resources: listed } of this.#documents.versions()) {
      const at = group === "" ? version : `${group}/${version}`;
      for (const resource of listed) {
        if (resource.name.includes("/")) continue;
        const parts = listed.filter(({ name }) => name.startsWith(`${resource.name}/`));
        resources.set(
          `${at}/${resource.name}`,
          this.#resource({ group, version }, resource, parts),
        );
      }
    }
    return { resources, structs: this.#structs, enums: this.#enums };
  }

  /** The rows of a resource: itself, and its subresources. */
  #resource(version, resource, parts) {
    const kind = { ...version, kind: resource.kind };
    const struct = this.#structOf(kind);
    if (struct === undefined) throw new Error(`no document has ${resource.kind}`);
    this.#addStruct(struct);
    const { singularName, shortNames, categories, namespaced } = resource;
    const verbs = resource.verbs.join(",");
    const facts = [
      kind.kind,
      struct,
      namespaced ? "Namespaced" : "Cluster",
      ...(singularName === kind.kind.toLowerCase() ? [] : [`singular=${singularName}`]),
      ...(shortNames === undefined ? [] : [`short=${shortNames.join(",")}`]),
      ...(categories === undefined ? [] : [`in=${categories.join(",")}`]),
      ...(verbs === usualVerbs ? [] : [`verbs=${verbs}`]),
    ];
    if (needed[nameOf(kind)] !== undefined) facts.push(`needs=${needed[nameOf(kind)]}`);
    const selectable = this.#server.selectableFields(kind);
    if (selectable.length > 0) facts.push(`select=${selectable.join(",")}`);
    return [
      facts.join(" "),
      ...parts.map((part) => this.#subresource(kind, part)),
      ...(resource.verbs.includes("list")
        ? this.#server.columns(kind).map((column) => `|${column}`)
        : []),
    ];
  }

  #subresource(owner, { name, group = owner.group, version = owner.version, kind, verbs }) {
    const sent = { group, version, kind };
    const struct = this.#structOf(sent);
    if (struct !== undefined) this.#addStruct(struct);
    const isOwn = nameOf(sent) === nameOf(owner);
    const [, part] = name.split("/");
    return [`/${part}`, ...(isOwn ? [] : [nameOf(sent)]), `verbs=${verbs.join(",")}`].join(" ");
  }

  #structOf({ group, version, kind }) {
    for (const [name, schema] of this.#schemas) {
      const own = schema["x-kubernetes-group-version-kind"] ?? [];
      const isIt = own.some(
        (one) => one.group === group && one.version === version && one.kind === kind,
      );
      if (isIt) return tableName(name);
    }
    // Options of connections are in no document.
    const place = `${group === "" ? "core" : group.replace(/\..*/, "")}/${version}`;
    return this.#sources.hasStruct(`${place}.${kind}`) ? `${place}.${kind}` : undefined;
  }

  #addStruct(key) {
    if (this.#structs.has(key)) return;
    const rows = [];
    this.#structs.set(key, rows);
    const schema = this.#schemas.get(schemaName(key));
    if (schema?.["x-kubernetes-map-type"] === "atomic") rows.push("atomic");
    const fields = this.#sources.fields(key);
    this.#checkFields(key, fields, schema);
    for (const field of fields) {
      const property = schema?.properties?.[field.json];
      const isRequired = schema?.required?.includes(field.json) === true;
      const { facts, enumName } = this.#factsOf(key, field, property);
      rows.push(
        [
          field.json,
          field.type,
          field.number,
          ...(field.isPrinted ? ["printed"] : []),
          ...(isRequired ? ["required"] : []),
          ...(isRequired && mayBeAbsent.includes(`${key}.${field.json}`) ? ["absent"] : []),
          ...(field.within === undefined ? [] : [`within=${field.within}`]),
          ...facts,
        ].join(" "),
      );
      if (enumName !== undefined) this.#addEnum(key, field, property, enumName);
      for (const used of field.uses) this.#addStruct(used);
    }
  }

  #checkFields(key, fields, schema) {
    if (schema === undefined) return;
    const declared = fields.map(({ json: name }) => name).sort();
    const published = Object.keys(schema.properties ?? {}).sort();
    if (declared.join() !== published.join()) {
      const [own, theirs] = [declared, published];
      const missing = theirs.filter((name) => !own.includes(name));
      const more = own.filter((name) => !theirs.includes(name));
      throw new Error(`${key}: OpenAPI alone has ${missing.join()}, Go alone ${more.join()}`);
    }
  }

  /** What OpenAPI says of a field beside its type. */
  #factsOf(key, { type, json: name, isPrinted }, property = {}) {
    const facts = [];
    const {
      "x-kubernetes-list-type": list,
      "x-kubernetes-list-map-keys": keys,
      "x-kubernetes-map-type": map,
      "x-kubernetes-patch-merge-key": mergeKey,
      "x-kubernetes-patch-strategy": patch,
      default: fallback,
    } = property;
    if (list === "set") facts.push("set");
    if (list === "map") facts.push(`list=${keys.join(",")}`);
    if (map === "atomic") facts.push("atomic");
    if (map === "granular") facts.push("granular");
    if (patch !== undefined) facts.push(`patch=${patch}`);
    if (mergeKey !== undefined) facts.push(`key=${mergeKey}`);
    // Go's zero values are no defaults.
    const isZero = ["{}", '""', "0", "false", "null", undefined].includes(JSON.stringify(fallback));
    if (!isZero) facts.push(`default=${JSON.stringify(fallback)}`);
    // They only stand for what Go prints anyway, but where somebody marked them.
    const isMarked = !isPrinted || type.startsWith("*");
    if (isZero && ['""', "0", "false"].includes(JSON.stringify(fallback)) && isMarked) {
      facts.push("zero");
    }
    if (property.type === "array" && !/^\(?\[\]/.test(type)) {
      throw new Error(`${key}.${name}: a list in OpenAPI, ${type} in Go`);
    }
    const [enumName] = /(?<=~)[\w/]+\.\w+/.exec(type) ?? [];
    return { facts, enumName };
  }

  /** Documents of the module have no enums: Kubernetes marks their types in Go. */
  #addEnum(key, { json: name }, property, enumName) {
    const values = this.#sources.enumValues(enumName);
    if (values === undefined) return;
    const stated = this.#documents.isServed ? enumOf(property ?? {}) : undefined;
    if (stated !== undefined && stated.sort().join() !== values.join()) {
      throw new Error(`${key}.${name}: ${stated.join()} in OpenAPI, ${values.join()} in Go`);
    }
    this.#enums.set(
      enumName,
      values.map((value) => (value === "" ? '""' : value)),
    );
  }
}

function enumOf(property) {
  const inner = property.items ?? property.additionalProperties ?? property;
  return (inner.enum ?? inner.allOf?.[0]?.enum)?.map(String);
}

/** `apps/v1/Deployment` */
function nameOf({ group, version, kind }) {
  return [...(group === "" ? [] : [group]), version, kind].join("/");
}

/** `io.k8s.api.core.v1.Secret` → `core/v1.Secret` */
function tableName(name) {
  const [group, version, type] = name.split(".").slice(-3);
  return `${group}/${version}.${type}`;
}

const prefixes = {
  meta: "io.k8s.apimachinery.pkg.apis",
  apiextensions: "io.k8s.apiextensions-apiserver.pkg.apis",
  apiregistration: "io.k8s.kube-aggregator.pkg.apis",
};

function schemaName(key) {
  const [, group, version, type] = /^(\w+)\/(\w+)\.(\w+)$/.exec(key);
  return `${prefixes[group] ?? "io.k8s.api"}.${group}.${version}.${type}`;
}
