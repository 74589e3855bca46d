import { quote } from "../../../runtime/v1/go/quote.js";
import type { JsonObject } from "../../../runtime/v1/json/json.js";
import type { CrdRules } from "../../../runtime/versions/crd-rules.js";
import { textAt } from "../raw-fields.js";

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
 * Whether a format means something for values of a type (`GetUnrecognizedFormats`); dashes do not
 * count in strings.
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
export function unrecognizedFormat(schema: JsonObject, rules: CrdRules): string | undefined {
  const format = textAt(schema, "format");
  if (format === "" || rules.formatWarnings === "none") return undefined;
  const type = textAt(schema, "type");
  if (rules.formatWarnings === "strings" && type !== "string") return undefined;
  return isRecognizedFormat(format, type, rules) ? undefined : format;
}

/** What to do about a format that means nothing for values of a type. */
export function formatHelp(format: string, type: string): string {
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
export function formatWarning(format: string): string {
  return `unrecognized format ${quote(format)}`;
}
