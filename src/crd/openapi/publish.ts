import { stringifyJson } from "../../runtime/v1/values/go/json.js";
import type { JsonObject } from "../../runtime/v1/values/json/json.js";
import type { Resource } from "../ir/resource.js";
import { openApiV2 } from "./openapi-v2.js";
import { openApiV3 } from "./openapi-v3.js";
import type { PublishedVersion } from "./published-version.js";
import { publishedVersions } from "./published-version.js";

/**
 * Returns the documents that the API server publishes of CRDs, by their paths: `/openapi/v2`,
 * `/openapi/v3` (the index of the others), and `/openapi/v3/apis/<group>/<version>` for each. Only
 * versions that are served are part of it. The order of the resources has no influence. Not part of
 * it is what a server publishes of its own types.
 *
 * Source: Kubernetes 1.37, apiextensions-apiserver `pkg/controller/openapi` and `openapiv3`.
 */
export function publishOpenApi(resources: Iterable<Resource>): ReadonlyMap<string, JsonObject> {
  const versions = inOrder(publishedVersions(resources));
  const documents = new Map<string, JsonObject>();
  for (const [groupVersion, ofVersion] of byGroupVersion(versions)) {
    documents.set(`/openapi/v3/apis/${groupVersion}`, openApiV3(ofVersion));
  }
  const hashes = new Map<string, string>();
  for (const [path, document] of documents) hashes.set(path, fingerprint(stringifyJson(document)));
  documents.set("/openapi/v2", openApiV2(versions));
  return documents.set("/openapi/v3", openApiIndex(hashes));
}

/** The documents of `publishOpenApi` as JSON texts. */
export function publishedTexts(resources: Iterable<Resource>): ReadonlyMap<string, string> {
  return new Map(
    [...publishOpenApi(resources)].map(([path, document]) => [path, stringifyJson(document)]),
  );
}

/**
 * The document of `/openapi/v3`: where each document is, with a hash of its text, so that clients
 * can keep what they read for as long as the hash stays. `hashes` has paths such as
 * `/openapi/v3/apis/stable.example.com/v1` as its keys.
 */
export function openApiIndex(hashes: ReadonlyMap<string, string>): JsonObject {
  const paths: JsonObject = {};
  for (const [path, hash] of hashes) {
    paths[path.replace("/openapi/v3/", "")] = { serverRelativeURL: `${path}?hash=${hash}` };
  }
  return { paths };
}

function inOrder(versions: readonly PublishedVersion[]): readonly PublishedVersion[] {
  const keyOf = ({ resource, version }: PublishedVersion): string =>
    [resource.group, version.name, resource.names.plural].join("/");
  return [...versions].sort((left, right) => (keyOf(left) < keyOf(right) ? -1 : 1));
}

function byGroupVersion(
  versions: readonly PublishedVersion[],
): ReadonlyMap<string, readonly PublishedVersion[]> {
  const groups = new Map<string, PublishedVersion[]>();
  for (const published of versions) {
    const key = `${published.resource.group}/${published.version.name}`;
    const known = groups.get(key);
    if (known === undefined) groups.set(key, [published]);
    else known.push(published);
  }
  return groups;
}

/**
 * 64 bits that change with the text, in hexadecimal digits. Clients compare hashes and know nothing
 * of how they are made, so that a quick one does: two of FNV-1a with different beginnings.
 */
function fingerprint(text: string): string {
  let [first, second] = [0x811c9dc5, 0x050c5d1f];
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    first = Math.imul(first ^ unit, 0x01000193);
    second = Math.imul(second ^ unit, 0x01000193) + index;
  }
  return [first, second]
    .map((half) => (half >>> 0).toString(16).padStart(8, "0"))
    .join("")
    .toUpperCase();
}
