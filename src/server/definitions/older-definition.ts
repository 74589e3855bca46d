import { crdTypes } from "../../crd/frontend/decode/crd-types.js";
import { encodeAs } from "../../crd/frontend/decode/encode-as.js";
import { defaultCrd, toV1Spec } from "../../crd/frontend/internal/convert-crd.js";
import { objectAt } from "../../crd/frontend/raw-fields.js";
import { printCrd } from "../../crd/frontend/read-resource.js";
import type { ServerSnapshot } from "../../runtime/v1/testing/memory-api-server.js";
import { parseStored } from "../../runtime/v1/testing/store.js";
import { goJson } from "../../runtime/v1/values/go/json.js";
import type { JsonObject } from "../../runtime/v1/values/json/json.js";
import { isObject } from "../../runtime/v1/values/json/json.js";
import { withStructure } from "./structure.js";

const group = "apiextensions.k8s.io";

/**
 * A definition as servers of today have it. Those of v1beta1, which none takes any more, may lie in
 * the store since older servers wrote them there: they are read as v1, and a condition says which
 * of today's rules they break.
 *
 * @param now RFC 3339
 */
export function definitionOfToday(stored: JsonObject, now: string): JsonObject {
  if (stored["apiVersion"] !== `${group}/v1beta1`) return stored;
  const known = encodeAs(crdTypes.v1beta1, defaultCrd(stored, "v1beta1"));
  const definition = isObject(known) ? known : {};
  const spec = toV1Spec(objectAt(definition, "spec") ?? {});
  const printed = printCrd({ ...definition, apiVersion: `${group}/v1`, spec });
  return withStructure(printed, printed, now);
}

/** A snapshot whose definitions are as servers of today have them. */
export function withDefinitionsOfToday(
  snapshot: ServerSnapshot,
  resource: string,
  now: string,
): ServerSnapshot {
  const old = (text: string): boolean => text.includes(`"${group}/v1beta1"`);
  const definitions = snapshot.objects[resource];
  if (definitions?.some(([, text]) => old(text)) !== true) return snapshot;
  const read = definitions.map(([key, text]) => {
    const today = old(text) ? goJson(definitionOfToday(parseStored(text), now)) : text;
    return [key, today] as const;
  });
  return { ...snapshot, objects: { ...snapshot.objects, [resource]: read } };
}
