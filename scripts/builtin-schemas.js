/*
 * Writes src/server/builtin-openapi/builtin-types.json: the types of built-in kinds and of CRDs in
 * OpenAPI v3, one a line, but for those that all kinds share, which src/crd/openapi/ has.
 *
 *   node scripts/builtin-schemas.js [FOLDER OF OPENAPI DOCUMENTS]
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";

const root = join(import.meta.dirname, "..");
const [, , documents = join(root, "../shared/corpus/openapi/1.37.2/v3")] = process.argv;
const output = join(root, "src/server/builtin-openapi/builtin-types.json");

const definitions = "apis__apiextensions.k8s.io__v1";
/** The kinds that serve has, by the documents that describe them; undefined: all of a document. */
const kinds = {
  api__v1: ["ConfigMap", "Event", "Namespace", "Secret", "ServiceAccount", "TokenRequest"],
  "apis__events.k8s.io__v1": undefined,
  "apis__coordination.k8s.io__v1": undefined,
  "apis__authentication.k8s.io__v1": undefined,
  "apis__authorization.k8s.io__v1": undefined,
};

const prefix = "#/components/schemas/";
const meta = "io.k8s.apimachinery.pkg.apis.meta.v1.";
/** Those that CRDs have, and those of `src/crd/openapi/meta-types.ts`. */
const known = /^io\.k8s\.apimachinery\.(?!.*(MicroTime|SelectorRequirement)$)/;
/** What of these only the documents of built-in kinds have. */
const shared = ["io.k8s.apimachinery.pkg.runtime.RawExtension"].concat(
  ["APIResource", "APIResourceList", "WatchEvent"].map((name) => meta + name),
);

const ofDefinitions = Object.entries(schemasOf(definitions));
const named = shared.map((name) => [name, ofDefinitions.find(([one]) => one === name)?.[1]]);
const defined = ofDefinitions.filter(([name]) =>
  name.startsWith("io.k8s.apiextensions-apiserver."),
);
const types = new Map();
for (const [file, names] of Object.entries(kinds)) {
  const schemas = schemasOf(file);
  const isKind = (name) =>
    name.startsWith("io.k8s.api.") && (names?.some((kind) => isOf(kind, name)) ?? true);
  for (const name of Object.keys(schemas).filter(isKind)) add(schemas, name);
}
const lines = [...named, ...defined.sort(), ...[...types].sort()].map(
  ([name, type]) => `${JSON.stringify(name)}:${JSON.stringify(type)}`,
);
writeFileSync(output, `{\n${lines.join(",\n")}\n}\n`);

function schemasOf(file) {
  const packed = readFileSync(join(documents, `${file}_openapi.json.gz`));
  return JSON.parse(gunzipSync(packed).toString("utf8")).components.schemas;
}

/** A kind and its lists. */
function isOf(kind, name) {
  return name.endsWith(`.v1.${kind}`) || name.endsWith(`.v1.${kind}List`);
}

/** A type, with those that it refers to. */
function add(schemas, name) {
  if (types.has(name) || known.test(name)) return;
  types.set(name, schemas[name]);
  JSON.stringify(schemas[name], (key, value) => {
    if (key === "$ref") add(schemas, value.slice(prefix.length));
    return value;
  });
}
