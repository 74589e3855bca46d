/*
 * Writes src/server/builtins/kind-table.ts: what a server knows of the types of built-in kinds.
 *
 * OpenAPI says which fields there are, which lists have keys, how patches merge, and what is filled
 * in. The order of fields, pointers and the names of types, which answers show too, stand in Go
 * alone. The two must agree.
 *
 *   node scripts/builtin-kinds.js [FOLDER OF OPENAPI DOCUMENTS] [GO MODULE CACHE]
 */
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";

const root = join(import.meta.dirname, "..");
const [, , documents = join(root, "../shared/corpus/openapi/1.37.2/v3"), modules = goModules()] =
  process.argv;
/** Of the Go modules that go with the documents. */
const moduleVersion = "v0.37.2";
const output = join(root, "src/server/builtins/kind-table.ts");

/** The kinds that serve has, by the documents that describe them. */
const kinds = {
  api__v1: [
    "v1/Namespace",
    "v1/ConfigMap",
    "v1/Secret",
    "v1/ServiceAccount",
    "v1/Event",
    "authentication.k8s.io/v1/TokenRequest",
  ],
  "apis__events.k8s.io__v1": ["events.k8s.io/v1/Event"],
  "apis__apiextensions.k8s.io__v1": ["apiextensions.k8s.io/v1/CustomResourceDefinition"],
  "apis__coordination.k8s.io__v1": ["coordination.k8s.io/v1/Lease"],
  "apis__authentication.k8s.io__v1": [
    "authentication.k8s.io/v1/TokenReview",
    "authentication.k8s.io/v1/SelfSubjectReview",
  ],
  "apis__authorization.k8s.io__v1": [
    "authorization.k8s.io/v1/SubjectAccessReview",
    "authorization.k8s.io/v1/LocalSubjectAccessReview",
    "authorization.k8s.io/v1/SelfSubjectAccessReview",
    "authorization.k8s.io/v1/SelfSubjectRulesReview",
  ],
};

function goModules() {
  return execFileSync("go", ["env", "GOMODCACHE"], { encoding: "utf8" }).trim();
}

/** Structs by their names in the table, such as `core/v1.Secret`. */
const structs = new Map();
const kindRows = [];
/** Of Go's packages. */
const sources = new Map();
/** Types that read and write themselves, which the decoder knows by name. */
const ownTypes = [
  "meta/v1.Time",
  "meta/v1.MicroTime",
  "meta/v1.FieldsV1",
  "apiextensions/v1.JSON",
  "apiextensions/v1.JSONSchemaPropsOrArray",
  "apiextensions/v1.JSONSchemaPropsOrBool",
  "apiextensions/v1.JSONSchemaPropsOrStringArray",
];
/** Where packages stand that are not in the module of all APIs. */
const places = {
  "meta/v1": `k8s.io/apimachinery@${moduleVersion}/pkg/apis/meta/v1`,
  "apiextensions/v1": `k8s.io/apiextensions-apiserver@${moduleVersion}/pkg/apis/apiextensions/v1`,
};

for (const [file, names] of Object.entries(kinds)) {
  const packed = readFileSync(join(documents, `${file}_openapi.json.gz`));
  const { schemas } = JSON.parse(gunzipSync(packed).toString("utf8")).components;
  for (const name of names) {
    const key = structOf(schemas, name);
    kindRows.push([name, key]);
    addStruct(schemas, key);
  }
}
writeTable();

function structOf(schemas, name) {
  for (const [key, schema] of Object.entries(schemas)) {
    const own = schema["x-kubernetes-group-version-kind"] ?? [];
    const named = own.map(({ group, version, kind }) => [group, version, kind].join("/"));
    if (named.some((one) => one.replace(/^\//, "") === name)) return tableName(key);
  }
  throw new Error(`there is no ${name}`);
}

/** `io.k8s.api.core.v1.Secret` → `core/v1.Secret` */
function tableName(schemaName) {
  const parts = schemaName.split(".");
  const [group, version, type] = parts.slice(-3);
  return `${group}/${version}.${type}`;
}

function schemaName(key) {
  const [, group, version, type] = /^(\w+)\/(\w+)\.(\w+)$/.exec(key);
  const prefixes = {
    meta: "io.k8s.apimachinery.pkg.apis",
    apiextensions: "io.k8s.apiextensions-apiserver.pkg.apis",
  };
  const prefix = prefixes[group] ?? "io.k8s.api";
  return `${prefix}.${group}.${version}.${type}`;
}

function addStruct(schemas, key) {
  if (structs.has(key)) return;
  const schema = schemas[schemaName(key)];
  if (schema === undefined) throw new Error(`OpenAPI has no ${key}`);
  const struct = { isAtomic: schema["x-kubernetes-map-type"] === "atomic", fields: [] };
  structs.set(key, struct);
  const properties = schema.properties ?? {};
  const fields = goFields(key);
  const declared = fields.map(({ json }) => json).sort();
  const published = Object.keys(properties).sort();
  if (declared.join() !== published.join()) {
    throw new Error(`${key}: Go has ${declared.join()}, OpenAPI ${published.join()}`);
  }
  for (const field of fields) {
    struct.fields.push({ ...field, facts: factsOf(field, properties[field.json]) });
    for (const used of field.uses) addStruct(schemas, used);
  }
}

/** What OpenAPI says of a field beside its type. */
function factsOf({ type, json }, property) {
  const facts = {};
  const {
    "x-kubernetes-list-type": list,
    "x-kubernetes-list-map-keys": keys,
    "x-kubernetes-map-type": map,
    "x-kubernetes-patch-merge-key": mergeKey,
    "x-kubernetes-patch-strategy": patch,
    default: fallback,
  } = property;
  if (list === "set") facts.list = "set";
  if (list === "map") facts.list = keys;
  if (map === "atomic") facts.isAtomic = true;
  if (patch !== undefined) facts.patch = patch;
  if (mergeKey !== undefined) facts.mergeKey = mergeKey;
  // Go's zero values are no defaults.
  const isZero = ["{}", '""', "0", "false", "null", undefined].includes(JSON.stringify(fallback));
  if (!isZero) facts.default = fallback;
  const isList = property.type === "array";
  if (isList && !/^\(?\[\]/.test(type))
    throw new Error(`${json}: a list in OpenAPI, ${type} in Go`);
  return facts;
}

/** The fields of a struct in Go, in their order; inlined ones in their place. */
function goFields(key) {
  const body = goDeclaration(key);
  const fields = [];
  const line = /^\s*(?:(\w+)\s+)?([*\w.[\]]+)\s+`([^`]*)`/gm;
  for (const [, , type, tags] of body.matchAll(line)) {
    const [, json = "-", options = ""] = /json:"([^",]*)(?:,([^"]*))?"/.exec(tags) ?? [];
    const [, number] = /protobuf:"\w+,(\d+),/.exec(tags) ?? [];
    if (json === "" && type === "metav1.TypeMeta") {
      const text = { type: "string", isPrinted: false, number: 0, uses: [] };
      fields.push({ json: "kind", ...text }, { json: "apiVersion", ...text });
      continue;
    }
    if (json === "-") continue;
    if (json === "" || number === undefined) throw new Error(`${key}: cannot read ${type} ${tags}`);
    const isPrinted = !/omitempty|omitzero/.test(options);
    fields.push({ json, ...tableType(type, key), isPrinted, number: Number(number) });
  }
  return fields;
}

/** A type of Go in the words of the table. */
function tableType(type, key) {
  if (type.startsWith("*")) return prefixed("*", tableType(type.slice(1), key));
  if (type === "[]byte") return { type: "bytes", uses: [] };
  if (type.startsWith("[]")) return prefixed("[]", tableType(type.slice(2), key));
  if (type.startsWith("map[string]")) {
    return prefixed("map[string]", tableType(type.slice("map[string]".length), key));
  }
  if (/^(string|bool|u?int(8|32|64)|float64)$/.test(type)) return { type, uses: [] };
  const own = qualified(type, key);
  const [, short] = /([^/]*)$/.exec(own);
  if (own === "types.UID") return { type: "string~types.UID", uses: [] };
  if (ownTypes.includes(own)) return { type: own.replace(/^.*\./, ""), uses: [] };
  const { underlying } = goType(own);
  if (underlying === "struct") return { type: own, uses: [own] };
  const inner = tableType(underlying, own);
  const named = inner.type.startsWith("[]") ? `(${inner.type})` : inner.type;
  return { type: `${named}~${short}`, uses: inner.uses };
}

function prefixed(prefix, { type, uses }) {
  return { type: prefix + type, uses };
}

/** A type with the package that it stands in. */
function qualified(type, key) {
  const [prefix, name] = type.includes(".") ? type.split(".") : ["", type];
  const own = key.slice(0, key.lastIndexOf("."));
  const packages = {
    "": own,
    metav1: "meta/v1",
    v1: "core/v1",
    corev1: "core/v1",
    types: "types",
    runtime: "runtime",
  };
  const found = packages[prefix];
  if (found === undefined) throw new Error(`${key}: unknown package of ${type}`);
  return `${found}.${name}`;
}

function goType(key) {
  const [place, name] = [key.slice(0, key.lastIndexOf(".")), key.slice(key.lastIndexOf(".") + 1)];
  const [, underlying] = new RegExp(`^type ${name} ([\\w.[\\]]+)`, "m").exec(goSource(place)) ?? [];
  if (underlying === undefined) throw new Error(`Go has no ${key}`);
  return { underlying };
}

function goDeclaration(key) {
  const [place, name] = [key.slice(0, key.lastIndexOf(".")), key.slice(key.lastIndexOf(".") + 1)];
  if (goSource(place).includes(`\ntype ${name} struct{}`)) return "";
  const [, body] =
    new RegExp(`^type ${name} struct \\{$(.*?)^\\}$`, "ms").exec(goSource(place)) ?? [];
  if (body === undefined) throw new Error(`Go has no struct ${key}`);
  return body;
}

function goSource(place) {
  const known = sources.get(place);
  if (known !== undefined) return known;
  const folder = join(modules, places[place] ?? `k8s.io/api@${moduleVersion}/${place}`);
  if (!existsSync(folder)) throw new Error(`${folder} is not there`);
  const files = readdirSync(folder).filter((name) => /^types.*\.go$/.test(name));
  const text = files.map((name) => readFileSync(join(folder, name), "utf8")).join("\n");
  sources.set(place, text);
  return text;
}

function structText([key, { isAtomic, fields }]) {
  const rows = fields.map(({ json, type, number, isPrinted, facts }) => {
    const more = { ...(isPrinted && { isPrinted }), ...facts };
    const row = [json, type, number, ...(Object.keys(more).length > 0 ? [more] : [])];
    return JSON.stringify(row);
  });
  const atomic = isAtomic ? ", isAtomic: true" : "";
  return `${JSON.stringify(key)}: { fields: [${rows.join(",\n")}]${atomic} },`;
}

function writeTable() {
  const text = `import type { KindTable } from "./kind-rows.js";

// Written by scripts/builtin-kinds.js.

/** The types of built-in kinds. */
export const kindTable: KindTable = {
  kinds: {
${kindRows.map(([name, key]) => `${JSON.stringify(name)}: ${JSON.stringify(key)},`).join("\n")}
  },
  structs: {
${[...structs].sort().map(structText).join("\n")}
  },
};
`;
  writeFileSync(output, text);
  execFileSync("npx", ["prettier", "--write", output], { cwd: root, stdio: "inherit" });
}
