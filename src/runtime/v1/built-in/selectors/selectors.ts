import { quote } from "../../values/go/quote.js";
import type { Json, JsonObject } from "../../values/json/json.js";
import { isObject } from "../../values/json/json.js";
import type { KubernetesMinor } from "../../values/kubernetes-version.js";
import { apiVersionOf } from "../../values/names.js";
import type { KindTable } from "../table/kind-table.js";
import { kindTable } from "../table/kind-table.js";

/** What lists of a kind select by, beside names and namespaces. */
export interface FieldSelectors {
  /** As selectors call them, aliases among them; sorted. */
  readonly accepted: readonly string[];
  /** The text with which a selector is compared; `""` for a field that is none of them. */
  textOf(object: JsonObject, field: string): string;
  /** Says that nothing can be selected by a field, in the server's words. */
  faultOf(field: string): string;
}

interface SelectableKind {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
}

/**
 * The fields to select objects of a kind by, as the release has them (Kubernetes
 * `pkg/apis/<group>/<version>/conversion.go`, `pkg/registry/<group>/<kind>/strategy.go`).
 */
export function selectorsOf(kind: SelectableKind, minor: KubernetesMinor): FieldSelectors {
  const table = kindTable(minor);
  const row = table.ofKind(kind);
  const accepted = row?.selectableFields ?? [];
  const zeros = new Map(
    accepted.map((field) => [field, zeroAt(table, row?.struct, pathOf(kind, field))]),
  );
  return {
    accepted,
    textOf: (object, field) => {
      const text = textAtPath(object, pathOf(kind, field));
      if (text !== undefined) return text;
      if (kind.kind === "Event" && field === "source") return textAtPath(object, controller) ?? "";
      return zeros.get(field) ?? "";
    },
    faultOf: (field) => faultOf(kind, accepted, field),
  };
}

const controller = "reportingComponent";

/** Where the field of a selector stands, if its name is not its path. */
const aliases: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  Event: { source: "source.component" },
  Job: { "status.successful": "status.succeeded" },
  // Several addresses are accepted, but nothing is compared with them.
  Pod: { "spec.host": "spec.nodeName", "status.podIPs": "" },
};

function pathOf({ kind }: SelectableKind, field: string): string {
  return aliases[kind]?.[field] ?? field;
}

function textAtPath(object: JsonObject, path: string): string | undefined {
  let value: Json = object;
  for (const step of path.split(".")) value = isObject(value) ? (value[step] ?? null) : null;
  const isText = typeof value === "string" && value !== "";
  const isOther = typeof value === "boolean" || typeof value === "number";
  return isText || isOther ? String(value) : undefined;
}

/** The text of a field that is not there: that of its zero value in Go. */
function zeroAt(table: KindTable, struct: string | undefined, path: string): string {
  const [key = "", ...rest] = path.split(".");
  const row = struct === undefined ? undefined : table.findStruct(struct);
  const type = row?.fields.find(({ name }) => name === key)?.type;
  if (type === undefined || type.kind === "list" || type.kind === "map") return "";
  if (rest.length > 0) {
    const inner = type.kind === "pointer" ? type.of : type;
    return inner.kind === "struct" ? zeroAt(table, inner.struct, rest.join(".")) : "";
  }
  const value = type.kind === "pointer" ? type.of : type;
  if (value.kind !== "scalar") return "";
  if (value.scalar === "bool") return "false";
  return value.scalar === "int32" || value.scalar === "int64" ? "0" : "";
}

/** Kinds with fields of their own have other words for those that they lack. */
function faultOf(kind: SelectableKind, accepted: readonly string[], field: string): string {
  if (accepted.length === 0) {
    const known = 'only "metadata.name", "metadata.namespace"';
    return `${quote(field)} is not a known field selector: ${known}`;
  }
  if (kind.kind === "Job") return `field label ${quote(field)} not supported for Job`;
  if (kind.kind !== "ResourceSlice") return `field label not supported: ${field}`;
  return `field label not supported for ${apiVersionOf(kind)}, Kind=${kind.kind}: ${field}`;
}
