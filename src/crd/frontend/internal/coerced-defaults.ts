import type { Json, JsonObject } from "../../../runtime/v1/values/json/json.js";
import { isObject, setKey } from "../../../runtime/v1/values/json/json.js";
import type { Path } from "../../source/document.js";
import type { CrdDocument } from "../find-crds.js";
import type { CoercedDefault } from "../findings/findings.js";
import type { InternalCrd } from "./internal-crd.js";

/**
 * The CRD with defaults replaced, in all versions where the schema is that of all. The given one
 * stays as it is; what is not on the way to a default is shared with it.
 */
export function withCoercedDefaults(
  crd: CrdDocument,
  { spec }: InternalCrd,
  coerced: readonly CoercedDefault[],
): JsonObject {
  const versions = spec.validation === undefined ? [] : spec.versions;
  let { value } = crd;
  for (const { path: fullPath, value: replacement } of coerced) {
    const path = fullPath.slice(crd.path.length);
    const paths = versions.map((_version, index) => [...versionSteps, index, ...path.slice(3)]);
    for (const each of paths.length > 0 ? paths : [path]) {
      const replaced = replaceAt(value, each, replacement);
      if (isObject(replaced)) value = replaced;
    }
  }
  return value;
}

/** What leads to the schema of a version, its index aside. */
const versionSteps = ["spec", "versions"] as const;

function replaceAt(value: Json, path: Path, replacement: Json): Json {
  const [step, ...rest] = path;
  if (step === undefined) return replacement;
  if (Array.isArray(value)) {
    return value.map((item, index) => (index === step ? replaceAt(item, rest, replacement) : item));
  }
  if (!isObject(value)) return value;
  const copy: JsonObject = {};
  for (const key of Object.keys(value)) {
    const child = value[key] ?? null;
    setKey(copy, key, key === step ? replaceAt(child, rest, replacement) : child);
  }
  return copy;
}
