import type { BodyFault } from "../admission/admission.js";
import { unreadable } from "../admission/decode-body.js";
import { strictScaleFaults } from "../admission/scale-write.js";
import { strictText } from "../admission/strict-errors.js";
import { goJson, jsonKind } from "../values/go/json.js";
import { quote } from "../values/go/quote.js";
import type { Json, JsonObject } from "../values/json/json.js";
import { isInt64, isObject } from "../values/json/json.js";
import { decodeObjectMeta, MetaFault } from "../values/metadata/decode.js";
import { textOf } from "../values/metadata/rules.js";

/**
 * Why what a patch makes of a Scale cannot be decoded. The server has words for that which it lacks
 * where a Scale is the body of a request (apiserver `endpoints/handlers/patch.go`).
 *
 * @param scheme where the server looks for the type of a Scale
 */
export function scalePatchFault(patched: Json, scheme: string): BodyFault | undefined {
  if (!isObject(patched)) return undefined;
  const fault = kindFault(patched, scheme) ?? metadataFault(patched) ?? typeFaultIn(patched);
  if (fault !== undefined) return unreadable(fault);
  const items = strictScaleFaults(goJson(patched)).map(strictText);
  return items.length === 0 ? undefined : { kind: "odd", items };
}

function kindFault(patched: JsonObject, scheme: string): string | undefined {
  const [apiVersion, kind] = [textOf(patched, "apiVersion"), textOf(patched, "kind")];
  const isScale = /^(autoscaling\/v1)?$/.test(apiVersion) && /^(Scale)?$/.test(kind);
  if (isScale) return undefined;
  return `no kind ${quote(kind)} is registered for version ${quote(apiVersion)} in scheme ${quote(scheme)}`;
}

function metadataFault({ metadata = null }: JsonObject): string | undefined {
  const meta = decodeObjectMeta(metadata, { struct: "Scale", path: "metadata" });
  return meta instanceof MetaFault ? meta.message : undefined;
}

const parts = [
  ["spec", "ScaleSpec", ["replicas"]],
  ["status", "ScaleStatus", ["replicas", "selector"]],
] as const;

function typeFaultIn(patched: JsonObject): string | undefined {
  for (const [part, type, fields] of parts) {
    const value = patched[part] ?? null;
    if (value === null) continue;
    if (!isObject(value)) return wrongType(value, `Scale.${part}`, `v1.${type}`);
    for (const field of fields) {
      const member = value[field] ?? null;
      const wanted = field === "replicas" ? "int32" : "string";
      if (member === null || isOfType(member, wanted)) continue;
      return wrongType(member, `${type}.${part}.${field}`, wanted);
    }
  }
  return undefined;
}

function isOfType(value: Json, type: "int32" | "string"): boolean {
  if (type === "string") return typeof value === "string";
  return typeof value === "number" && isInt64(value) && (value | 0) === value;
}

/** A number of the wrong form is shown. */
function wrongType(value: Json, field: string, type: string): string {
  const kind = jsonKind(value);
  const isForm = kind === "number" && type === "int32";
  const shown = isForm ? `number ${goJson(value)}` : kind;
  return `json: cannot unmarshal ${shown} into Go struct field ${field} of type ${type}`;
}
