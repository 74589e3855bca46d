import { nearest } from "../../../../crd/diagnostics/wording.js";
import { quotesAdvice, typeAdvice } from "../../../../crd/frontend/decode/report-decoding.js";
import { labelOf } from "../../../../crd/frontend/findings/findings.js";
import { adviceForKey, miswrittenKey } from "../../../../crd/frontend/findings/help.js";
import { schemaAt } from "../../../../crd/ir/child-schemas.js";
import type { Schema } from "../../../../crd/ir/schema.js";
import {
  codePointName,
  directionMarks,
  invisible,
  lineSeparators,
} from "../../../../crd/source/characters.js";
import type { Path, SourceDocument } from "../../../../crd/source/source-file.js";
import {
  goFieldType,
  goItemType,
  isStruct,
  objectMetaType,
} from "../../../../runtime/v1/values/metadata/types.js";
import type { ObjectAdvice } from "../object-advice.js";

/** An unknown field: `path` leads to it in its object, `root` to that in its document. */
interface UnknownField {
  readonly path: Path;
  readonly root: Path;
  readonly document: SourceDocument;
  readonly schema: Schema | undefined;
}

/** Returns advice on a field that the schema does not specify. */
export function unknownFieldHelp(field: UnknownField): string | undefined {
  const { path, root, document, schema } = field;
  const name = path.at(-1);
  const help = helpForKey([...root, ...path], document);
  if (help !== undefined || typeof name !== "string") return help;
  const hidden = unseen.exec(name)?.[0];
  if (hidden !== undefined) return `remove ${codePointName(hidden)} from the name: it is invisible`;
  const parent = path.slice(0, -1);
  const names = knownNames(schema, parent);
  if (names.size === 0) return undefined;
  const similar = nearest(name, names);
  if (similar !== undefined) return `there is a field '${similar}'`;
  const elsewhere = fieldElsewhere(schema, parent, name);
  if (elsewhere !== undefined) return `there is a field '${labelOf(elsewhere)}'`;
  if (names.size > mostNames) return "remove it: the server does not store it";
  return `remove it: the known fields here are ${[...names].map((one) => `'${one}'`).join(", ")}`;
}

/** Spaces and marks that editors show as a plain space or not at all. */
const unseen = new RegExp(
  String.raw`[\xA0\xAD\u202F${invisible}${directionMarks}${lineSeparators}]`,
);

/** More are no help. */
const mostNames = 8;

const typeMeta = ["apiVersion", "kind", "metadata"];

/** The fields that an object may have, by its schema or the type of its metadata. */
export function knownNames(root: Schema | undefined, parent: Path): ReadonlySet<string> {
  if (parent[0] === "metadata") return metadataNames(parent.slice(1));
  const names = schemaAt(root, parent)?.fields.keys() ?? [];
  return new Set(parent.length === 0 ? [...names, ...typeMeta] : names);
}

/** Of `metadata` itself and of the items of its lists. */
function metadataNames([list, index]: Path): ReadonlySet<string> {
  if (list === undefined) return new Set(Object.keys(objectMetaType.fields));
  const item = goItemType(goFieldType(objectMetaType, String(list)));
  return new Set(typeof index === "number" && isStruct(item) ? Object.keys(item.fields) : []);
}

/**
 * A field of that name around the object, or in one beside it: indented otherwise it would be that.
 */
function fieldElsewhere(root: Schema | undefined, parent: Path, name: string): Path | undefined {
  for (let length = parent.length - 1; length >= 0; length--) {
    const outer = parent.slice(0, length);
    if (schemaAt(root, outer)?.fields.has(name) === true) return [...outer, name];
  }
  for (const [child, schema] of schemaAt(root, parent)?.fields ?? []) {
    if (schema.fields.has(name)) return [...parent, child, name];
  }
  return undefined;
}

/** Returns advice on metadata that the server says it cannot decode. */
export function helpForRejected(
  message: string,
  { format }: SourceDocument,
  { giveOld }: ObjectAdvice,
): string | undefined {
  if (message.includes(': parsing time "'))
    return "write it as in RFC 3339: `2030-01-31T00:00:00Z`";
  if (message.includes(": the object has been modified;")) return takeOld("resourceVersion");
  if (message.startsWith("resourceVersion should not be set "))
    return `leave \`resourceVersion\` out, or ${giveOld}`;
  if (message.includes(": UID in precondition: ")) return takeOld("uid");
  const [, value, type] = /cannot unmarshal (\w+)\b[^]* of type (\S+)$/.exec(message) ?? [];
  if (value === undefined || type === undefined) return undefined;
  const isScalar = !["array", "object"].includes(value);
  if (textType.test(type)) return isScalar ? quotesAdvice(format) : typeAdvice.string;
  if (type.startsWith("[]")) return "write a list";
  return typeAdvice[typeKinds.find(([form]) => form.test(type))?.[1] ?? "map"];
}

function takeOld(field: string): string {
  return `leave \`${field}\` out, or use the value of the object that is replaced`;
}

const textType = /^(?:string|types\.UID|v1\.\w+Type)$/;

const typeKinds = [
  [/^\*?u?int/, "int64"],
  [/^\*?bool$/, "bool"],
] as const;

/**
 * Returns advice on a key that YAML took for something else: `y: 1` has the key `true`, `0x10: 1`
 * the key `16`.
 */
function helpForKey(path: Path, document: SourceDocument): string | undefined {
  const written = miswrittenKey(path, document);
  return written === undefined ? undefined : adviceForKey(written, String(path.at(-1)));
}
