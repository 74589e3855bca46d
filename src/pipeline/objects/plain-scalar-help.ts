import { quotesAdvice } from "../../frontend/decode/report-decoding.js";
import type { FieldError } from "../../runtime/v1/field-error.js";
import type { Path, SourceDocument } from "../../source/document.js";
import { resolvePlainKey } from "../../source/resolve-scalar.js";

/** What to do about a scalar that YAML took for something else than a text: `version: 1.20`, `answer: no`. */
export function helpForValue(error: FieldError, { format }: SourceDocument): string | undefined {
  if (!notText.test(error.message)) return undefined;
  return format === "yaml" ? quotesAdvice : "put it into quotes";
}

const notText = /must be of type string: "(?:boolean|integer|number)"$/;

/** What to do about a key that YAML took for something else: `y: 1` has the key `true`, `0x10: 1` the key `16`. */
export function helpForKey(path: Path, document: SourceDocument): string | undefined {
  const key = path.at(-1);
  const { file, start, end } = document.locate(path).key;
  const written = file.text.slice(start, end);
  if (document.format !== "yaml" || written === key || resolvePlainKey(written) !== key) {
    return undefined;
  }
  return `put \`${written}\` into quotes: to YAML it is \`${key}\``;
}
