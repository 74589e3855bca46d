import { describe, it } from "vitest";
import { checkExpression } from "../../src/cel/check-expression.js";
import { createEnvironment } from "../../src/cel/check/environment.js";
import { stringType } from "../../src/cel/type.js";
import { fromFieldsV1, noFields, toFieldsV1, union } from "../../src/runtime/v1/apply/field-set.js";
import { parseElement } from "../../src/runtime/v1/apply/path-element.js";
import { parseQuantity, quantityText } from "../../src/runtime/v1/cel/libraries/quantity.js";
import { parseSemver } from "../../src/runtime/v1/cel/libraries/semver.js";
import { matchesLabels } from "../../src/runtime/v1/client/label-matching.js";
import { parseJsonPath } from "../../src/runtime/v1/client/tables/json-path.js";
import { readYaml as readKubeconfig } from "../../src/runtime/v1/node/read-yaml.js";
import {
  aggregatedFormat,
  negotiateInput,
  negotiateOutput,
} from "../../src/runtime/v1/testing/media-types.js";
import { timeLimitOf } from "../../src/runtime/v1/testing/options-of-request.js";
import { readJsonPatch, readMergePatch } from "../../src/runtime/v1/testing/patches.js";
import { parseQuery, requestInfo } from "../../src/runtime/v1/testing/request-info.js";
import { parseFieldSelector, parseLabelSelector } from "../../src/runtime/v1/testing/selectors.js";
import { plainYaml, yamlReader } from "../../src/runtime/v1/testing/yaml-body.js";
import {
  isCidr,
  isHostname,
  isIpv6,
  isUri,
} from "../../src/runtime/v1/values/formats/addresses.js";
import {
  isByte,
  isCreditCard,
  isIsbn,
  isK8sLongName,
} from "../../src/runtime/v1/values/formats/codes.js";
import { isEmail } from "../../src/runtime/v1/values/formats/email.js";
import { isDateTime, isDuration, isGoTime } from "../../src/runtime/v1/values/formats/times.js";
import { parseJson } from "../../src/runtime/v1/values/go/parse-json.js";
import {
  parseGoDuration,
  parseGoTime,
  parseTimeFault,
} from "../../src/runtime/v1/values/go/time.js";
import type { Json } from "../../src/runtime/v1/values/json/json.js";
import {
  labelKeyFaults,
  labelValueFaults,
  subdomainFaults,
} from "../../src/runtime/v1/values/names.js";
import { compileRe2 } from "../../src/runtime/v1/values/re2/compile.js";
import { Re2Error } from "../../src/runtime/v1/values/re2/node.js";
import { readYaml } from "../../src/server/yaml/read-yaml.js";
import { expectLinear } from "./growth.js";

/* Nothing that reads texts of others takes longer than they are long. */

/** A beginning, what comes again and again, and an end. */
type Repeated = readonly [begin: string, piece: string | ((index: number) => string), end?: string];

/** What may be nasty for any reader. */
const common: readonly Repeated[] = [
  ...["!", "(", ")", "[", "]", "{", "}", ",", ";", ":", ".", "/", "\\", "=", "<", "*", "&", "-", "+"],
  ...["'", '"', "#", "|", ">", "?", "%", "@", "^", "$", " ", "\t", "\n", "\r\n", "0", "a", "é", "😀"],
  ...["\ud800", "\0", "%41", "a,", "a ", "a b\n", "- ", "a: ", "[a,", "{a:", '{"a":', "((", "()", "{}"],
  ...["..", "\\\\", "\\'", '\\"', "''", '""', "==", "&&"],
].flatMap((piece): Repeated[] => [
  ["", piece],
  ["a", piece, "!"],
  ['"', piece],
]); // prettier-ignore

const numbers: readonly Repeated[] = [
  ["1", "0"],
  ["-", "1"],
  ["0.", "0", "1"],
  ["1e", "9"],
  ["1e-", "9"],
  ["1", "0", "e-9"],
  ["1", "0", "Ki"],
  ["0", "x"],
];

interface Reader {
  readonly read: (text: string) => unknown;
  readonly texts?: readonly Repeated[];
  /** What is nasty for others takes it long to read, and is no longer than a limit. */
  readonly hasOwnTexts?: boolean;
}

const environment = createEnvironment({
  kubernetesVersion: 37,
  variables: new Map([["self", stringType]]),
});

const yamlTexts: readonly Repeated[] = [
  ["", "- "],
  ["", "? "],
  ["", (index) => `${" ".repeat(Math.min(index, 300))}a:\n`],
  ["", (index) => `a${index}: &a${index} [1]\nb${index}: *a${index}\n`],
  ["a: &a [1]\nb:\n", "- *a\n"],
  ["", (index) => `&a${index} `],
  ["", (index) => `a${index}: 1\n`],
  ["", "a: 1\n"],
  ["{", '"a": 1,\n', '"a": 1}'],
  ["{", '"a": 1,', '"a": 1}'],
  ["", "!!str "],
  ["a: |\n", " b\n"],
  ["a: >\n", " b\n\n"],
  ["a: ", "b\n  "],
  ["a: '", "b\n  ", "'"],
  ['a: "', "\\\n  ", '"'],
  ['a: "', "\\/", '"'],
  ['a: "', "\\u0041", '"'],
  ["", "---\n"],
  ["", "%TAG ! a\n"],
  ["", "# a\n"],
  ['{"a":1', " ", "}"],
  ['{"a"', "\n", ":1}"],
  ['{"a":1', "\t", "}"],
  ["a:\n  - ", "[", ""],
  ["<<: ", "{a: 1}\n"],
  ["", "a: 0x1\n"],
  ["", "a: 2020-01-01\n"],
  ["[", (index) => `a${index}: b,`, "]"],
  ['{"a":', '[{"b":'],
];

const jsonTexts: readonly Repeated[] = [
  ["[", "1,", "1]"],
  ["{", '"a":1,', '"a":1}'],
  ["{", (index) => `"a${index}":1,`, '"a":1}'],
  ["{", (index) => `"a${index}":1,"a${index}":1,`, '"a":1}'],
  ["", '{"a":'],
  ["", "["],
  ["[", '{"a":1,"a":1},', "1]"],
  ["[", "1e400,", "1]"],
  ["[", "12345678901234567890,", "1]"],
  ['"', "\\u0041", '"'],
  ['"', "\\ud800", '"'],
];

const formats = [
  ...[isByte, isCidr, isCreditCard, isDateTime, isDuration, isGoTime, isHostname],
  ...[isIpv6, isIsbn, isK8sLongName, isUri],
];

const readers: Readonly<Record<string, Reader>> = {
  "label selectors": {
    read: parseLabelSelector,
    texts: [["a in (", "b,", "b)"], ["a in (", (index) => `b${index},`, "b)"], ["", "a=b,"], ["", "!a,"], ["a", "=", "b"], ["a ", "in ", "(b)"], ["", "a in (b),"], ["a > ", "1"]],
  },
  "label selectors of clients": {
    read: (text) => matchesLabels(text, { a: "b" }),
    texts: [["a in (", "b,", "b)"], ["", "a=b,"], ["", "!a,"], ["a", " ", "=b!"], ["a=b", " ", "!"], ["a in ", " ", "(b)"], ["a in (", "b ", "!"], ["a > ", "1"]],
  },
  "field selectors": {
    read: parseFieldSelector,
    texts: [["a=", "\\,"], ["a=", "\\\\"], ["", "a=b,"], ["a=", "b", "\\x"], ["a", "=", ""], ["a=", "😀"]],
  },
  "JSON paths": {
    read: parseJsonPath,
    texts: [["", ".a"], ["", ".."], ["", "['a']"], ["[", "0,", "0]"], ["[", "'a',", "'a']"], ["", "[0]"], ["", "[?(@.a"], ["[?(@.a", " ", "b)]"], ["[?(", "@.a==", "1)]"], ["[?(", "a[?(", ")]"], ["", "[?(@.a=='[')]"], ["[", ":"], ["", "[::1]"], ["", "[?(@", ")]"], ["[?(@.a==1", "0", ")]"]],
  },
  "JSON paths over values": {
    read: (text) => parseJsonPath(text)?.({ a: [1, 2, { a: [{ a: 1 }] }], b: { a: 1 } }),
    texts: [["", ".."], ["", ".a.."], ["", "[*]"], ["", ".*"], ["", "$"], ["", "..[*]"], ["", "..*"], [".a[", "0,", "0]"], [".a", "[0:]", ""]],
  },
  "content types": {
    read: negotiateInput,
    texts: [["application/json", ";a=b"], ["application/json", "; a=b "], ["application/json;a=\"", "\\\"", "\""], ["application/json", " ", "x"], ["application/json;", " ", "x"], ["application/json;a=b", " ", "x"], ["application/json", ";"], ["application/json;", "a="], ["application/json;a=", "b", "\""], ["application/json;a=\"", "b"]],
  },
  "accepted types": {
    read: (text) => {
      aggregatedFormat(text);
      return negotiateOutput(text, false, false);
    },
    texts: [["", ","], ["", "a/b,"], ["", "*/*;q=0,"], ["", (index) => `a/b;q=${index / 1e7},`], ["", (index) => `a/b;q=${1 - index / 1e7},`], ["", "a/*,a/b,*/*,"], ["a/b", ";a=b"], ["a/b", (index) => `;a${index}=b`], ["a/b", " ", "x"], ["a/b;", " ", "x"], ["a/b;q=", "1"], ["a/b;q=1e", "9"], ["", " ,"], ["a", "/b"]],
  },
  "paths of requests": {
    read: (text) => requestInfo("GET", text, false),
    texts: [["/api", "/"], ["/api", "/", "x"], ["/apis/a/b/c/", "d/"], ["/api/v1/", "namespaces/"], ["/", "%2f", "x"], ["/api/", "watch/"]],
  },
  queries: {
    read: parseQuery,
    texts: [["", "&"], ["", "a=b&"], ["", (index) => `a${index}=b&`], ["", "%zz&"], ["a=", "+"], ["a=", "%20"], ["", "a;b&"], ["", "="]],
  },
  "limits of time": {
    read: (text) => timeLimitOf(new Map([["timeout", [text]]])),
    texts: [["", "1h"], ["", "1s1"], ["", "1."], ["1", "0", "x"], ["", "1x"], ...numbers],
  },
  durations: { read: parseGoDuration, texts: [["", "1h"], ["", "1."], ["", "1h1"], ["0.", "1", "h"], ["1", "0", "h"], ...numbers] },
  times: {
    read: (text) => [parseGoTime(text), parseTimeFault(text, "2006-01-02T15:04:05Z07:00")],
    hasOwnTexts: true,
    texts: [["", "😀"], ["", "\n"], ["", "-"], ["2020-01-01T00:00:00.", "0", "Z"], ["2020-01-01T00:00:00", "0", "Z"], ["", "2020-"], ["2020-01-01T00:00:00Z", "0"], ...numbers],
  },
  quantities: {
    read: (text) => { const value = parseQuantity(text); return "unscaled" in value ? quantityText(value) : undefined; },
    texts: numbers,
  },
  "semantic versions": { read: parseSemver, texts: [["1.0.0-", "a."], ["1.0.0+", "a."], ["1.", "0", ".0"], ["", "1."], ...numbers] },
  names: { read: (text) => [subdomainFaults(text), labelKeyFaults(text), labelValueFaults(text)], texts: [["", "a."], ["", "a-"], ["", "a/"], ["a", "-", "!"], ["", "a", "!"]] },
  "formats": {
    read: (text) => formats.map((isOf) => isOf(text)),
    texts: [["", "a."], ["", "a-"], ["http://", "a:"], ["http://[", "a]"], ["http://", "a@"], ["", "AAAA"], ["", "AA=A"], ["AAAA", "\n"], ["", "::"], ["", "1:"], ["", "1 "], ["", "1-"], ["1", "h1"], ["http://a/", "%41"], ["http://a/", "%4"], ["xn--", "a"], ["", "xn--a."], ["", "a", "."], ["2020-01-01T00:00:00.", "0", "!"], ...numbers],
  },
  "addresses of mail": {
    read: isEmail,
    texts: [["a@", "b."], ["", "a@"], ["", "a."], ["", "(", ")"], ["", "()", "a@b"], ["\"", "\\\"", "\"@b"], ["a@[", "b", "]"], ["", "a ", "<a@b>"], ["=?utf-8?q?", "a", "?= <a@b>"], ["", "=?utf-8?q?a?= ", "<a@b>"], ["", "=?utf-8?b?YQ==?= ", "<a@b>"], ["<", "<", "a@b>"], ["a <a@b> ", "(x)"], ["", " ", "a@b"], ["a", " ", "@b"], ["a@b", " ", ""], ["", "\r\n ", "a@b"]],
  },
  JSON: { read: (text) => parseJson(text), texts: [...jsonTexts, ...numbers] },
  "JSON with marks": { read: (text) => parseJson(text, { marksRepeated: true, onKey: ({ isSecond, path }) => isSecond && path() }), texts: jsonTexts },
  "JSON patches": {
    read: (text) => readJsonPatch(text, false).apply({ spec: { a: [1] } }),
    texts: [...jsonTexts, ["[", '{"op":"add","path":"/spec/a/0","value":1},', "{}]"], ["[", '{"op":"move","from":"/spec","path":"/spec"},', "{}]"], ['[{"op":"add","path":"', "/a", '","value":1}]'], ["[", '{"x":1},', "{}]"], ["[", '{"op":"add","op":"add"},', "{}]"], ['[{"op":"test","path":"/spec/a/', "0", '"}]']],
  },
  "merge patches": { read: (text) => readMergePatch(text, false).apply({ spec: { a: [1] } }), texts: jsonTexts },
  "bodies in YAML": { read: readYaml, texts: [...yamlTexts, ...jsonTexts] },
  "JSON as YAML": { read: plainYaml, texts: [...yamlTexts, ...jsonTexts, ['{"', "a", '":1}'], ["{", '"a" ', ":1}"]] },
  "YAML of other parsers": { read: yamlReader(() => ({})), texts: yamlTexts },
  kubeconfigs: { read: readKubeconfig, texts: [...yamlTexts, ...jsonTexts] },
  CEL: {
    read: (text) => checkExpression(environment, text),
    hasOwnTexts: true,
    texts: [["self", "+self"], ["self", ".a"], ["", "!", "true"], ["", "-", "1"], ["self", "[0]"], ["[", "1,", "1]"], ["{", "1:1,", "1:1}"], ["true", "?true:true"], ["true", "?true"], ["", "(", "1"], ["", "[", "1"], ["self", ".size()"], ["self", ".all(x,true)"], ["[1]", ".map(x,x)"], ["", "[1].all(x,", "true"], ["size(", "size(", "self"], ["", "1 "], ["\"", "\\n", "\""], ["'''", "'", "'''"], ["//", "a"], ["true", "&&true"], ["1", "==1"], ["1", "<1"], ["self.matches('", "(", "')"], ["self.matches('", "a*", "')"], ["self.matches('(", "(a*)*", ")')"], ["", "a{", ""], ...numbers],
  },
  patterns: {
    read: compileRe2,
    texts: [["", "(a", ""], ["", "(a)*"], ["", "(?i)a"], ["", "(?:"], ["", "[a-z]"], ["[", "a-z"], ["[", "\\d"], ["[", "[:alpha:]"], ["", "a{2}"], ["", "a{1000}"], ["a", "{2}"], ["", "\\Qa\\E"], ["\\Q", "a"], ["", "\\pL"], ["", "(?P<a>b)"], ["", (index) => `(?P<a${index}>b)`], ["", "a|"], ["", "a*?"], ["", "(?i:"], ["(", "a|", ")"], ["", "x{", ""]],
  },
  "sets of fields": {
    read: (text) => toFieldsV1(union(fromFieldsV1(JSON.parse(text) as Json), noFields)),
    texts: [["{", (index) => `"f:a${index}":{},`, '"f:a":{}}'], ["{", (index) => `"k:{\\"a\\":${index}}":{},`, '"f:a":{}}'], ["{", (index) => `"v:${index}":{},`, '"f:a":{}}'], ["{", (index) => `"i:${index}":{},`, '"f:a":{}}']],
  },
  "elements of fields": {
    read: parseElement,
    texts: [["v:", "[", ""], ['v:"', "a", '"'], ["i:", "1"], ["f:", "a"], ["k:{", '"a":1,', '"a":1}'], ["k:{", (index) => `"a${index}":1,`, '"a":1}'], ["v:1", "0"]],
  },
}; // prettier-ignore

describe.each(Object.entries(readers))("%s", (_, { read, texts = [], hasOwnTexts = false }) => {
  for (const one of hasOwnTexts ? texts : [...texts, ...common]) {
    it(JSON.stringify(textOf(one, 2)), () => {
      expectLinear(read, (count) => textOf(one, count));
    });
  }
});

function textOf([begin, piece, end = ""]: Repeated, count: number): string {
  if (typeof piece === "string") return begin + piece.repeat(count) + end;
  return begin + Array.from({ length: count }, (_, index) => piece(index)).join("") + end;
}

describe("patterns that are matched", () => {
  const patterns = ["(a+)+$", "(a|a)*b", "(a*)*c", "a.*a.*a.*b", "(x+x+)+y", "^(.*?,){11}P", "(a?){30}a{30}", "\\b(\\w+\\s*)+!", "(?i)(a|b|ab)*c"];

  it.each(patterns)("%s", (pattern) => {
    const re2 = compileRe2(pattern);
    if (re2 instanceof Re2Error) throw new Error(re2.message);
    for (const piece of ["a", "x", "1,"]) {
      const text = (count: number): string => `${piece.repeat(count)}!`;
      expectLinear((given) => re2.test(given), text);
      expectLinear((given) => re2.exec(given.slice(0, given.length / 16)), text);
    }
  });
}); // prettier-ignore
