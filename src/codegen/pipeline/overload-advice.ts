import { escapeProperty } from "../../runtime/v1/cel/data/property-names.js";

/** What to do where no overload of a function takes the types of its operands. */
export function adviceForOverload(fault: string, text: string): string {
  const [, name = "", types = ""] = /for '([^']*)' applied to '(.*)'$/.exec(fault) ?? [];
  if (types.includes("<nil>")) return "correct the other faults of the rule first";
  return (
    adviceForIndex(name, types, text) ??
    adviceForNull(name, types, text) ??
    adviceForOrdered(name, types, text) ??
    adviceForNumbers(name, types) ??
    adviceForReceiver(name, types, text) ??
    general
  );
}

const general =
  "convert one of the values with `int()`, `double()` or `string()`, or use a function that its type has";

/**
 * A path such as `self.a.b`. It is tried where one begins, not at each of its letters: rules may be
 * as long as somebody likes.
 */
const path = String.raw`(?<![\w.])(\w+(?:\.\w+)*)`;

/** Objects have fields, not keys. */
function adviceForIndex(name: string, types: string, text: string): string | undefined {
  if (name !== "_[_]" || !types.startsWith("(selfType")) return undefined;
  const [, object = "", key = ""] = new RegExp(`${path}\\[['"]([^'"]+)['"]\\]`).exec(text) ?? [];
  const escaped = escapeProperty(key);
  return object === "" || escaped === undefined
    ? "read a field of an object with a dot: `self.field`"
    : `write \`${object}.${escaped}\``;
}

function adviceForNull(name: string, types: string, text: string): string | undefined {
  if (!/^_[!=]=_$/.test(name) || !/\bnull\b/.test(types)) return undefined;
  const [, field, operator] =
    /(?<![\w.])((?:self|oldSelf)(?:\.\w+)+)\s*([!=]=)\s*null/.exec(text) ?? [];
  if (field === undefined)
    return "a rule never sees null: test whether a field is there with `has(self.field)`";
  return `write \`${operator === "==" ? "!" : ""}has(${field})\`: a field that is null counts as absent`;
}

/** Functions in the place of operators: of quantities and semantic versions. */
const ordered: ReadonlyMap<string, string> = new Map([
  ["_>_", "$a.isGreaterThan($b)"],
  ["_<_", "$a.isLessThan($b)"],
  ["_>=_", "$a.compareTo($b) >= 0"],
  ["_<=_", "$a.compareTo($b) <= 0"],
  ["_+_", "$a.add($b)"],
  ["_-_", "$a.sub($b)"],
]);

function adviceForOrdered(name: string, types: string, text: string): string | undefined {
  const made = /^\(kubernetes\.(Quantity|Semver), kubernetes\.\1\)$/
    .exec(types)?.[1]
    ?.toLowerCase();
  const form = ordered.get(name);
  if (made === undefined || form === undefined || (made === "semver" && /add|sub/.test(form)))
    return undefined;
  const call = `(${made}\\([^()]*\\))`;
  const operator = name.slice(1, -1).replace(/[+]/g, "\\+");
  const found = new RegExp(`${call}\\s*${operator}\\s*${call}`).exec(text);
  const [a, b] = [found?.[1] ?? "a", found?.[2] ?? "b"];
  return `write \`${form.replace("$a", a).replace("$b", b)}\``;
}

function adviceForNumbers(name: string, types: string): string | undefined {
  if (!/^_[-+*/%=<>!]+_$/.test(name)) return undefined;
  if (!/^\((?:double, int|int, double)\)$/.test(types)) return undefined;
  return "convert the whole number with `double()`, and write constants with a dot: `2.0`";
}

/** Functions of values that are made of strings. */
const makers: readonly (readonly [maker: string, functions: string])[] = [
  ["ip", "family isUnspecified isLoopback isLinkLocalMulticast isLinkLocalUnicast isGlobalUnicast"],
  ["cidr", "containsIP containsCIDR prefixLength masked"],
  ["quantity", "isGreaterThan isLessThan compareTo add sub isInteger asInteger asApproximateFloat"],
  ["semver", "major minor patch"],
  ["url", "getScheme getHost getHostname getPort getEscapedPath getQuery"],
  ["timestamp", "getFullYear getMonth getDate getDayOfMonth getDayOfWeek getDayOfYear"],
];

function adviceForReceiver(name: string, types: string, text: string): string | undefined {
  if (types.startsWith("(") && ["max", "min", "sum"].includes(name))
    return `write \`[a, b].${name}()\``;
  const maker = makers.find(([, functions]) => functions.split(" ").includes(name))?.[0];
  if (maker === undefined || !types.startsWith("string.")) return undefined;
  const [, receiver = "a", rest = ""] =
    new RegExp(`${path}\\.${name}(\\([^()]*\\))`).exec(text) ?? [];
  return `write \`${maker}(${receiver}).${name}${rest}\`: a string has no such function`;
}
