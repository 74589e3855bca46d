import { structNameOf } from "../../runtime/v1/built-in/kind-types.js";
import type {
  FieldType,
  FieldRow as KindField,
  ScalarType,
} from "../../runtime/v1/built-in/table/field-row.js";
import { kindTable } from "../../runtime/v1/built-in/table/kind-table.js";
import { newestMinor } from "../../runtime/v1/values/kubernetes-version.js";

/*
 * The messages that the API server writes and reads beside those of built-in kinds, which follow
 * from the table of kinds: numbers, names and types of their fields, as the file generated.proto of
 * apimachinery has them.
 */

const secondsAndNanos: readonly FieldRow[] = [
  [1, "seconds", "int!"],
  [2, "nanos", "int!"],
];

const groupVersions = "GroupVersionForDiscovery";

/** By name. */
export const messages: { readonly [message: string]: readonly FieldRow[] } = {
  // What goes around objects.
  Unknown: [
    [1, "typeMeta", "TypeMeta"],
    [2, "raw", "*bytes"],
    [3, "contentEncoding", "string"],
    [4, "contentType", "string"],
  ],
  TypeMeta: [
    [1, "apiVersion", "string"],
    [2, "kind", "string"],
  ],
  WatchEvent: [
    [1, "type", "string"],
    [2, "object", "RawExtension"],
  ],
  RawExtension: [[1, "raw", "*bytes"]],

  // meta.k8s.io/v1
  Time: secondsAndNanos,
  MicroTime: secondsAndNanos,
  FieldsV1: [[1, "raw", "*string"]],
  ListMeta: [
    [1, "selfLink", "string"],
    [2, "resourceVersion", "string"],
    [3, "continue", "string"],
    [4, "remainingItemCount", "*int"],
    [5, "shardInfo", "*ShardInfo"],
  ],
  ShardInfo: [[1, "selector", "string!"]],
  Status: [
    [1, "metadata", "ListMeta"],
    [2, "status", "string"],
    [3, "message", "string"],
    [4, "reason", "string"],
    [5, "details", "*StatusDetails"],
    [6, "code", "int"],
  ],
  StatusDetails: [
    [1, "name", "string"],
    [2, "group", "string"],
    [3, "kind", "string"],
    [4, "causes", "[]StatusCause"],
    [5, "retryAfterSeconds", "int"],
    [6, "uid", "string"],
  ],
  StatusCause: [
    [1, "reason", "string"],
    [2, "message", "string"],
    [3, "field", "string"],
  ],
  DeleteOptions: [
    [1, "gracePeriodSeconds", "*int"],
    [2, "preconditions", "*Preconditions"],
    [3, "orphanDependents", "*bool"],
    [4, "propagationPolicy", "*string"],
    [5, "dryRun", "[]string"],
    [6, "ignoreStoreReadErrorWithClusterBreakingPotential", "*bool"],
  ],
  Preconditions: [
    [1, "uid", "*string"],
    [2, "resourceVersion", "*string"],
  ],

  // autoscaling/v1, in which any resource is scaled.
  Scale: [
    [1, "metadata", "meta/v1.ObjectMeta"],
    [2, "spec", "ScaleSpec"],
    [3, "status", "ScaleStatus"],
  ],
  ScaleSpec: [[1, "replicas", "int"]],
  ScaleStatus: [
    [1, "replicas", "int!"],
    [2, "selector", "string"],
  ],

  // meta.k8s.io/v1
  PartialObjectMetadata: [[1, "metadata", "meta/v1.ObjectMeta"]],
  PartialObjectMetadataList: [
    [1, "metadata", "ListMeta"],
    [2, "items", "[]PartialObjectMetadata"],
  ],
  APIVersions: [
    [1, "versions", "[]string"],
    [2, "serverAddressByClientCIDRs", "[]ServerAddressByClientCIDR"],
  ],
  ServerAddressByClientCIDR: [
    [1, "clientCIDR", "string"],
    [2, "serverAddress", "string"],
  ],
  APIGroupList: [[1, "groups", "[]APIGroup"]],
  APIGroup: [
    [1, "name", "string"],
    [2, "versions", `[]${groupVersions}`],
    [3, "preferredVersion", groupVersions],
    [4, "serverAddressByClientCIDRs", "[]ServerAddressByClientCIDR"],
  ],
  [groupVersions]: [
    [1, "groupVersion", "string"],
    [2, "version", "string"],
  ],
  APIResourceList: [
    [1, "groupVersion", "string"],
    [2, "resources", "[]APIResource"],
  ],
  APIResource: [
    [1, "name", "string"],
    [2, "namespaced", "bool!"],
    [3, "kind", "string"],
    [4, "verbs", "*Verbs"],
    [5, "shortNames", "[]string"],
    [6, "singularName", "string!"],
    [7, "categories", "[]string"],
    [8, "group", "string"],
    [9, "version", "string"],
    [10, "storageVersionHash", "string"],
  ],
  Verbs: [[1, "items", "[]string"]],

  // What the table of kinds has the names of alone.
  ExtraValue: [[1, "items", "[]string"]],
  AttestationValue: [[1, "items", "[]string"]],
  Quantity: [[1, "string", "string!"]],
  IntOrString: [
    [1, "type", "int!"],
    [2, "intVal", "int!"],
    [3, "strVal", "string!"],
  ],
  JSON: [[1, "raw", "*json"]],
  JSONSchemaPropsOrArray: [
    [1, "schema", "*apiextensions/v1.JSONSchemaProps"],
    [2, "list", "[]apiextensions/v1.JSONSchemaProps"],
  ],
  JSONSchemaPropsOrBool: [
    [1, "allows", "bool!"],
    [2, "schema", "*apiextensions/v1.JSONSchemaProps"],
  ],
  JSONSchemaPropsOrStringArray: [
    [1, "schema", "*apiextensions/v1.JSONSchemaProps"],
    [2, "list", "[]string"],
  ],
};

/**
 * A field of a message: its number, its name in JSON, and its type as Go would write it.
 *
 * `string`, `int`, `bool`, `double` and `bytes` are scalars, `json` is any value as JSON text,
 * other names are messages. `*T` is left out if there is none, `[]T` is a list, `map[string]T` a
 * map, `~T` a message whose fields are those of the object itself. All others are always written,
 * with their zero if there is none, and left out of JSON if they are zero, but for `T!`.
 */
type FieldRow = readonly [number: number, name: string, type: string];

/** Kinds that mean the same in every group. */
const everywhere =
  /^(Status|DeleteOptions|PartialObjectMetadata(List)?|API(Versions|Group(List)?|ResourceList))$/;

/** Nobody stores them, so that there are no lists of them. */
const isAnswered = /(?:Review|TokenRequest)$/;

/** The message of a kind; undefined for one that only custom resources have. */
export function messageOf(apiVersion: string, kind: string): string | undefined {
  if (everywhere.test(kind)) return kind;
  if (apiVersion === "autoscaling/v1" && kind === "Scale") return kind;
  const struct = structNameOf(apiVersion, kind);
  if (struct !== undefined || !kind.endsWith("List")) return struct;
  const item = structNameOf(apiVersion, kind.slice(0, -"List".length));
  return item === undefined || isAnswered.test(item) ? undefined : `[]${item}`;
}

/** The fields of a message, by their numbers; undefined where there is none of this name. */
export function messageFields(name: string): readonly FieldRow[] | undefined {
  const listed = messages[name];
  if (listed !== undefined) return listed;
  if (name.startsWith("[]")) {
    return [
      [1, "metadata", "ListMeta"],
      [2, "items", name],
    ];
  }
  const [struct = "", inlined] = name.split("+");
  const fields = kindTable(newestMinor).findStruct(struct)?.fields;
  const numbered = fields?.filter(({ number }) => number > 0);
  const own = numbered?.filter(({ within }) => within?.name === inlined);
  const rows = own?.map(fieldOf) ?? [];
  if (inlined === undefined) rows.push(...inlinedIn(struct, numbered ?? []));
  return own && rows.sort(([one], [other]) => one - other);
}

/** Structs that are inlined are messages, the fields of which are those of the outer one. */
function inlinedIn(struct: string, fields: readonly KindField[]): readonly FieldRow[] {
  const found = new Map(
    fields.flatMap(({ within }) => (within ? [[within.name, within.number] as const] : [])),
  );
  return [...found].map(([name, number]) => {
    // A struct that stands elsewhere too has inlined ones of its own.
    const own = struct.replace(/[^.]*$/, name);
    const isKnown = kindTable(newestMinor).findStruct(own) !== undefined;
    return [number, name, `~${isKnown ? own : `${struct}+${name}`}`];
  });
}

function fieldOf({ name, type, number, isPrinted }: KindField): FieldRow {
  const wireType = isBytes(type) ? "*bytes" : wireTypeOf(type);
  const isScalar = scalars.has(wireType);
  return [number, name, isScalar && isPrinted ? `${wireType}!` : wireType];
}

const scalars: ReadonlySet<string> = new Set(["string", "int", "bool"]);

const wireNames: { readonly [type in ScalarType]?: string } = {
  uint8: "int",
  int32: "int",
  int64: "int",
  float64: "double",
  // Its bytes are JSON.
  RawExtension: "JSON",
};

/** Bytes of Go are left out if there are none, as a pointer would be. */
function isBytes(type: FieldType): boolean {
  return type.kind === "scalar" && type.scalar === "bytes";
}

function wireTypeOf(type: FieldType): string {
  switch (type.kind) {
    case "pointer":
      return `*${wireTypeOf(type.of)}`;
    case "list":
      return `[]${itemType(type.of)}`;
    case "map":
      return `map[string]${itemType(type.of)}`;
    case "struct":
      return type.struct;
    case "scalar":
      return wireNames[type.scalar] ?? type.scalar;
  }
}

/** What is in a map cannot be repeated: a list with a name is a message there. */
function itemType(type: FieldType): string {
  if (type.kind !== "list" || type.name === undefined) return wireTypeOf(type);
  return type.name.replace(/^.*\./, "");
}
