import type { KubernetesList, ObjectMeta } from "../values/kubernetes.js";
import type { ResourceDefinition } from "../values/resource-definition.js";
import { copyClient } from "./caller.js";
import type { ResourceClient, ResourceTypes } from "./resource-client.js";
import type { TransportRequest } from "./transport.js";

/** The metadata of an object of any kind (apimachinery `meta/v1/types.go`). */
export interface PartialObjectMetadata {
  apiVersion: "meta.k8s.io/v1";
  /** Not that of the object; see `ResourceClient.definition`. */
  kind: "PartialObjectMetadata";
  metadata: ObjectMeta;
}

/** The types of a resource of which only the metadata is read. */
export interface MetadataTypes<T extends ResourceTypes> extends ResourceTypes {
  readonly scope: T["scope"];
  readonly read: PartialObjectMetadata;
  readonly input: T["input"];
  readonly apply: T["apply"];
  readonly list: KubernetesList<PartialObjectMetadata>;
  readonly field: T["field"];
}

/**
 * A client like another one that reads nothing but the metadata of objects (client-go `metadata`):
 * the server leaves out the rest, so that an informer of many Secrets or Pods stays small. What it
 * writes is written as always.
 */
export function metadataOnly<T extends ResourceTypes>(
  client: ResourceClient<T>,
): ResourceClient<MetadataTypes<T>> {
  const { definition } = client;
  const caller = client["caller"].with(
    {},
    (next) => (request) => next({ ...request, headers: headersOf(definition, request) }),
  );
  const copy: object = copyClient(client, caller);
  return copy as ResourceClient<MetadataTypes<T>>; // the server answers with these
}

function headersOf(
  definition: ResourceDefinition,
  request: TransportRequest,
): TransportRequest["headers"] {
  const form = answersWithList(definition, request)
    ? "PartialObjectMetadataList"
    : "PartialObjectMetadata";
  const accept = `application/json;as=${form};g=meta.k8s.io;v=v1`;
  return request.headers.map(([name, value]) => [name, name === "accept" ? accept : value]);
}

/** `/api/v1/…` or `/apis/group/version/…`, the namespace if there is one, and the resource. */
function answersWithList(
  { group, scope }: ResourceDefinition,
  { method, path, stream }: TransportRequest,
): boolean {
  if (stream === true || method === "POST") return false;
  const parts = path.split("/").slice(group === "" ? 3 : 4);
  const isInNamespace = scope === "Namespaced" && parts[0] === "namespaces" && parts.length > 2;
  return parts.length === (isInNamespace ? 3 : 1);
}
