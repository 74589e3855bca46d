/*
 * Writes src/server/builtin-openapi/kind-schemas.ts: the types of built-in kinds in OpenAPI v3,
 * but for those that all kinds share, which src/crd/openapi/ has.
 *
 *   node scripts/builtin-schemas.js [FOLDER OF OPENAPI DOCUMENTS]
 */
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";

const root = join(import.meta.dirname, "..");
const [, , documents = join(root, "../shared/corpus/openapi/1.37.2/v3")] = process.argv;
const output = join(root, "src/server/builtin-openapi/kind-schemas.ts");

/** The kinds that serve has, by the documents that describe them; undefined: all of a document. */
const kinds = {
  api__v1: ["ConfigMap", "Event", "Namespace", "Secret", "ServiceAccount", "TokenRequest"],
  "apis__events.k8s.io__v1": undefined,
  "apis__coordination.k8s.io__v1": undefined,
  "apis__authentication.k8s.io__v1": undefined,
  "apis__authorization.k8s.io__v1": undefined,
};

const prefix = "#/components/schemas/";
/** Those of `src/crd/openapi/meta-types.ts` and `definition-types.ts`. */
const shared = /^io\.k8s\.apimachinery\.(?!.*(MicroTime|SelectorRequirement)$)/;
const types = new Map();

for (const [file, names] of Object.entries(kinds)) {
  const packed = readFileSync(join(documents, `${file}_openapi.json.gz`));
  const { schemas } = JSON.parse(gunzipSync(packed).toString("utf8")).components;
  const isKind = (name) =>
    name.startsWith("io.k8s.api.") && (names?.some((kind) => isOf(kind, name)) ?? true);
  for (const name of Object.keys(schemas).filter(isKind)) add(schemas, name);
}
write();

/** A kind and its lists. */
function isOf(kind, name) {
  return name.endsWith(`.v1.${kind}`) || name.endsWith(`.v1.${kind}List`);
}

/** A type, with those that it refers to. */
function add(schemas, name) {
  if (types.has(name) || shared.test(name)) return;
  types.set(name, schemas[name]);
  JSON.stringify(schemas[name], (key, value) => {
    if (key === "$ref") add(schemas, value.slice(prefix.length));
    return value;
  });
}

function write() {
  const sorted = Object.fromEntries([...types].sort());
  const text = `import type { JsonObject } from "../../runtime/v1/json/json.js";

// Written by scripts/builtin-schemas.js.

/** The types of built-in kinds as OpenAPI v3 has them, by their names there. */
export const kindSchemas: Readonly<Record<string, JsonObject>> = ${JSON.stringify(sorted)};
`;
  writeFileSync(output, text);
  execFileSync("npx", ["prettier", "--write", output], { cwd: root, stdio: "inherit" });
}
