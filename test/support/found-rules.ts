import type { JsonObject } from "../../src/runtime/v1/values/json/json.js";

/*
 * Rules whose code was once wrong or did not compile, one fault each.
 */

function ruled(schema: JsonObject, ...rules: readonly string[]): JsonObject {
  return { ...schema, "x-kubernetes-validations": rules.map((rule) => ({ rule })) };
}

const words: JsonObject = { type: "array", maxItems: 5, items: { type: "string", maxLength: 5 } };

/** Of the `spec`. */
export const foundRules: JsonObject = ruled(
  {
    type: "object",
    properties: {
      s: { type: "string" },
      n: { type: "integer" },
      a: { type: "boolean" },
      c: { type: "object", properties: { d: { type: "boolean" } } },
      port: { "x-kubernetes-int-or-string": true },
      l: { type: "array", items: { type: "array", items: { type: "integer" } } },
      // Names of functions end in these names, loops have functions of their own.
      größe: ruled(words, "self.all(x, x.size() > 1)", "self.map(x, x + 'a').exists(x, x == 'aa')"),
      "e\u0301": ruled(words, "self.exists_one(x, x == 'ab')"),
      é: ruled(words, "self.filter(x, int(x) > 1).size() > 0"),
      "🦄": ruled(words, "self.all(x, self.exists(y, x != y))"),
      日本: ruled(
        words,
        "self.all(Object, Object.size() > 1 && self.all(String, String != Object))",
      ),
      // Names of parameters stand in these.
      üabsent: { type: "object", properties: { éwrong: { type: "string", maxLength: 1 } } },
      word: ruled(
        { type: "string" },
        "optional.of(self).orValue(self).contains('a')",
        "optional.none().orValue(self.replace(self, 'b')) == 'b' || size(dyn(self)) > 1",
        "self == 'a' || self.replace(self, self).contains('b') || true",
      ),
    },
  },
  // Declarations of variables in code that is broken into lines.
  "self.?c.?d.orValue(self.n > 1 || self.s == 'x')",
  "self.?a.orValue(int(self.s) == 1 || self.a)",
  "self.?c.?d.or(optional.of(int(self.s) == 1 && self.n / (self.n - 1) > 2)).value()",
  "[self.n / (self.n - 1) > 2 && int(self.s) == 1, self.s.startsWith('some rather long text')][0]",
  "{'key': self.n / (self.n - 1) > 2 || int(self.s) == 1 || self.s.endsWith('a longer text')}['key']",
  "self.?a.optMap(x, x || int(self.s) == 1 || self.n / (self.n - 1) > 2).orValue(self.n == 7 || self.s == '1')",
  "self.l[self.n > 1 || int(self.s) == 1 || self.s == 'rather long text' ? 0 : 1].size() > 0",
  // What is known to be a text or a number is asked whether it is an error.
  "self.port.isInteger() && self.port.isLessThan(self.port)",
  "(true && true) ? self.n > 0 : {1.5: self.n}[1.5] > 0",
  "((self.n > 0 || self.s == 'a') ? true : true) || self.a",
  // What breaks off an evaluation beside a constant.
  "self.l[5].sort() == [1] || true",
  // has() tells nothing where another operand decided.
  "(has(self.s) || true) && (has(self.s) ? self.s != '' : true)",
  "!(has(self.n) && self.n > 5) && (has(self.n) || !has(self.a) || self.a)",
  "has(self.a) != has(self.c) || (has(self.c.d) && self.c.d)",
  // A key that is none is an error, even of what has no keys.
  "dyn(self.s)[?[self.n]].orValue(true)",
);

/** Values of the `spec`, valid or not. */
export const foundValues: readonly JsonObject[] = [
  { s: "1", n: 2, a: true, c: { d: false }, port: 1, l: [[1]], word: "ab" },
  { s: "x", n: 1, port: "a", l: [[], [2, 1]], word: "b", größe: ["a", "bc"], "e\u0301": ["ab"], é: ["1", "x"] },
  { s: "y", n: 7, a: false, c: {}, l: [], "🦄": ["a", "a"], "日本": ["ab", "cd"], größe: ["ab"] },
  { n: 0, c: { d: true }, word: "", é: ["2"], "日本": ["a"], üabsent: { éwrong: "ab" } },
  {},
]; // prettier-ignore
