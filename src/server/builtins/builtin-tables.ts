import { objectAt, objectsAt, textAt, textsAt } from "../../crd/frontend/raw-fields.js";
import { ageText } from "../../runtime/v1/client/tables/cells.js";
import type { TableLayout } from "../../runtime/v1/testing/served-version.js";
import { ageColumn, nameColumn } from "../../runtime/v1/testing/table.js";
import { parseGoTime, TimeFault } from "../../runtime/v1/values/go/time.js";
import type { Json, JsonObject } from "../../runtime/v1/values/json/json.js";

/** A column: its name, its description, and what it shows of an object. */
interface Column {
  readonly name: string;
  readonly type?: "string" | "date" | "boolean";
  readonly format?: "name";
  readonly description: string;
  /** Shown by `kubectl get -o wide` alone. */
  readonly isWide?: boolean;
  readonly cell: (object: JsonObject, now: number) => Json;
}

/**
 * The table of a built-in kind (Kubernetes `pkg/printers/internalversion/printers.go`; for CRDs
 * apiextensions `registry/customresourcedefinition/etcd.go`). Kinds without a printer show name and
 * age.
 *
 * @param name the group, a slash, and the kind
 */
export function builtinTable(name: string): TableLayout {
  const columns = tables[name] ?? [nameOf, age];
  return {
    definitions: columns.map(
      ({ name: title, type = "string", format = "", description, isWide = false }) => {
        const priority = isWide ? 1 : 0;
        return { name: title, type, format, description, priority };
      },
    ),
    row: (object, now) => columns.map(({ cell }) => cell(object, now)),
  };
}

const nameOf: Column = {
  name: "Name",
  format: "name",
  description: nameColumn.description,
  cell: (object) => metaText(object, "name"),
};

const age: Column = {
  name: "Age",
  description: ageColumn.description ?? "",
  cell: (object, now) => since(metaText(object, "creationTimestamp"), now),
};

function metaText(object: JsonObject, key: string): string {
  return textAt(objectAt(object, "metadata") ?? {}, key);
}

/** How long ago a time was; there may be none. */
function since(time: string, now: number): string {
  if (time === "" || parseGoTime(time) instanceof TimeFault) return "<unknown>";
  return ageText(now - Date.parse(time));
}

function sizeAt(object: JsonObject, key: string): number {
  return Object.keys(objectAt(object, key) ?? {}).length;
}

const definitionColumns: readonly Column[] = [
  nameOf,
  {
    name: "Scope",
    description: "Cluster/Namespaced",
    cell: ({ spec }) => textAt(asObject(spec), "scope"),
  },
  { name: "Versions", description: "Served versions", cell: servedVersions },
  {
    name: "Created At",
    type: "date",
    description: age.description,
    cell: (object) => metaText(object, "creationTimestamp"),
  },
  {
    name: "Group",
    description: "API group",
    isWide: true,
    cell: ({ spec }) => textAt(asObject(spec), "group"),
  },
  {
    name: "Kind",
    description: "CustomResource kind",
    isWide: true,
    cell: ({ spec }) => textAt(objectAt(asObject(spec), "names") ?? {}, "kind"),
  },
  {
    name: "ShortNames",
    description: "Short names",
    isWide: true,
    cell: ({ spec }) => textsAt(objectAt(asObject(spec), "names") ?? {}, "shortNames").join(","),
  },
  {
    name: "Established",
    type: "boolean",
    description: "Established status",
    isWide: true,
    cell: ({ status }) =>
      objectsAt(asObject(status), "conditions").some(
        (one) => one["type"] === "Established" && one["status"] === "True",
      ),
  },
];

function servedVersions({ spec }: JsonObject): string {
  return objectsAt(asObject(spec), "versions")
    .filter(({ served }) => served === true)
    .map((version) => textAt(version, "name") + (version["storage"] === true ? "(storage)" : ""))
    .join(",");
}

function asObject(value: Json | undefined): JsonObject {
  return objectAt({ value: value ?? null }, "value") ?? {};
}

const eventColumns: readonly Column[] = [
  {
    name: "Last Seen",
    description: "The time at which the most recent occurrence of this event was recorded.",
    cell: lastSeen,
  },
  {
    name: "Type",
    description: "Type of this event (Normal, Warning), new types could be added in the future",
    cell: (event) => textAt(event, "type"),
  },
  {
    name: "Reason",
    description:
      "This should be a short, machine understandable string that gives the reason for the transition into the object's current status.",
    cell: (event) => textAt(event, "reason"),
  },
  {
    name: "Object",
    description: "The object that this event is about.",
    cell: ({ involvedObject }) => {
      const { kind, name } = {
        kind: textAt(asObject(involvedObject), "kind").toLowerCase(),
        name: textAt(asObject(involvedObject), "name"),
      };
      return name === "" ? kind : `${kind}/${name}`;
    },
  },
  {
    name: "Subobject",
    description:
      'If referring to a piece of an object instead of an entire object, this string should contain a valid JSON/Go field access statement, such as desiredState.manifest.containers[2]. For example, if the object reference is to a container within a pod, this would take on a value like: "spec.containers{name}" (where "name" refers to the name of the container that triggered the event) or if no container name is specified "spec.containers[2]" (container with index 2 in this pod). This syntax is chosen only to have some well-defined way of referencing a part of an object.',
    isWide: true,
    cell: ({ involvedObject }) => textAt(asObject(involvedObject), "fieldPath"),
  },
  {
    name: "Source",
    description:
      "The component reporting this event. Should be a short machine understandable string.",
    isWide: true,
    cell: sourceOf,
  },
  {
    name: "Message",
    description: "A human-readable description of the status of this operation.",
    cell: (event) => textAt(event, "message").trim(),
  },
  {
    name: "First Seen",
    description:
      "The time at which the event was first recorded. (Time of server receipt is in TypeMeta.)",
    isWide: true,
    cell: firstSeen,
  },
  {
    name: "Count",
    description: "The number of times this event has occurred.",
    isWide: true,
    cell: (event) => countOf(objectAt(event, "series") ?? event),
  },
  {
    name: "Name",
    format: "name",
    description: nameOf.description,
    isWide: true,
    cell: nameOf.cell,
  },
];

function firstSeen(event: JsonObject, now: number): string {
  const first = textAt(event, "firstTimestamp");
  return since(first === "" ? textAt(event, "eventTime") : first, now);
}

function lastSeen(event: JsonObject, now: number): string {
  const series = objectAt(event, "series");
  if (series !== undefined) return since(textAt(series, "lastObservedTime"), now);
  const last = textAt(event, "lastTimestamp");
  return last === "" ? firstSeen(event, now) : since(last, now);
}

/** Returns the count of an event; one without a count happened once. */
function countOf({ count = 0 }: JsonObject): number {
  return typeof count === "number" && count !== 0 ? count : 1;
}

function sourceOf(event: JsonObject): string {
  const source = objectAt(event, "source") ?? {};
  const firstOf = (one: string, other: string): string => (one === "" ? other : one);
  const component = firstOf(textAt(source, "component"), textAt(event, "reportingComponent"));
  const instance = firstOf(textAt(source, "host"), textAt(event, "reportingInstance"));
  return instance === "" ? component : `${component}, ${instance}`;
}

const tables: { readonly [name: string]: readonly Column[] | undefined } = {
  "apiextensions.k8s.io/CustomResourceDefinition": definitionColumns,
  "/Event": eventColumns,
  "/Namespace": [
    nameOf,
    {
      name: "Status",
      description: "The status of the namespace",
      cell: ({ status }) => textAt(asObject(status), "phase"),
    },
    age,
  ],
  "/ConfigMap": [
    nameOf,
    {
      name: "Data",
      description:
        "Data contains the configuration data. Each key must consist of alphanumeric characters, '-', '_' or '.'. Values with non-UTF-8 byte sequences must use the BinaryData field. The keys stored in Data must not overlap with the keys in the BinaryData field, this is enforced during validation process.",
      cell: (object) => sizeAt(object, "data") + sizeAt(object, "binaryData"),
    },
    age,
  ],
  "/Secret": [
    nameOf,
    {
      name: "Type",
      description:
        "Used to facilitate programmatic handling of secret data. More info: https://kubernetes.io/docs/concepts/configuration/secret/#secret-types",
      cell: (secret) => textAt(secret, "type"),
    },
    {
      name: "Data",
      description:
        "Data contains the secret data. Each key must consist of alphanumeric characters, '-', '_' or '.'. The serialized form of the secret data is a base64 encoded string, representing the arbitrary (possibly non-string) data value here. Described in https://tools.ietf.org/html/rfc4648#section-4",
      cell: (secret) => sizeAt(secret, "data"),
    },
    age,
  ],
  "coordination.k8s.io/Lease": [
    nameOf,
    {
      name: "Holder",
      description:
        "holderIdentity contains the identity of the holder of a current lease. If Coordinated Leader Election is used, the holder identity must be equal to the elected LeaseCandidate.metadata.name field.",
      cell: ({ spec }) => textAt(asObject(spec), "holderIdentity"),
    },
    age,
  ],
};
