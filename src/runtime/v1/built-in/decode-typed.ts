import { badRequest, Refusal } from "../admission/admission-status.js";
import type { AdmitOptions } from "../admission/admission.js";
import type { BodyKind, RawBody } from "../admission/decode-body.js";
import { readRawBody, unhandled, unreadable } from "../admission/decode-body.js";
import type { GroupVersionKind } from "../operators/webhooks/webhook.js";
import { quote } from "../values/go/quote.js";
import type { JsonObject } from "../values/json/json.js";
import type { KubernetesMinor } from "../values/kubernetes-version.js";
import { metadataOf } from "../values/metadata/resource-metadata.js";
import { apiVersionOf } from "../values/names.js";
import { hasKindChange } from "./changes.js";
import { decodeAs } from "./go-types/decode-as.js";
import { decodeFaultText } from "./go-types/decode-fault-text.js";
import type { GoStruct } from "./go-types/go-type.js";
import { field, goString, pointerTo, printedField, sliceOf, structOf } from "./go-types/go-type.js";
import { structOfKind } from "./kind-types.js";
import { registeredVersions, isBuiltinVersion } from "./table/registered-kinds.js";

/** How a body of such a kind is read. */
interface TypedOptions extends Pick<AdmitOptions, "yaml" | "bytes"> {
  /** Other versions that the server reads are taken as they are, for the caller to convert. */
  readonly takesVersions?: boolean;
}

/**
 * Reads the body of a write to a kind that the server has a type for in Go: what the body does not
 * say of its kind is that of the resource, and another kind is one that the server does not know
 * (apimachinery `runtime/serializer/json`, apiserver `endpoints/handlers/create.go`). The object
 * says of which kind it is.
 *
 * @param minor whose code such an error names a line of
 */
export function decodeTyped(
  resource: BodyKind,
  minor: KubernetesMinor,
  input: unknown,
  { yaml, bytes, takesVersions = false }: TypedOptions = {},
): RawBody | Refusal {
  const body = readRawBody(resource, input, yaml, true, bytes);
  if (body instanceof Refusal) return body;
  const apiVersion = givenVersion(resource, typeText(body.object, "apiVersion"));
  const given = typeText(body.object, "kind");
  const kind = given === "" ? resource.kind : given;
  const isOwn = kind === resource.kind && apiVersion === apiVersionOf(resource);
  if (isOwn || isReadVersion(resource, apiVersion, kind)) {
    if (!isOwn && !takesVersions) return otherVersion(resource, apiVersion);
    return { ...body, kind, object: { ...withReset(body.object), apiVersion, kind } };
  }
  return otherKind(resource, minor, { ...body.object, apiVersion, kind });
}

/** In any case: of the kind Go's own reader of JSON learns. */
function typeText(object: JsonObject, name: "apiVersion" | "kind"): string {
  const found = Object.entries(object).filter(
    ([key, value]) => key.toLowerCase() === name.toLowerCase() && typeof value === "string",
  );
  return String(found.at(-1)?.[1] ?? "");
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
  // The core group has no name.
  return isNone ? apiVersionOf(resource) : apiVersion.replace(/^\//, "");
}

/** Where the type stands that the server works with; all events are of the core group inside. */
export function internalPackage({ group, kind }: Pick<BodyKind, "group" | "kind">): string {
  return group === "" || kind === "Event" ? "core" : group.replace(/\..*/, "");
}

/** Other versions of a kind that the server reads: such that it serves no longer, or elsewhere. */
function isReadVersion(resource: BodyKind, apiVersion: string, kind: string): boolean {
  if (kind !== resource.kind) return false;
  if (kind === "Event") return placesOfEvents.includes(apiVersion);
  const [version = "", group = ""] = apiVersion.split("/").reverse();
  return group === resource.group && isRegistered({ group, version, kind });
}

const placesOfEvents = ["v1", "events.k8s.io/v1", "events.k8s.io/v1beta1"];

/** The refusal of a body in a version that the server reads, but not here. */
export function otherVersion(resource: BodyKind, apiVersion: string): Refusal {
  const expected = apiVersionOf(resource);
  const fault = `does not match the expected API version (${expected})`;
  return new Refusal(badRequest(`the API version in the data (${apiVersion}) ${fault}`));
}

/**
 * Returns the refusal of an object of another type: it is read into that type before anybody asks
 * for this one.
 */
function otherKind(
  resource: BodyKind,
  minor: KubernetesMinor,
  object: JsonObject & { readonly apiVersion: string; readonly kind: string },
): Refusal {
  const { apiVersion, kind } = object;
  const [version = "", group = ""] = apiVersion.split("/").reverse();
  const isOther = isRegistered({ group, version, kind });
  if (isOther && resource.group !== "apiextensions.k8s.io") {
    const type = registeredType({ group, version, kind }, minor);
    const internal = `${internalPackage(resource)}.${resource.kind}`;
    const fault =
      (type && decodeFaultText(decodeAs(type, object, minor), "v1", minor)) ??
      `converting (${version}.${kind}) to (${internal}): unknown conversion`;
    return unhandled({ apiVersion }, kind, resource.kind, unreadable(fault));
  }
  const scheme = `pkg/runtime/scheme.go:${schemeLine(minor)}`;
  const given = quote(apiVersion.replace(/^\//, ""));
  const fault = `no kind ${quote(kind)} is registered for version ${given} in scheme ${quote(scheme)}`;
  return unhandled({ apiVersion }, kind, resource.kind, unreadable(fault));
}

/** Where the registry of types is made, which names it. */
function schemeLine(minor: KubernetesMinor): number {
  if (!hasKindChange(minor, "schemeAtLine110")) return 100;
  return hasKindChange(minor, "schemeAtLine111") ? 111 : 110;
}

/** Each group version has them (apimachinery `meta/v1/register.go`). */
const everywhere =
  "WatchEvent ListOptions GetOptions DeleteOptions CreateOptions UpdateOptions PatchOptions";
const unversioned = "Status APIVersions APIGroup APIGroupList APIResourceList";
const ofCore =
  "List PodLogOptions PodExecOptions PodAttachOptions PodPortForwardOptions PodProxyOptions NodeProxyOptions ServiceProxyOptions";

const withoutLists = ["Binding", "Eviction", "RangeAllocation", "Scale", "SerializedReference"];

/**
 * Tells whether Kubernetes has a type of its own for a kind, which it reads whatever was asked for.
 */
function isRegistered({ group, version, kind }: GroupVersionKind): boolean {
  const isKnown = (name: string): boolean =>
    registeredVersions(group, name).some((one) => one.version === version);
  if (isKnown(kind)) return true;
  const place = apiVersionOf({ group, version });
  const isShared = place === "v1" || place === "meta.k8s.io/v1";
  if (isShared && unversioned.split(" ").includes(kind)) return true;
  if (place === "v1" && ofCore.split(" ").includes(kind)) return true;
  if (everywhere.split(" ").includes(kind)) return isShared || isBuiltinVersion(place);
  const [, items] = /^(.*)List$/.exec(kind) ?? [];
  return (
    items !== undefined &&
    isKnown(items) &&
    !withoutLists.includes(items) &&
    !items.endsWith("Review")
  );
}

/** The type of a kind or of its lists; undefined for those that are not in the table. */
function registeredType(kind: GroupVersionKind, minor: KubernetesMinor): GoStruct | undefined {
  const own = structOfKind(kind, minor);
  if (own !== undefined || !kind.kind.endsWith("List")) return own;
  const items = structOfKind({ ...kind, kind: kind.kind.replace(/List$/, "") }, minor);
  return items && listOf(kind.kind, items);
}

const listMeta = structOf("ListMeta", () => ({
  selfLink: field("selfLink", goString),
  resourceVersion: field("resourceVersion", goString),
  continue: field("continue", goString),
  remainingItemCount: field("remainingItemCount", pointerTo({ kind: "int64" })),
}));

function listOf(name: string, items: GoStruct): GoStruct {
  return structOf(name, () => ({
    kind: field("kind", goString),
    apiVersion: field("apiVersion", goString),
    metadata: field("metadata", listMeta),
    items: printedField("items", sliceOf(items)),
  }));
}
