import type { Json, JsonObject } from "../../src/runtime/v1/values/json/json.js";
import { isObject } from "../../src/runtime/v1/values/json/json.js";
import { madeUpJsonPath, mutateText } from "./made-up-text.js";
import type { Random } from "./random.js";

/** An entry for `x-kubernetes-validations` of a schema; most rules compile. */
export function madeUpRule(schema: JsonObject, random: Random): JsonObject {
  const text = madeUpExpression(schema, random);
  const rule: JsonObject = { rule: random.chance(0.15) ? mutateText(text, random) : text };
  if (random.chance(0.4)) rule["message"] = random.pick(["no", " ", "a\nb", ""]);
  if (random.chance(0.3)) {
    const message = random.pick(["'no'", "self", "string(self)", "1", "'a' + ", " ", "oldSelf.a"]);
    rule["messageExpression"] = message;
  }
  if (random.chance(0.2))
    rule["reason"] = random.pick(["FieldValueInvalid", "FieldValueForbidden", "X"]);
  if (random.chance(0.25)) rule["fieldPath"] = madeUpJsonPath(schema, random);
  if (random.chance(0.2)) rule["optionalOldSelf"] = random.chance(0.7);
  return rule;
}

function madeUpExpression(schema: JsonObject, random: Random): string {
  const text = withLeadingDots(madeUpCondition(schema, random), random);
  switch (random.below(14)) {
    case 0:
      return `!(${text}) || self == oldSelf`;
    case 1:
      return `${text} && ${text.replaceAll("self", "oldSelf")}`;
    case 2:
      return `oldSelf.hasValue() ? ${text} : true`;
    // A constant decides.
    case 3:
      return `${text} || ${text.replaceAll("self", "oldSelf")} || true`;
    case 4:
      return `oldSelf.optMap(o, ${text} || o == o || true).orValue(false)`;
    case 5:
      return `true ? ${text} && false : self == oldSelf`;
    case 6:
      return madeUpChain(text, schema, random);
    case 7: {
      const macro = random.pick(["all", "exists", "exists_one", "filter"]);
      const loop = `[1, 2].${macro}(n, ${madeUpChain(text, schema, random)})`;
      return macro === "filter" ? `${loop}.size() == 1` : loop;
    }
    default:
      return text;
  }
}

/**
 * Some names of variables get a leading dot, which on newer servers skips the variables of loops.
 */
function withLeadingDots(text: string, random: Random): string {
  if (!random.chance(0.08)) return text;
  return text.replace(/(?<![\w.'])(?:self|oldSelf|x)\b/g, (name) =>
    random.chance(0.5) ? `.${name}` : name,
  );
}

function madeUpCondition(schema: JsonObject, random: Random): string {
  const [subject, type] = pickSubject(schema, random);
  const expression = random.pick(templates[type] ?? templates["any"] ?? ["true"]);
  return expression.replaceAll("X", subject);
}

/** Several conditions in a row, each of which may decide. */
function madeUpChain(first: string, schema: JsonObject, random: Random): string {
  let text = first;
  for (let count = 1 + random.below(4); count > 0; count--) {
    const operator = random.chance(0.8) ? "&&" : "||";
    text += ` ${operator} (${madeUpCondition(schema, random)})`;
  }
  return text;
}

/** An expression for the value or something in it, and its type. */
function pickSubject(schema: JsonObject, random: Random): readonly [string, string] {
  let subject = "self";
  let at = schema;
  for (let depth = random.below(3); depth > 0; depth--) {
    const fields = isObject(at["properties"]) ? at["properties"] : {};
    const names = Object.keys(fields);
    if (names.length === 0) break;
    const name = random.pick(names);
    subject += random.pick([".", ".", ".", ".?"]) + escapeName(name, random);
    at = asObject(fields[name]);
  }
  return [subject, at["x-kubernetes-int-or-string"] === true ? "any" : String(at["type"])];
}

function asObject(value: Json | undefined): JsonObject {
  return isObject(value) ? value : {};
}

function escapeName(name: string, random: Random): string {
  if (random.chance(0.1)) return name;
  const escaped = name
    .replaceAll("__", "__underscores__")
    .replaceAll(".", "__dot__")
    .replaceAll("-", "__dash__")
    .replaceAll("/", "__slash__");
  return reserved.has(escaped) ? `__${escaped}__` : escaped;
}

const reserved = new Set([
  "namespace",
  "in",
  "if",
  "for",
  "function",
  "import",
  "const",
  "package",
]);

const templates: Readonly<Record<string, readonly string[]>> = {
  string: [
    "X.size() < 10", "X.matches('^[a-z]+$')", "X.matches('[')", "X.startsWith('a')", "X in ['a', 'b']", "X == 'a'",
    "X.split(',').all(p, p.size() < 5)", "isURL(X) && url(X).getScheme() == 'https'", "quantity(X).isGreaterThan(quantity('1'))",
    "duration(X) > duration('1h')", "int(X) > 3", "X.lowerAscii() == X", "isIP(X)", "cidr(X).containsIP('1.2.3.4')",
    "!format.dns1123Label().validate(X).hasValue()", "isSemver(X)", "X.charAt(0) == 'a'", "X == 1", "X.nope()", "X[0] == 'a'",
    "matches(X, '^[a-z]+$')", "matches(url(X).getEscapedPath(), '^/a')", "X.endsWith(X)", "X.substring(1).matches('b+')", "X.trim() == X",
    "X.lastIndexOf('a') > 0", "X.findAll('[a-z]').all(t, matches(t, X))", "strings.quote(X).contains('a')", "bytes(X).size() < 9", "X + X != X",
    "ip.isCanonical(X)", "string(ip(X)).startsWith('1')", "cidr(X).containsCIDR(X)", "quantity(X).add(1).sign() > 0", "semver(X).major() > 1",
    "url(X).getQuery().all(k, k.size() < 3)", "X.reverse() == X", "size(X) < 7", "timestamp(X) > timestamp('2020-01-01T00:00:00Z')",
    "X.contains(X)", "X.find('[0-9]+') != ''", "X.replace('a', 'b', 2) == 'b'", "X.format([1])", "timestamp(X).getFullYear() > 2000",
  ],
  integer: ["X > 0", "X % 2 == 0", "X == 1.0", "X < 2.5", "X in [1, 2]", "X / 0 == 1", "string(X) == '1'", "X > 'a'", "X + 9223372036854775807 > 0", "-X < 0", "double(X) > 1.0"],
  number: ["X > 0", "X > 0.5", "X == 1", "X % 2 == 0", "int(X) == 1", "X * 2.0 < 7.5"],
  boolean: ["X", "!X", "X == true", "X || has(self.a)", "X ? true : false", "X == 'true'"],
  array: [
    "X.all(x, x == x)", "X.size() < 5", "X.exists_one(x, x == X[0])", "X.map(x, x).size() == X.size()", "X.isSorted()", "X.sum() < 10",
    "X.filter(x, X.exists(y, y == x)).size() > 0", "X.all(x, X.all(y, X.all(z, x == y || y == z)))", "X.all(x, oldSelf.exists(y, x == y))",
    "sets.contains(X, ['a'])", "X.all(i, x, i < 5)", "X.indexOf('a') == 0", "X[0] == X[1]", "X.distinct().size() == X.size()", "X.sort() == X",
    "X.map(x, string(x)).exists(s, matches(s, 'a+b'))", "sets.equivalent(X, X)", "lists.range(3).all(i, i < size(X))", "X + X != X", "X.last().hasValue()",
    "X.transformList(i, x, x).size() > 0", "X.sortBy(x, x) == X", "X.reverse() == X", "math.greatest(X) > 1", "X.max() > 1",
    "X.min() > 1", "X.flatten().size() > 0", "X.join(',') != ''", "X.first().hasValue()", "'a' in X", "X.slice(0, 1) == X",
  ],
  object: [
    "has(X.a)", "X == oldSelf", "X.all(k, k.size() < 5)", "X.size() < 3", "'a' in X", "X.all(k, X[k] != null)", "has(X.metadata)", "X.metadata.name == 'a'",
    "X.metadata.name.size() < 10", "X.kind == 'a'", "X.exists(k, v, k == 'a')", "has(X)", "X.?a.orValue('') == ''", "!has(X.spec) || has(X.status)", "X == null",
    "X.metadata.labels.size() > 0", "X.transformMap(k, v, v).size() == 1",
  ],
  any: ["X == 1", "X == 'a'", "type(X) == int", "X.size() > 1", "dyn(X) == 1", "type(X) == string ? X == 'a' : X > 0", "X == null", "true", "1", "'a'", "self", "[1, 'a'].all(x, x == 1)", "1 + 'a'", "cel.bind(x, 1, x == 1)"],
}; // prettier-ignore
