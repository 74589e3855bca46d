import type { FieldError } from "../../runtime/v1/field-error.js";
import type { Path, SourceDocument } from "../../source/document.js";

/** What to do about a scalar that YAML took for something else than a text: `version: 1.20`, `answer: no`. */
export function helpForValue(error: FieldError, { format }: SourceDocument): string | undefined {
  if (!notText.test(error.message)) return undefined;
  return format === "yaml"
    ? "put it into quotes: words like `no` and digits are no strings in YAML"
    : "put it into quotes";
}

const notText = /must be of type string: "(?:boolean|integer|number)"$/;

/** What to do about a key that YAML took for a bool: `y: 1` has the key `true` (YAML 1.1, as the API server's clients read). */
export function helpForKey(path: Path, document: SourceDocument): string | undefined {
  const { file, start, end } = document.locate(path).key;
  const written = file.text.slice(start, end);
  const isTaken = document.format === "yaml" && boolKey.test(written) && written !== path.at(-1);
  return isTaken
    ? `put \`${written}\` into quotes: to YAML it is \`${path.at(-1) ?? ""}\``
    : undefined;
}

const boolKey = /^(?:y|yes|on|n|no|off)$/i;
