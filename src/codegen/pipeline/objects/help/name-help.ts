import { legalName } from "../../../../crd/frontend/findings/legal-name.js";
import { shownText } from "../../../../crd/frontend/findings/shown-text.js";
import type { FieldError } from "../../../../runtime/v1/field-error.js";
import {
  labelFaults,
  labelKeyFaults,
  labelValueFaults,
  subdomainFaults,
} from "../../../../runtime/v1/names.js";

/** The server's rules for names, by how their texts begin. */
const rules: readonly (readonly [text: RegExp, faults: (name: string) => readonly string[]])[] = [
  [/^a lowercase RFC 1123 subdomain must/, subdomainFaults],
  [/^(?:a lowercase RFC 1123 label must|must not contain dots$)/, labelFaults],
  [/^a valid label must be/, labelValueFaults],
  [/^name part must consist/, labelKeyFaults],
];

/**
 * A name that the server takes, near to one that it refuses; undefined where there is none, or it
 * is not about a name.
 */
export function nameHelp({ field, message }: FieldError): string | undefined {
  const text = /^Invalid value: "(?:[^"\\]|\\.)*": ([^]*)/.exec(message)?.[1];
  const faults = rules.find(([rule]) => rule.test(text ?? ""))?.[1];
  const name = shownText(message);
  if (name === undefined || faults === undefined) return undefined;
  const end = field.endsWith(".generateName") && /[-_ ]$/.test(name) ? "-" : "";
  const good = legalName(name, faults);
  return good === undefined ? undefined : `write \`${good}${end}\`, for example`;
}
