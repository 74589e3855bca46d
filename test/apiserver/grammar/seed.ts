import type { Transport } from "../../../src/runtime/v1/client/transport.js";
import type { ServerSnapshot } from "../../../src/runtime/v1/testing/memory-api-server.js";
import { parseStored } from "../../../src/runtime/v1/testing/store.js";
import { goJson } from "../../../src/runtime/v1/values/go/json.js";
import type { JsonObject } from "../../../src/runtime/v1/values/json/json.js";
import { isObject } from "../../../src/runtime/v1/values/json/json.js";
import { metadataOf } from "../../../src/runtime/v1/values/metadata/resource-metadata.js";
import { textOf } from "../../../src/runtime/v1/values/metadata/rules.js";

/** Where the core kinds are listed, by the names of their resources. */
const lists = {
  "namespaces.": "/api/v1/namespaces",
  "configmaps.": "/api/v1/configmaps",
  "secrets.": "/api/v1/secrets",
  "serviceaccounts.": "/api/v1/serviceaccounts",
  "events.": "/api/v1/events",
  "leases.coordination.k8s.io": "/apis/coordination.k8s.io/v1/leases",
};

/** What a cluster has of the core kinds by itself, so that another server begins with the same. */
export async function coreObjects(transport: Transport): Promise<ServerSnapshot> {
  const objects: Record<string, (readonly [string, string])[]> = {};
  let resourceVersion = 0;
  for (const [resource, path] of Object.entries(lists)) {
    const headers: [string, string][] = [["accept", "application/json"]];
    const response = await transport.send({ method: "GET", path, headers });
    const list = parseStored(await response.text());
    const { items = [], kind, apiVersion = "v1" } = list;
    resourceVersion = Math.max(resourceVersion, Number(metadataOf(list)["resourceVersion"]));
    const named = { kind: String(kind).replace(/List$/, ""), apiVersion };
    const found = Array.isArray(items) ? items.filter(isObject) : [];
    objects[resource] = found.map((item) => [keyOf(item), goJson({ ...item, ...named })]);
  }
  return { resourceVersion, objects };
}

function keyOf(object: JsonObject): string {
  const metadata = metadataOf(object);
  const namespace = textOf(metadata, "namespace");
  return `${namespace === "" ? "" : `${namespace}/`}${textOf(metadata, "name")}`;
}
