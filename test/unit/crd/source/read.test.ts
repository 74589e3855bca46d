import { describe, expect, it } from "vitest";
import { Float64 } from "../../../../src/runtime/v1/values/json/json.js";
import { cpuTime } from "../../../support/cpu-time.js";
import { problemsOf, readText, valuesOf } from "./collect.js";

describe("documents of a file", () => {
  it.each([
    ["nothing", "", []],
    ["white space and comments", "\n# a\n---\n# b\n", []],
    ["one", "a: 1\n", [{ a: 1 }]],
    ["separators around", "---\na: 1\n---\n", [{ a: 1 }]],
    ["a comment at the separator", "a: 1\n--- # two\nb: 2", [{ a: 1 }, { b: 2 }]],
    ["document ends", "a: 1\n...\n---\nb: 2\n...\n", [{ a: 1 }, { b: 2 }]],
    ["a directive", "%YAML 1.1\n---\na: 1\n", [{ a: 1 }]],
    ["dots that end nothing", "a: 1\n...b: 2\n", [{ a: 1, "...b": 2 }]],
    ["an explicit null", "---\nnull\n---\na: 1\n", [null, { a: 1 }]],
    ["CRLF", "a: 1\r\n---\r\nb: 2\r\n", [{ a: 1 }, { b: 2 }]],
    ["lone carriage returns", "a: 1\rb: 2\r", [{ a: 1, b: 2 }]],
    ["a byte order mark", "\ufeffa: 1\n---\n\ufeffb: 2\n", [{ a: 1 }, { b: 2 }]],
    [
      "byte order marks behind separators",
      "a: 1\n---\n\ufeffb: 2\nc: &x 3\n",
      [{ a: 1 }, { b: 2, c: 3 }],
    ],
    ["JSON", '{"a": 1}', [{ a: 1 }]],
    ["JSON with what YAML refuses", '{"a": "\x7f\x85\u2028"}', [{ a: "\x7f\x85\u2028" }]],
    ["a tab before flow that is no JSON", "\t{a: 1}", [{ a: 1 }]],
    ["a stream of JSON", '{"a": 1}\n{"b": 2} [3]', [{ a: 1 }, { b: 2 }, [3]]],
    ["JSON, then YAML", '{"a": 1}\n---\nb: 2\n', [{ a: 1 }, { b: 2 }]],
    ["JSON with a comma too many", '{"a": 1,}', [{ a: 1 }]],
    ["a block scalar without a last line break", "a: |\n  b", [{ a: "b\n" }]],
    ["a list of JSON that tabs indent", '[{\n\t"a": [\n\t\t1\n\t]\n}]', [[{ a: [1] }]]],
    ["a list that is no JSON", "[a, b]", [["a", "b"]]],
    ["flow that is no JSON", "{a: 1, b: [c]}", [{ a: 1, b: ["c"] }]],
  ])("%s", async (_name, text, values) => {
    expect(await valuesOf(text)).toStrictEqual(values);
  });

  it("reads the neighbours of a document with a fault", async () => {
    const { documents, list } = await readText("a: 1\n---\nb: c: d\n---\ne: 2\n");
    expect(documents.map((document) => document.value)).toStrictEqual([{ a: 1 }, { e: 2 }]);
    expect(list).toHaveLength(1);
  });

  it("knows where documents stand and what they are", async () => {
    const { documents } = await readText('{"a": 1}\n---\nb: 2\n');
    expect(documents.map(({ start, end, format }) => [start, end, format])).toStrictEqual([
      [0, 8, "json"],
      [12, 18, "yaml"],
    ]);
  });
});

describe("values", () => {
  it("keeps what JSON says of numbers, and YAML does not", async () => {
    const [json] = await valuesOf('{"a": 1.0, "b": 9007199254740993, "c": "\\ud83d\\ude00\\/"}');
    expect(json).toStrictEqual({ a: new Float64(1), b: 9007199254740993n, c: "😀/" });
    expect(await valuesOf("a: 1.0\nb: 9007199254740993\n")).toStrictEqual([
      { a: 1, b: 9007199254740993n },
    ]);
  });

  it.each([
    ["YAML", "__proto__: {x: 1}\nconstructor: 2\ntoString: 3\n"],
    ["JSON", '{"__proto__": {"x": 1}, "constructor": 2, "toString": 3}'],
    ["YAML with a tag", "__proto__: {x: 1}\nconstructor: !!int 2\ntoString: 3\n"],
  ])("makes own properties of any name from %s", async (_name, text) => {
    const [value] = await valuesOf(text);
    expect(Object.keys(value ?? {})).toStrictEqual(["__proto__", "constructor", "toString"]);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  });
});

describe("duplicate keys", () => {
  it.each([
    ["YAML", "a: 1\nb: 2\na: 3\n", 10, 0],
    ["flow", "x: {a: 1, a: 3}\n", 10, 4],
    ["JSON", '{"a": 1, "a": 3}', 9, 1],
    ["YAML with a tag", "a: 1\nb: !!int 2\na: 3\n", 16, 0],
  ])("%s: a warning with both places, the last one counts", async (_name, text, second, first) => {
    const { documents, list } = await readText(text);
    expect(JSON.stringify(documents[0]?.value)).toContain('"a":3');
    expect(list.map(({ code, severity }) => [code, severity])).toStrictEqual([
      ["source/duplicate-key", "warning"],
    ]);
    expect(list[0]?.span?.start).toBe(second);
    expect(list[0]?.related[0]?.span.start).toBe(first);
  });

  it("does not call a merge key's entries duplicates", async () => {
    expect(await problemsOf("a: &x {b: 1}\nc:\n  <<: *x\n  b: 2\n")).toStrictEqual([]);
  });
});

describe("faults of the text", () => {
  it.each([
    [
      "NUL",
      "a: 1\nb: \0\n",
      "source/control-character 2:4 control characters are not allowed: U+0000",
    ],
    ["DEL", "a: \x7f\n", "source/control-character 1:4 control characters are not allowed: U+007F"],
    ["JSON", '{"a" 1}', "source/not-json 1:6 not JSON: invalid character '1' after object key"],
    ["JSON, cut", '{"a": [1', "source/not-json 1:8 not JSON: unexpected end of JSON input"],
    [
      "JSON stream",
      '{}\n{}\n{"a" 1}',
      "source/not-json 3:6 not JSON: invalid character '1' after object key",
    ],
    [
      "JSON stream, a letter that is no escape",
      '{}\n{}\n{"a": "\\q"}',
      "source/not-json 3:9 not JSON: invalid character 'q' in string escape code",
    ],
    [
      "JSON stream, a line break in a string",
      '{}\n{}\n{"a": "b\n"}',
      "source/not-json 3:9 not JSON: invalid character '\\n' in string literal",
    ],
    [
      "JSON stream, two entries without a comma",
      '{}\n{}\n{"a": 1 "b": 2}',
      "source/not-json 3:9 not JSON: invalid character '\"' after object key:value pair",
    ],
    [
      "JSON stream, no value",
      '{}\n{}\n{"a": \'}',
      "source/not-json 3:7 not JSON: invalid character '\\'' looking for beginning of value",
    ],
    [
      "number beyond float64",
      '{"a": 1e999}',
      "source/not-finite 1:7 '1e999' is not a JSON value: JSON numbers are finite",
    ],
  ])("%s", async (_name, text, problem) => {
    expect(await problemsOf(text)).toStrictEqual([problem]);
  });

  it.each([
    ["value", "a: 1\nb: {{ .Values.b }}\n", "2:4"],
    ["line", "a: 1\n{{- if .Values.b }}\nb: 1\n{{- end }}\n", "2:1"],
    ["first line", "{{- if .Values.b }}\na: 1\n{{- end }}\n", "1:1"],
    ["list item", "a:\n  - {{ . }}\n  - b\n", "2:5"],
    ["block", "a:\n  {{- toYaml .Values | nindent 2 }}\n", "2:3"],
  ])("template action as %s", async (_name, text, position) => {
    const [problem] = await problemsOf(text);
    expect(problem).toMatch(new RegExp(`^source/template ${position} `));
  });

  it("lets quoted template actions stand", async () => {
    expect(await valuesOf('a: "{{ .Values.a }}"\n')).toStrictEqual([{ a: "{{ .Values.a }}" }]);
  });
});

describe("hostile texts", () => {
  const deep = 100_000;
  it.each([
    ["flow sequences", "[".repeat(deep)],
    ["flow mappings", "{a: ".repeat(deep)],
    ["JSON", '{"a":'.repeat(deep)],
    ["JSON lists", `{"a":${"[".repeat(deep)}`],
    ["block sequences", "- ".repeat(deep)],
    ["block mappings", Array.from({ length: 2000 }, (_, at) => `${" ".repeat(at)}a:\n`).join("")],
    ["tagged", `a: !!str b\nc: ${"[".repeat(deep)}${"]".repeat(deep)}`],
  ])("nested 100,000 deep: %s", async (_name, text) => {
    const { documents, list } = await readText(text);
    expect(documents).toStrictEqual([]);
    expect(list.map(({ code }) => code)).toStrictEqual(["source/too-deep"]);
  });

  it("reads 900 levels", async () => {
    const text = `a: ${"[".repeat(900)}${"]".repeat(900)}`;
    expect((await readText(text)).documents).toHaveLength(1);
  });

  it("bounds what aliases expand to", async () => {
    const lines = Array.from(
      { length: 30 },
      (_, at) =>
        `a${String(at)}: &a${String(at)} [${at === 0 ? "x" : `*a${String(at - 1)}, *a${String(at - 1)}`}]`,
    );
    expect(await problemsOf(lines.join("\n"))).toStrictEqual([
      "source/excessive-aliasing 1:1 document contains excessive aliasing",
    ]);
  });

  it.each([
    ["YAML", `a: ${"x".repeat(135_000_000)}\n`],
    ["JSON", `{"a": "${"x".repeat(135_000_000)}"}`],
  ])("refuses a document of 135 MB: %s", async (_name, text) => {
    expect(await problemsOf(text)).toStrictEqual([
      "source/too-large 1:1 a document of 129 MiB is over the limit of 128 MiB",
    ]);
  });

  it("bounds what the general reader takes", async () => {
    expect(await problemsOf(`a: !!str b\nc: ${"x".repeat(5 * 2 ** 20)}\n`)).toStrictEqual([
      "source/too-large 1:1 a document of 6 MiB is over the limit of 4 MiB",
    ]);
  });

  it("reads many small documents in one large file", async () => {
    const { documents, list } = await readText("a: 1\n---\n".repeat(200_000));
    expect(documents).toHaveLength(200_000);
    expect(list).toStrictEqual([]);
  });

  it("reads a long line of quoted scalars", async () => {
    const start = cpuTime();
    const line = '"\\t",'.repeat(300_000);
    expect((await readText(`a: [${line}]\n`)).list).toStrictEqual([]);
    expect(cpuTime() - start).toBeLessThan(10_000);
  });

  it("looks for templates in no more than the document with the fault", async () => {
    const start = cpuTime();
    const { list } = await readText("a: ]\n---\n".repeat(60_000));
    expect(list).toHaveLength(60_000);
    expect(cpuTime() - start).toBeLessThan(5_000);
  });
});
