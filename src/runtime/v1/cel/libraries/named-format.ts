import { quote } from "../../values/go/quote.js";
import {
  dns1035LabelFaults,
  labelFaults,
  labelKeyFaults,
  labelValueFaults,
  subdomainFaults,
} from "../../values/names.js";
import type { CelError } from "../values/error.js";
import { noSuchOverload } from "../values/error.js";
import { Optional, optionalNone } from "../values/optional.js";
import { parseDate } from "../values/times.js";
import type { Value } from "../values/value.js";
import { CelObject } from "../values/value.js";
import { parseRequestUri } from "./url.js";

/** The value of `format.dns1123Label()` and its like (`library/format.go`). */
export class NamedFormat extends CelObject {
  readonly typeName: string = "kubernetes.NamedFormat";
  /** As the server calls it: `DNS1123Label`. */
  readonly name: string;
  /** The size of the regular expression that the cost of `validate` assumes. */
  readonly patternSize: number;
  /** Returns what is wrong with a text; empty when nothing is. */
  readonly faults: (text: string) => readonly string[];

  constructor(name: string, patternSize: number, faults: (text: string) => readonly string[]) {
    super();
    this.name = name;
    this.patternSize = patternSize;
    this.faults = faults;
  }

  equals(other: Value): boolean | CelError {
    return other instanceof NamedFormat ? other.name === this.name : noSuchOverload();
  }
}

/** `format.named(name)`: none for an unknown name. */
export function namedFormat(name: string): Optional {
  const make = Object.hasOwn(formats, name) ? formats[name] : undefined;
  return make === undefined ? optionalNone : new Optional(make());
}

/** `format.validate(text)`: none when the text is valid, else what is wrong. */
export function validateFormat(format: NamedFormat, text: string): Optional {
  const faults = format.faults(text);
  return faults.length === 0 ? optionalNone : new Optional(faults);
}

/** `format.dns1123Label()`. */
export function dns1123LabelFormat(): NamedFormat {
  return new NamedFormat("DNS1123Label", 30, labelFaults);
}

/** `format.dns1123Subdomain()`. */
export function dns1123SubdomainFormat(): NamedFormat {
  return new NamedFormat("DNS1123Subdomain", 60, subdomainFaults);
}

/** `format.dns1035Label()`. */
export function dns1035LabelFormat(): NamedFormat {
  return new NamedFormat("DNS1035Label", 30, dns1035LabelFaults);
}

/** `format.qualifiedName()`. */
export function qualifiedNameFormat(): NamedFormat {
  return new NamedFormat("QualifiedName", 60, (text) => labelKeyFaults(text));
}

/** `format.dns1123LabelPrefix()`: the beginning of a name. */
export function dns1123LabelPrefixFormat(): NamedFormat {
  return new NamedFormat("DNS1123LabelPrefix", 30, (text) => labelFaults(maskDash(text)));
}

/** `format.dns1123SubdomainPrefix()`: the beginning of a name. */
export function dns1123SubdomainPrefixFormat(): NamedFormat {
  return new NamedFormat("DNS1123SubdomainPrefix", 60, (text) => subdomainFaults(maskDash(text)));
}

/** `format.dns1035LabelPrefix()`: the beginning of a name. */
export function dns1035LabelPrefixFormat(): NamedFormat {
  return new NamedFormat("DNS1035LabelPrefix", 30, (text) => dns1035LabelFaults(maskDash(text)));
}

/** `format.labelValue()`. */
export function labelValueFormat(): NamedFormat {
  return new NamedFormat("LabelValue", 40, (text) => labelValueFaults(text));
}

/** `format.uri()`: what Go's `url.ParseRequestURI` takes; `isStrict` as for `parseRequestUri`. */
export function uriFormat(isStrict = true): NamedFormat {
  return new NamedFormat("URI", 1103, (text) => {
    const url = parseRequestUri(text, isStrict);
    return typeof url === "string" ? [`parse ${quote(text)}: ${url}`] : [];
  });
}

/** `format.uuid()`. */
export function uuidFormat(): NamedFormat {
  return new NamedFormat("uuid", 70, (text) =>
    uuidPattern.test(text) ? [] : ["does not match the UUID format"],
  );
}

/** `format.byte()`: standard base64. */
export function byteFormat(): NamedFormat {
  return new NamedFormat("byte", 84, (text) =>
    base64Pattern.test(text) ? [] : ["invalid base64"],
  );
}

/** `format.date()`. */
export function dateFormat(): NamedFormat {
  return new NamedFormat("date", 71, (text) =>
    parseDate(text) === undefined ? ["invalid date"] : [],
  );
}

/** `format.datetime()`. */
export function datetimeFormat(): NamedFormat {
  return new NamedFormat("datetime", 71, (text) => (isDateTime(text) ? [] : ["invalid datetime"]));
}

const formats: Readonly<Record<string, () => NamedFormat>> = {
  dns1123Label: dns1123LabelFormat,
  dns1123Subdomain: dns1123SubdomainFormat,
  dns1035Label: dns1035LabelFormat,
  qualifiedName: qualifiedNameFormat,
  dns1123LabelPrefix: dns1123LabelPrefixFormat,
  dns1123SubdomainPrefix: dns1123SubdomainPrefixFormat,
  dns1035LabelPrefix: dns1035LabelPrefixFormat,
  labelValue: labelValueFormat,
  uri: uriFormat,
  uuid: uuidFormat,
  byte: byteFormat,
  date: dateFormat,
  datetime: datetimeFormat,
};

const uuidPattern = /^[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$/i;
const base64Pattern =
  /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=|[A-Za-z0-9+/]{4})$/;
const timePattern = /^(\d{2}):(\d{2}):(\d{2})(?:.\d+)?(?:z|[+-]\d{2}:\d{2})$/u;

/** kube-openapi `strfmt/time.go`: in lower case, split at every `t`. */
function isDateTime(text: string): boolean {
  const [date = "", time] = text.toLowerCase().split("t");
  if (text.length < 4 || time === undefined || parseDate(date) === undefined) return false;
  const match = timePattern.exec(time);
  if (match === null) return false;
  const [, hour = "", minute = "", second = ""] = match;
  return hour <= "23" && minute <= "59" && second <= "59";
}

/**
 * A trailing dash, with what stands before it, becomes `a`: something will be appended
 * (`maskTrailingDash`).
 */
function maskDash(text: string): string {
  return text.length > 1 && text.endsWith("-") ? `${text.slice(0, -2)}a` : text;
}
