import { utf8Length } from "./go/utf8.js";

/*
 * Rules for names and keys (apimachinery `api/validate/content/{dns,kube,path}.go`,
 * `util/validation/validation.go`, `api/validation/generic.go`). Every function returns the texts
 * of what is wrong, in the server's order; none if the value is good. All lengths are bytes of
 * UTF-8, whatever unit the text names.
 */

const label = "[a-z0-9]([-a-z0-9]*[a-z0-9])?";
const subdomain = `${label}(\\.${label})*`;
const dns1035 = "[a-z]([-a-z0-9]*[a-z0-9])?";
const keyName = "([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]";
const labelValue = `(${keyName})?`;

const labelPattern = /* @__PURE__ */ new RegExp(`^${label}$`);
const subdomainPattern = /* @__PURE__ */ new RegExp(`^${subdomain}$`);
const dns1035Pattern = /* @__PURE__ */ new RegExp(`^${dns1035}$`);
const keyNamePattern = /* @__PURE__ */ new RegExp(`^${keyName}$`);

const maxLabel = 63;
const maxSubdomain = 253;

/** A DNS-1123 subdomain: the name of a custom resource, the prefix of a label key. */
export function subdomainFaults(value: string): string[] {
  return subdomainFaultsIn(value, "characters");
}

/** A DNS-1123 label: a namespace. */
export function labelFaults(value: string): string[] {
  const faults = lengthFaults(value, maxLabel, "characters");
  if (labelPattern.test(value)) return faults;
  if (subdomainPattern.test(value)) return [...faults, "must not contain dots"];
  const rule =
    "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character";
  return [...faults, patternFault(rule, label, ["my-name", "123-abc"])];
}

/** A DNS-1035 label: the names of a resource, of its kind (in lower case), of its versions. */
export function dns1035LabelFaults(value: string): string[] {
  const faults = lengthFaults(value, maxLabel, "characters");
  if (dns1035Pattern.test(value)) return faults;
  const rule =
    "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character";
  return [...faults, patternFault(rule, dns1035, ["my-name", "abc-123"])];
}

/** A label key, also called qualified name: labels, annotations (in lower case), finalizers. */
export function labelKeyFaults(value: string): string[] {
  const rule =
    "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character";
  const wrongName = (): string => patternFault(rule, keyName, ["MyName", "my.name", "123-abc"]);
  const parts = value.split("/");
  if (parts.length > 2) {
    const prefixAllowed =
      "with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')";
    return [`a valid label key ${wrongName()} ${prefixAllowed}`];
  }
  const name = parts[parts.length - 1] ?? "";
  const faults = parts.length === 2 ? prefixFaults(parts[0] ?? "") : [];
  if (name === "") faults.push("name part must be non-empty");
  else faults.push(...namePart(lengthFaults(name, maxLabel)));
  if (!keyNamePattern.test(name)) faults.push(...namePart([wrongName()]));
  return faults;
}

/** A label value: may be empty. */
export function labelValueFaults(value: string): string[] {
  const faults = lengthFaults(value, maxLabel);
  if (value === "" || keyNamePattern.test(value)) return faults;
  const rule =
    "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character";
  return [...faults, patternFault(rule, labelValue, ["MyValue", "my_value", "12345"])];
}

/** A name that can stand as one segment of a path: the laxest rule for names. */
export function pathSegmentFaults(value: string): string[] {
  if (value === "." || value === "..") return [`may not be '${value}'`];
  return pathSegmentPrefixFaults(value);
}

/** The beginning of a name that can stand as one segment of a path. */
export function pathSegmentPrefixFaults(value: string): string[] {
  return ["/", "%"]
    .filter((part) => value.includes(part))
    .map((part) => `may not contain '${part}'`);
}

/**
 * A `generateName` of custom resources: a subdomain once something is appended. Of one that ends in
 * a dash the server replaces the last two bytes by `a` before it looks, so what stands before the
 * dash is not checked.
 */
export function generateNameFaults(value: string): string[] {
  return subdomainFaults(maskTrailingDash(value));
}

/**
 * A `generateName` as the server looks at it: with `a` for its last two bytes where it ends in a
 * dash.
 */
export function maskTrailingDash(value: string): string {
  if (value.length < 2 || !value.endsWith("-")) return value;
  const kept = value.slice(0, -2);
  const cut = value.charCodeAt(value.length - 2);
  // A character of several bytes loses only its last one: what is left of it is no valid name
  // either.
  return cut < 0x80 ? `${kept}a` : `${kept}\ufffda`;
}

function prefixFaults(prefix: string): string[] {
  if (prefix === "") return ["prefix part must be non-empty"];
  return subdomainFaultsIn(prefix).map((fault) => `prefix part ${fault}`);
}

function namePart(faults: readonly string[]): string[] {
  return faults.map((fault) => `name part ${fault}`);
}

function subdomainFaultsIn(value: string, unit?: "characters"): string[] {
  const faults = lengthFaults(value, maxSubdomain, unit);
  if (subdomainPattern.test(value)) return faults;
  const rule =
    "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character";
  return [...faults, patternFault(rule, subdomain, ["example.com"])];
}

function lengthFaults(value: string, limit: number, unit = "bytes"): string[] {
  return utf8Length(value) > limit ? [`must be no more than ${limit} ${unit}`] : [];
}

/** `RegexError`: the rule, examples, and the expression behind it; the commas are the server's. */
function patternFault(rule: string, pattern: string, examples: readonly string[]): string {
  const list = examples.map((example) => `'${example}', `).join(" or ");
  return `${rule} (e.g. ${list}regex used for validation is '${pattern}')`;
}

/** `stable.example.com/v1`, `v1` of the core group. */
export function apiVersionOf(version: {
  readonly group: string;
  readonly version: string;
}): string {
  return version.group === "" ? version.version : `${version.group}/${version.version}`;
}
