import type { FieldRow as KindField } from "../builtins/kind-rows.js";
import { kindTable } from "../builtins/kind-table.js";
import { structNameOf } from "../builtins/kind-types.js";
import type { FieldRow } from "./field-row.js";
import { messages } from "./messages.js";

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
  const own = messages[name];
  if (own !== undefined) return own;
  if (name.startsWith("[]")) {
    return [
      [1, "metadata", "ListMeta"],
      [2, "items", name],
    ];
  }
  const fields = kindTable.structs[name]?.fields.filter(([, , number]) => number > 0);
  return fields?.map(fieldOf).sort(([one], [other]) => one - other);
}

function fieldOf([name, type, number, facts]: KindField): FieldRow {
  const wireType = wireTypeOf(type);
  const isScalar = scalars.has(wireType);
  return [number, name, isScalar && facts?.isPrinted === true ? `${wireType}!` : wireType];
}

const scalars: ReadonlySet<string> = new Set(["string", "int", "bool"]);

const wireNames: { readonly [type: string]: string | undefined } = {
  uint8: "int",
  int32: "int",
  int64: "int",
  float64: "double",
};

/** Bytes of Go are left out if there are none, as a pointer would be. */
function wireTypeOf(type: string): string {
  return type === "bytes" ? "*bytes" : partType(type);
}

function partType(type: string): string {
  const [, list = type] = /^\((\[\].*)\)~/.exec(type) ?? [];
  const [, prefix = "", rest = list] = /^(\*|\[\]|map\[string\])(.*)$/.exec(list) ?? [];
  // What is in a map cannot be repeated: a list with a name is a message there.
  const [, listName] = /^\(.*\)~\w+\.(\w+)$/.exec(rest) ?? [];
  if (prefix !== "") return prefix + (listName ?? partType(rest));
  const [plain = ""] = rest.split("~");
  return wireNames[plain] ?? plain;
}
