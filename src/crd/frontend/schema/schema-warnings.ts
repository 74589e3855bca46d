import { quote } from "../../../runtime/v1/values/go/quote.js";
import type { JsonObject } from "../../../runtime/v1/values/json/json.js";
import { textAt } from "../../../runtime/v1/values/json/raw-fields.js";
import type { CrdRules } from "../../../runtime/versions/crd-rules.js";
import type { Diagnostics } from "../../diagnostics/diagnostics.js";
import { valuesSchema } from "../../ir/child-schemas.js";
import type { SchemaTable } from "../../ir/schema-table.js";
import type { Schema } from "../../ir/schema.js";
import type { Path, SourceDocument } from "../../source/source-file.js";
import type { InternalSpec } from "../internal/internal-crd.js";
import { schemasOf } from "../internal/internal-crd.js";
import type { Aspect, CleanSchemas } from "./raw-schema.js";
import {
  asSchema,
  branchSchemas,
  itemsOf,
  pathsTo,
  propertiesOf,
  someSchema,
  valuesOf,
} from "./raw-schema.js";

/** A warning of the server about a schema it has accepted. */
export type SchemaWarning =
  | {
      readonly kind: "format";
      readonly text: string;
      readonly format: string;
      /** The type of the node, "" if it has none. */
      readonly type: string;
      readonly path: Path;
    }
  | { readonly kind: "set"; readonly text: string; readonly type: string; readonly path: Path };

/**
 * Collects the warnings that the server gives once it has accepted a CRD (`strategy.go`,
 * `WarningsOnCreate`), with all places.
 */
export function collectWarnings(
  spec: InternalSpec,
  rules: CrdRules,
  table: SchemaTable,
  clean: CleanSchemas,
): SchemaWarning[] {
  const hasWarning = (node: JsonObject): boolean => warningsOf(node, [], rules).length > 0;
  const aspect: Aspect = `warnings ${rules.minor}`;
  return schemasOf(spec).flatMap(({ value: schema, at }) => {
    if (!isWarnedOf(schema, table.schema(schema), { hasWarning, aspect, clean })) return [];
    const base = at.path;
    return pathsTo(schema, hasWarning).flatMap(({ node, path }) =>
      warningsOf(node, [...base, ...path], rules),
    );
  });
}

interface WarningSearch {
  readonly hasWarning: (node: JsonObject) => boolean;
  readonly aspect: Aspect;
  readonly clean: CleanSchemas;
}

/** Tells whether there is any warning, without looking at nodes that are known to have none. */
function isWarnedOf(node: JsonObject, schema: Schema | undefined, search: WarningSearch): boolean {
  const { clean, aspect, hasWarning } = search;
  if (clean.isClean(node, schema, aspect)) return false;
  const found =
    hasWarning(node) || isWarnedOfCore(node, schema, search) || isWarnedOfBranch(node, search);
  if (!found) clean.note(node, schema, aspect);
  return found;
}

function isWarnedOfCore(
  node: JsonObject,
  schema: Schema | undefined,
  search: WarningSearch,
): boolean {
  const fields = propertiesOf(node);
  const [items, values] = [itemsOf(node), valuesOf(node)];
  return (
    Object.keys(fields).some((name) =>
      isWarnedOf(asSchema(fields[name]), schema?.fields.get(name), search),
    ) ||
    (items !== undefined && isWarnedOf(items, schema?.items, search)) ||
    (values !== undefined && isWarnedOf(values, valuesSchema(schema), search))
  );
}

/** Below keywords that shape nothing; only odd nodes have any. */
function isWarnedOfBranch(node: JsonObject, { clean, hasWarning }: WarningSearch): boolean {
  if (!clean.isOdd(node)) return false;
  return branchSchemas(node).some((branch) => someSchema(branch, hasWarning));
}

function warningsOf(node: JsonObject, path: Path, rules: CrdRules): SchemaWarning[] {
  const warnings: SchemaWarning[] = [];
  const format = unrecognizedFormat(node, rules);
  if (format !== undefined) {
    const type = textAt(node, "type");
    warnings.push({ kind: "format", text: formatWarning(format), format, type, path });
  }
  const type = rules.compositeSetWarnings ? compositeItems(node) : undefined;
  if (type !== undefined) warnings.push({ kind: "set", text: setWarning(type), type, path });
  return warnings;
}

/** The type of the items of a set that neither server-side apply nor CEL can handle. */
function compositeItems(node: JsonObject): string | undefined {
  if (textAt(node, "x-kubernetes-list-type") !== "set") return undefined;
  const type = textAt(itemsOf(node) ?? {}, "type");
  return type === "object" || type === "array" ? type : undefined;
}

function setWarning(type: string): string {
  return `x-kubernetes-list-type: set for items of type ${quote(type)} is not supported by server-side apply or CEL validation rules`;
}

/** Each warning at each of its places. */
export function reportWarnings(
  warnings: readonly SchemaWarning[],
  document: SourceDocument,
  diagnostics: Diagnostics,
): void {
  for (const warning of warnings) {
    const { path } = warning;
    if (warning.kind === "format") {
      const place = { document, path: [...path, "format"], part: "value" } as const;
      const help = formatHelp(warning.format, warning.type);
      diagnostics.report("schema/format-unknown", place, { format: warning.format }, { help });
    } else {
      const place = { document, path: [...path, "x-kubernetes-list-type"], part: "value" } as const;
      const help = "use `map` with keys, or `atomic`";
      diagnostics.report("schema/set-of-composites", place, { type: warning.type }, { help });
    }
  }
}

/**
 * Formats of strings that every server knows, written without dashes (apiextensions
 * `validation/formats.go`).
 */
const stringFormats: ReadonlySet<string> = new Set([
  "bsonobjectid", "uri", "email", "hostname", "ipv4", "ipv6", "cidr", "mac", "uuid", "uuid3", "uuid4", "uuid5", "isbn",
  "isbn10", "isbn13", "creditcard", "ssn", "hexcolor", "rgbcolor", "byte", "password", "date", "duration", "datetime",
]); // prettier-ignore

const kubernetesFormats: ReadonlySet<string> = new Set(["k8sshortname", "k8slongname"]);
const integerFormats: ReadonlySet<string> = new Set(["int32", "int64"]);
const numberFormats: ReadonlySet<string> = new Set(["float", "double"]);

/**
 * Tells whether a format means something for values of a type (`GetUnrecognizedFormats`); dashes do
 * not count in strings.
 */
export function isRecognizedFormat(format: string, type: string, rules: CrdRules): boolean {
  switch (type) {
    case "":
    case "string": {
      const plain = format.replaceAll("-", "");
      return stringFormats.has(plain) || (rules.kubernetesFormats && kubernetesFormats.has(plain));
    }
    case "integer":
      return integerFormats.has(format);
    case "number":
      return numberFormats.has(format);
    default:
      return false;
  }
}

/** The format of a node if the server warns about it. */
function unrecognizedFormat(schema: JsonObject, rules: CrdRules): string | undefined {
  const format = textAt(schema, "format");
  if (format === "" || rules.formatWarnings === "none") return undefined;
  const type = textAt(schema, "type");
  if (rules.formatWarnings === "strings" && type !== "string") return undefined;
  return isRecognizedFormat(format, type, rules) ? undefined : format;
}

/** Returns the help for a format that means nothing for values of a type. */
function formatHelp(format: string, type: string): string {
  const isOfNumbers = integerFormats.has(format) || numberFormats.has(format);
  if (isOfNumbers && type === "string") {
    return `'${format}' is for numbers, and this is a string: the API server ignores it; remove it`;
  }
  if (type === "array" && stringFormats.has(format.replaceAll("-", ""))) {
    return `'${format}' is for strings, and this is a list: write it below \`items\``;
  }
  return "the API server ignores it; remove it, or use a format it knows";
}

/** The server's warning about a format. */
function formatWarning(format: string): string {
  return `unrecognized format ${quote(format)}`;
}
