import { goJson, goJsonString } from "../values/go/json.js";
import { renderTree, sortedMembers } from "../values/go/render-tree.js";
import type { Json, JsonObject } from "../values/json/json.js";
import { isObject } from "../values/json/json.js";
import type { Status } from "../values/kubernetes.js";

/**
 * A value as Go's `encoding/json` writes what has types there: members are in the order in which
 * they are given, those that are undefined are left out.
 */
export function structJson(value: object): string {
  return renderTree(value, {
    openList: "[",
    closeList: "]",
    openMap: "{",
    closeMap: "}",
    separator: ",",
    members: membersOf,
    key: (key) => `${goJsonString(key)}:`,
    leaf: goJson,
  });
}

/** Maps were sorted before; JavaScript moves keys that are numbers to their beginning. */
function membersOf(map: object): readonly (readonly [string, unknown])[] {
  const [first = ""] = Object.keys(map);
  if (/^\d+$/.test(first)) return sortedMembers(map);
  return Object.entries(map).filter(([, member]) => member !== undefined);
}

/** A Status with its members in the order of Go's type (apimachinery `apis/meta/v1/types.go`). */
export function statusJson(status: Status): string {
  const { kind, apiVersion, metadata, message, reason, details, code } = status;
  const { name, group, uid, causes, retryAfterSeconds } = details ?? {};
  const ordered = causes?.map((cause) => ({
    reason: cause.reason,
    message: cause.message,
    field: cause.field,
  }));
  return structJson({
    kind,
    apiVersion,
    metadata,
    status: status.status,
    message,
    reason,
    details: details && {
      name,
      group,
      kind: details.kind,
      uid,
      causes: ordered,
      retryAfterSeconds,
    },
    code,
  });
}

const metadataOrder = [
  "name",
  "generateName",
  "namespace",
  "selfLink",
  "uid",
  "resourceVersion",
  "generation",
  "creationTimestamp",
  "deletionTimestamp",
  "deletionGracePeriodSeconds",
  "labels",
  "annotations",
  "ownerReferences",
  "finalizers",
  "managedFields",
];

const ownerOrder = ["apiVersion", "kind", "name", "uid", "controller", "blockOwnerDeletion"];

const entryOrder = [
  "manager",
  "operation",
  "apiVersion",
  "time",
  "fieldsType",
  "fieldsV1",
  "subresource",
];

/** Metadata with their members in the order of Go's `ObjectMeta`, from those that were sorted. */
export function orderedMetadata(metadata: JsonObject): JsonObject {
  const { ownerReferences, managedFields } = metadata;
  return {
    ...inOrder(metadata, metadataOrder),
    ...(ownerReferences !== undefined && { ownerReferences: each(ownerReferences, ownerOrder) }),
    ...(managedFields !== undefined && { managedFields: each(managedFields, entryOrder) }),
  };
}

function each(list: Json, order: readonly string[]): Json {
  return Array.isArray(list)
    ? list.map((item) => (isObject(item) ? inOrder(item, order) : item))
    : list;
}

function inOrder(object: JsonObject, order: readonly string[]): JsonObject {
  const ordered: JsonObject = {};
  for (const key of order) if (object[key] !== undefined) ordered[key] = object[key];
  return ordered;
}
