import { labelKeyFaults, labelValueFaults } from "../../values/names.js";
import { labelFaultBefore35 } from "../../values/older-words.js";
import { NamedFormat, namedFormat, uriFormat } from "../libraries/named-format.js";
import { Optional } from "../values/optional.js";

/** `format.uri()` up to 1.35. */
export function uriFormatBefore36(): NamedFormat {
  return uriFormat(false);
}

/** `format.qualifiedName()` up to 1.34. */
export function qualifiedNameFormatBefore35(): NamedFormat {
  return new NamedFormat("QualifiedName", 60, (text) =>
    labelKeyFaults(text).map(labelFaultBefore35),
  );
}

/** `format.labelValue()` up to 1.34. */
export function labelValueFormatBefore35(): NamedFormat {
  return new NamedFormat("LabelValue", 40, (text) =>
    labelValueFaults(text).map(labelFaultBefore35),
  );
}

/** `format.named(name)` of 1.35. */
export function namedFormatBefore36(name: string): Optional {
  return name === "uri" ? new Optional(uriFormatBefore36()) : namedFormat(name);
}

/** `format.named(name)` up to 1.34. */
export function namedFormatBefore35(name: string): Optional {
  if (name === "qualifiedName") return new Optional(qualifiedNameFormatBefore35());
  if (name === "labelValue") return new Optional(labelValueFormatBefore35());
  return namedFormatBefore36(name);
}
