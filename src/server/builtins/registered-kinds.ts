import type { GoStruct } from "../../crd/frontend/decode/go-type.js";
import {
  field,
  goString,
  pointerTo,
  printedField,
  sliceOf,
  structOf,
} from "../../crd/frontend/decode/go-type.js";
import type { GroupVersionKind } from "../../runtime/v1/operators/webhooks/webhook.js";
import { apiVersionOf } from "../../runtime/v1/values/names.js";
import { builtinVersions, isBuiltinVersion } from "../../runtime/versions/builtin-kinds.js";
import { goTypeOf } from "./kind-types.js";

/** Each group version has them (apimachinery `meta/v1/register.go`). */
const everywhere =
  "WatchEvent ListOptions GetOptions DeleteOptions CreateOptions UpdateOptions PatchOptions";
const unversioned = "Status APIVersions APIGroup APIGroupList APIResourceList";
const ofCore =
  "List PodLogOptions PodExecOptions PodAttachOptions PodPortForwardOptions PodProxyOptions NodeProxyOptions ServiceProxyOptions";

const withoutLists = ["Binding", "Eviction", "RangeAllocation", "Scale", "SerializedReference"];

/** Whether Kubernetes has a type of its own for a kind, which it reads whatever was asked for. */
export function isRegistered({ group, version, kind }: GroupVersionKind): boolean {
  const isKnown = (name: string): boolean =>
    builtinVersions(group, name).some((one) => one.version === version);
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
export function registeredType(kind: GroupVersionKind): GoStruct | undefined {
  const own = goTypeOf(kind);
  if (own !== undefined || !kind.kind.endsWith("List")) return own;
  const items = goTypeOf({ ...kind, kind: kind.kind.replace(/List$/, "") });
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
