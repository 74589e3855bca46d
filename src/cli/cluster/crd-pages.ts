import { objectAt, textAt, valueAt, withoutKeys } from "../../crd/frontend/raw-fields.js";
import type { Transport } from "../../runtime/v1/client/transport.js";
import { yamlOf } from "../../runtime/v1/testing/write-yaml.js";
import { JsonFault, parseJson } from "../../runtime/v1/values/go/parse-json.js";
import type { JsonObject } from "../../runtime/v1/values/json/json.js";
import { isObject } from "../../runtime/v1/values/json/json.js";
import { pathSegmentFaults } from "../../runtime/v1/values/names.js";
import { ask, parseAnswer, RefusedRequest } from "./ask.js";

const collection = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";

/** The names of all CRDs, sorted. */
export async function crdNames(transport: Transport): Promise<readonly string[]> {
  const accept = "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1";
  const names: string[] = [];
  for await (const page of pages(transport, accept, 500, parseAnswer)) {
    for (const item of page) names.push(nameOf(item));
  }
  return names.sort();
}

/** All CRDs, page by page. */
export function crdPages(transport: Transport): AsyncGenerator<readonly JsonObject[]> {
  // The next page comes while the CRDs of one are judged.
  return pages(transport, "application/json", 50, parseExactly);
}

/** One CRD; undefined where it is gone. */
export async function oneCrd(transport: Transport, name: string): Promise<JsonObject | undefined> {
  try {
    return parseExactly(await ask(transport, `${collection}/${name}`, "application/json"));
  } catch (error) {
    if (error instanceof RefusedRequest && error.status === 404) return undefined;
    throw error;
  }
}

export function nameOf(crd: JsonObject): string {
  return textAt(objectAt(crd, "metadata") ?? {}, "name");
}

/** A CRD as `kubectl get crd NAME -o yaml` prints it, so that people find its lines. */
export function textOfCrd(crd: JsonObject): string {
  return yamlOf({
    ...crd,
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: withoutKeys(objectAt(crd, "metadata") ?? {}, "managedFields"),
  });
}

async function* pages(
  transport: Transport,
  accept: string,
  limit: number,
  parse: (text: string) => JsonObject,
): AsyncGenerator<readonly JsonObject[]> {
  const asked = new Set<string>();
  for (let next = ""; !asked.has(next);) {
    asked.add(next);
    const query = `limit=${limit}${next === "" ? "" : `&continue=${encodeURIComponent(next)}`}`;
    const list = parse(await ask(transport, collection, accept, query));
    const items = itemsOf(list);
    if (items === undefined) throw new Error("the server's answer is not a list of CRDs");
    yield items;
    next = textAt(objectAt(list, "metadata") ?? {}, "continue");
    if (next === "") return;
  }
  throw new Error("the server's list of CRDs does not end");
}

/** Undefined for what is no list of objects with names. Go writes no items as null. */
function itemsOf(list: JsonObject): readonly JsonObject[] | undefined {
  if (!Object.hasOwn(list, "items")) return undefined;
  const items = valueAt(list, "items") ?? [];
  if (!Array.isArray(items)) return undefined;
  const objects = items.filter(isObject);
  // Names become a segment of a path.
  const isNamed = (item: JsonObject): boolean =>
    nameOf(item) !== "" && pathSegmentFaults(nameOf(item)).length === 0;
  return objects.length === items.length && objects.every(isNamed) ? objects : undefined;
}

/** A number that a JavaScript number does not hold, or not as what it is. */
const oddNumber = /[:[,\s]-?(?:\d{16,}[\d.]*|\d+\.0+|\d[\d.]*[eE][-+]?\d+)\s*[,\]}]/;

/** Most answers can be read six times as fast. */
function parseExactly(text: string): JsonObject {
  if (!oddNumber.test(text)) return parseAnswer(text);
  const parsed = parseJson(text);
  return !(parsed instanceof JsonFault) && isObject(parsed.value) ? parsed.value : {};
}
