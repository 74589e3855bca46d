import { isPrintable } from "../../../runtime/v1/values/go/printable.js";
import { utf8Length } from "../../../runtime/v1/values/go/utf8-length.js";
import { internalText } from "../decode/go-text.js";
import { goString } from "../decode/go-type.js";
import type { Findings } from "../findings/findings.js";
import type { InternalVersion } from "../internal/internal-crd.js";

const maxBytes = 256;

/** The warning that clients of a deprecated version get (`validateDeprecationWarning`). */
export function checkDeprecationWarning(version: InternalVersion, findings: Findings): void {
  const warning = version.deprecationWarning;
  if (warning === undefined) return;
  const at = version.at.child("deprecationWarning");
  // The server passes a pointer, which it prints otherwise than the string.
  const valueText = internalText(goString, warning, findings.rules.minor);
  for (const detail of warningFaults(version.deprecated, warning)) {
    findings.invalid("crd/deprecation-warning-invalid", at, warning, detail, { valueText });
  }
}

function warningFaults(deprecated: boolean, warning: string): string[] {
  if (!deprecated) return ["can only be set for deprecated versions"];
  const faults: string[] = [];
  if (utf8Length(warning) > maxBytes) faults.push(`must be <= ${maxBytes} characters long`);
  if (warning === "") faults.push("must not be an empty string");
  const index = unprintableIndex(warning);
  if (index >= 0) {
    const rule = "must only contain printable UTF-8 characters";
    faults.push(`${rule}; non-printable character found at index ${index}`);
  }
  return faults;
}

/** Byte offset of the first character that Go does not call printable; -1 = none. */
function unprintableIndex(text: string): number {
  let offset = 0;
  for (const character of text) {
    if (!isPrintable(character)) return offset;
    offset += utf8Length(character);
  }
  return -1;
}
