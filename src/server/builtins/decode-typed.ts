import { badRequest } from "../../runtime/v1/admission/admission-status.js";
import type { YamlSource } from "../../runtime/v1/admission/admission.js";
import type { BodyKind, RawBody } from "../../runtime/v1/admission/decode-body.js";
import { readRawBody, unhandledStatus } from "../../runtime/v1/admission/decode-body.js";
import { Refusal } from "../../runtime/v1/admission/refusal.js";
import { quote } from "../../runtime/v1/go/quote.js";
import type { JsonObject } from "../../runtime/v1/json/json.js";
import { metadataOf } from "../../runtime/v1/metadata/resource-metadata.js";
import { textOf } from "../../runtime/v1/metadata/rules.js";
import { apiVersionOf } from "../../runtime/v1/names.js";
import { builtinVersions } from "../../versions/builtin-kinds.js";

/**
 * Reads the body of a write to a kind that the server has a type for in Go: what the body does not
 * say of its kind is that of the resource, and another kind is one that the server does not know
 * (apimachinery `runtime/serializer/json`, apiserver `endpoints/handlers/create.go`). The object
 * says of which kind it is.
 *
 * @param resource with the line of Go's code that such an error names
 */
export function decodeTyped(
  resource: BodyKind & { readonly schemeLine: number },
  input: unknown,
  yaml?: YamlSource,
): RawBody | Refusal {
  const body = readRawBody(resource, input, yaml);
  if (body instanceof Refusal) return body;
  const apiVersion = givenVersion(resource, textOf(body.object, "apiVersion"));
  const kind = body.kind === "" ? resource.kind : body.kind;
  if (kind === resource.kind && apiVersion === apiVersionOf(resource)) {
    return { ...body, kind, object: { ...withReset(body.object), apiVersion, kind } };
  }
  return otherKind(resource, apiVersion, kind);
}

/** An empty list of owners takes all away, as one empty entry does for custom resources. */
function withReset(object: JsonObject): JsonObject {
  const metadata = metadataOf(object);
  const { managedFields } = metadata;
  const isReset = Array.isArray(managedFields) && managedFields.length === 0;
  return isReset ? { ...object, metadata: { ...metadata, managedFields: [{}] } } : object;
}

/** A version without a group, or a group without a version, are taken as they are. */
function givenVersion(resource: BodyKind, apiVersion: string): string {
  const isNone = apiVersion === "" || apiVersion === `${resource.group}/`;
  return isNone ? apiVersionOf(resource) : apiVersion;
}

/** Where the type stands that the server works with; all events are of the core group inside. */
function internalPackage({ group, kind }: BodyKind): string {
  return group === "" || kind === "Event" ? "core" : group.replace(/\..*/, "");
}

/** Versions that the server reads, and serves no longer. */
const formerVersions = ["apiextensions.k8s.io/v1beta1 CustomResourceDefinition"];

function otherKind(
  resource: BodyKind & { readonly schemeLine: number },
  apiVersion: string,
  kind: string,
): Refusal {
  if (formerVersions.includes(`${apiVersion} ${kind}`)) {
    const expected = apiVersionOf(resource);
    const fault = `does not match the expected API version (${expected})`;
    return new Refusal(badRequest(`the API version in the data (${apiVersion}) ${fault}`));
  }
  const [version = "", group = ""] = apiVersion.split("/").reverse();
  const isRegistered = builtinVersions(group, kind).some((one) => one.version === version);
  if (isRegistered && resource.group !== "apiextensions.k8s.io") {
    const internal = `${internalPackage(resource)}.${resource.kind}`;
    const fault = `converting (${version}.${kind}) to (${internal}): unknown conversion`;
    return new Refusal(unhandledStatus({ apiVersion }, kind, resource.kind, fault));
  }
  const scheme = `pkg/runtime/scheme.go:${resource.schemeLine}`;
  const given = quote(apiVersion.replace(/^\//, ""));
  const fault = `no kind ${quote(kind)} is registered for version ${given} in scheme ${quote(scheme)}`;
  return new Refusal(unhandledStatus({ apiVersion }, kind, resource.kind, fault));
}
