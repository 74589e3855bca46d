import { describe, expect, it } from "vitest";
import { objectAdvice } from "../../../../../src/cli/advice.js";
import { findObjects } from "../../../../../src/codegen/pipeline/objects/find-objects.js";
import {
  createCrdTools,
  KnownResources,
} from "../../../../../src/codegen/pipeline/objects/known-resources.js";
import { ObjectRun } from "../../../../../src/codegen/pipeline/objects/object-run.js";
import type { Diagnostic } from "../../../../../src/crd/diagnostics/diagnostics.js";
import { Diagnostics, inSourceOrder } from "../../../../../src/crd/diagnostics/diagnostics.js";
import { findCrds } from "../../../../../src/crd/frontend/find-crds.js";
import { readDocuments } from "../../../../../src/crd/source/read.js";
import { newestMinor } from "../../../../../src/runtime/v1/values/kubernetes-version.js";
import { cpuTime } from "../../../../support/cpu-time.js";

const fields = `
  size: {type: integer}
  count: {type: integer, format: int32}
  ratio: {type: number}
  flag: {type: boolean}
  text: {type: string, maxLength: 5, pattern: '^[a-z]*$'}
  policy: {type: string, enum: [Always, Never, InformOnly, Information]}
  part: {type: object, x-kubernetes-embedded-resource: true, x-kubernetes-preserve-unknown-fields: true}
  ruled: {type: object, properties: {a: {type: string}}, x-kubernetes-validations: [{rule: "self.a == 'x'"}]}
  port: {x-kubernetes-int-or-string: true}
  list: {type: array, items: {type: string}}
  labels: {type: object, additionalProperties: {type: string}}
  answer: {type: string, enum: [True, False, 1.10, maybe]}
  level: {type: integer, enum: ["1", 2]}
  inner: {type: object, required: [id, mode, set], properties: {id: {type: string, format: uuid}, mode: {type: string, enum: [a, b]}, set: {type: boolean}, more: {type: object, properties: {deep: {type: string}}}}}
  one: {type: object, oneOf: [{required: [a]}, {required: [b]}], properties: {a: {type: string}, b: {type: string}}}
  any: {type: object, anyOf: [{required: [a]}, {required: [b]}], properties: {a: {type: string}, b: {type: string}}}
  mixed: {type: object, oneOf: [{required: [a]}, {required: [b], not: {required: [c]}}], properties: {a: {type: string}, b: {type: string}, c: {type: string}}}
  branch: {type: string, allOf: [{pattern: '^A'}]}
`;

const formats =
  "byte cidr date date-time duration email hexcolor hostname ipv4 ipv6 k8s-long-name k8s-short-name mac rgbcolor uri uuid uuid3 uuid4 uuid5".split(
    " ",
  );

const crd = `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: widgets.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {kind: Widget, plural: widgets}
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        x-kubernetes-validations: [{rule: "!has(self.spec) || true"}]
        properties:
          spec:
            type: object
            properties:${fields.replaceAll("\n", "\n            ")}
${formats.map((format) => `              ${format}: {type: string, format: ${format}}`).join("\n")}
`;

async function judge(text: string, old = ""): Promise<readonly Diagnostic[]> {
  const diagnostics = new Diagnostics();
  const read = async (path: string, content: string) =>
    readDocuments({ path, text: content }, diagnostics);
  const known = new KnownResources(() => true, await createCrdTools(newestMinor), diagnostics);
  await known.addAll(findCrds(await read("crd.yaml", crd), diagnostics).crds);
  const replaced = findObjects(await read("old.yaml", old), objectAdvice, diagnostics);
  const options = {
    fieldValidation: "Warn",
    ignoreUnknownKinds: false,
    advice: objectAdvice,
  } as const;
  const run = new ObjectRun(known, newestMinor, replaced, () => false, options, diagnostics);
  for (const object of findObjects(await read("object.yaml", text), objectAdvice, diagnostics))
    run.judge(object);
  return inSourceOrder(diagnostics.list);
}

const head = "apiVersion: example.com/v1\nkind: Widget\n";

const widget = (spec: string): string =>
  `${head}metadata: {name: a}\nspec:\n  ${spec.replaceAll("\n", "\n  ")}\n`;

const ownHelps = (list: readonly Diagnostic[]): readonly (string | undefined)[] =>
  list
    .filter(({ message }) => !message.includes("some validation rules were not checked"))
    .map(({ help }) => help);

const quotes = "put it in quotes: YAML reads unquoted numbers and words like `no` as other types";

const id = "id: 123e4567-e89b-42d3-a456-426614174000";

/** A fault in the spec, what the help says, and the spec after somebody followed it. */
const faults: readonly (readonly [faulty: string, help: string, mended: string])[] = [
  ['size: "3"', "write `3`, without quotes", "size: 3"],
  ['size: "3.5"', "write a whole number, without quotes", "size: 3"],
  ["size: 3.5", "write a whole number", "size: 3"],
  ['ratio: "0.5"', "write `0.5`, without quotes", "ratio: 0.5"],
  ["ratio: yes", "write a number", "ratio: 1"],
  ['flag: "true"', "write `true`, without quotes", "flag: true"],
  ['flag: "no"', "write `false`, without quotes", "flag: false"],
  ["flag: 1", "write `true` or `false`", "flag: true"],
  ["text: 5", quotes, 'text: ""'],
  ["text: abcdefgh", "shorten it to 5 characters: it has 8", "text: abcde"],
  ["text: Abc", "write `abc`", "text: abc"],
  ["policy: always", "write `Always`", "policy: Always"],
  ["policy: Always | Never", "keep one of them", "policy: Never"],
  ["policy: Always (or so)", "write `Always`", "policy: Always"],
  [
    'answer: "True"',
    "the enum of the CRD holds the boolean `true`, which a string can never be: put `True` in quotes there",
    "answer: maybe",
  ],
  [
    'answer: "1.10"',
    "the enum of the CRD holds the number `1.1`, which a string can never be: put `1.10` in quotes there",
    "answer: maybe",
  ],
  [
    "level: 1",
    'the enum of the CRD holds the string `"1"`, which this field can never be: write it without quotes there',
    "level: 2",
  ],
  ["text: a|b/c", "keep one of them", "text: a"],
  ["part: {kind: A}", "add `apiVersion`", "part: {kind: A, apiVersion: v1}"],
  ["ruled: {}", "set `a`: the rule reads it without testing `has()` first", "ruled: {a: x}"],
  ["policy: informo", "write `InformOnly`", "policy: InformOnly"],
  ["text: {a: 1}", "write a string", "text: a"],
  ["text: [a]", "write a string", "text: a"],
  ["port: {value: 1}", "write a whole number, or a string in quotes", "port: 1"],
  ["count: 3000000000", "write a whole number from -2147483648 to 2147483647", "count: 2147483647"],
  [
    "size: 18446744073709551615",
    "write a whole number from -9223372036854775808 to 9223372036854775807",
    "size: 9223372036854775807",
  ],
  ["size: ${SIZE}", "fill in the placeholder `${SIZE}` first", "size: 3"],
  ["text: '{{.Text}}'", "fill in the placeholder `{{.Text}}` first", "text: a"],
  ["policy: $(POLICY)", "fill in the placeholder `$(POLICY)` first", "policy: Never"],
  ["policy: <your policy>", "fill in the placeholder `<your policy>` first", "policy: Never"],
  [
    `inner: {mode: a, set: null, ${id}}`,
    "give it a value: null counts as missing",
    `inner: {mode: a, set: true, ${id}}`,
  ],
  ["port: 1.5", "write a whole number, or a string in quotes", "port: '1.5'"],
  ["list: a", "write a list: its items begin with `- `", "list:\n- a"],
  ["labels: a", "write keys with their values", "labels: {a: b}"],
  ["labels:\n- a: b", "write keys with their values, without dashes", "labels:\n  a: b"],
  ["list: [null]", "leave the field out, or give it a value", "list: []"],
  ["one: {}", "set one of `a`, `b`, and no other", "one: {a: x}"],
  ["one: {a: x, b: x}", "set one of `a`, `b`, and no other", "one: {b: x}"],
  ["any: {}", "set at least one of `a`, `b`", "any: {a: x}"],
  [
    "inner: {mode: a, set: true}",
    "add `id`, a string like `123e4567-e89b-42d3-a456-426614174000`",
    "inner: {mode: a, set: true, id: 123e4567-e89b-42d3-a456-426614174000}",
  ],
];

describe("causes of the server", () => {
  it.each(faults)("%j", async (faulty, help, mended) => {
    expect(ownHelps(await judge(widget(faulty)))).toContain(help);
    expect(await judge(widget(mended))).toEqual([]);
  });

  it.each(formats)("shows a good %s", async (format) => {
    const [help] = ownHelps(await judge(widget(`${format}: '%%'`)));
    // Everything can be a duration's neighbour: only what is refused has a help.
    const example = /^write it like `(.*)`$/.exec(help ?? "")?.[1];
    expect(example).toBeDefined();
    expect(await judge(widget(`${format}: '${example ?? ""}'`))).toEqual([]);
  });

  it.each(["inform", "in"])(
    "does not guess which of several values %s is short for",
    async (text) => {
      expect(ownHelps(await judge(widget(`policy: ${text}`)))).toEqual([undefined]);
    },
  );

  it("says what a missing field takes, and which one it may be", async () => {
    expect(ownHelps(await judge(widget(`inner: {${id}, mod: a}`)))).toEqual([
      "`mod` should perhaps be `mode`",
      "add `set`, `true` or `false`",
      "there is a field 'mode'",
    ]);
    expect(ownHelps(await judge(widget(`inner: {${id}, set: true}`)))).toEqual([
      "add `mode`, one of `a`, `b`",
    ]);
  });

  it("does not speak of YAML to those who write JSON", async () => {
    const object = { apiVersion: "example.com/v1", kind: "Widget", metadata: { name: "a" } };
    const spec = { text: 5, list: "a" };
    expect(ownHelps(await judge(JSON.stringify({ ...object, spec })))).toEqual([
      "put it in quotes",
      "write a list",
    ]);
  });

  it("keeps quiet where it is not sure", async () => {
    expect(ownHelps(await judge(widget("policy: Sometimes")))).toEqual([undefined]);
    expect(ownHelps(await judge(widget("mixed: {}")))[0]).toBeUndefined();
    expect(ownHelps(await judge(widget("branch: bcd")))).toEqual([undefined, undefined]);
  });

  it("puts what is not checked behind what has to be corrected first, and marks branches where they fail", async () => {
    const list = await judge(widget("one: {}\nsize: a"));
    expect(list.map(({ message, span }) => [message.slice(0, 40), span?.start])).toEqual([
      ['Invalid value: "": "spec.one" must valid', 68],
      ["spec.one.a: Required value", 68],
      ['spec.size: Invalid value: "string": spec', 84],
      ["Invalid value: null: some validation rul", 0],
    ]);
  });
});

describe("metadata", () => {
  it.each([
    ["{name: My_Widget}", "my-widget"],
    ["{name: a, namespace: Foo.Bar}", undefined],
    ["{name: a, namespace: foo_bar}", "foo-bar"],
    ["{name: a, labels: {b: 'x y'}}", "x-y"],
    ["{name: a, labels: {'x y': b}}", "x-y"],
    ["{name: a, labels: {a/b/c: b}}", undefined],
    ["{name: a, finalizers: ['a.b/x y']}", "a.b/x-y"],
  ])("%s", async (metadata, name) => {
    const list = await judge(`${head}metadata: ${metadata}\n`);
    const [help] = ownHelps(list);
    expect(help).toBe(name && `write \`${name}\`, for example`);
    if (name === undefined) return;
    const shown = /"(.*?)"/.exec(list[0]?.message ?? "")?.[1] ?? "";
    expect(ownHelps(await judge(`${head}metadata: ${metadata.replace(shown, name)}\n`))).toEqual(
      [],
    );
  });

  it.each([
    ["labels: {b: '${NAME}'}", "${NAME}"],
    ["name: '${NAME:-${OTHER}}-a'", "${NAME:-${OTHER}}"],
    ["namespace: <namespace>", "<namespace>"],
  ])("with a placeholder: %s", async (metadata, placeholder) => {
    const list = await judge(`${head}metadata: {${metadata}, generateName: a}\n`);
    expect(ownHelps(list)).toEqual([`fill in the placeholder \`${placeholder}\` first`]);
  });

  it("says where the fields of an owner come from", async () => {
    const owner = "{apiVersion: v1, kind: A, name: b}";
    const list = await judge(`${head}metadata: {name: a, ownerReferences: [${owner}]}\n`);
    expect(ownHelps(list)).toEqual(["copy it from the owner: `kubectl get -o yaml` prints it"]);
  });

  it("says what to do about the version of what is new", async () => {
    const list = await judge(`${head}metadata: {name: a, resourceVersion: "2"}\n`);
    expect(ownHelps(list)).toEqual([
      "leave `resourceVersion` out, or name the object that is replaced with `--old`",
    ]);
  });

  it("names what is kept on updates", async () => {
    const old = `${head}metadata: {name: a, uid: b, resourceVersion: "1"}\n`;
    const other = await judge(`${head}metadata: {name: a, resourceVersion: "2"}\n`, old);
    expect(other.map(({ help, span }) => [help, span?.start])).toEqual([
      ["leave `resourceVersion` out, or use the value of the object that is replaced", 77],
    ]);
  });
});

describe("fields that are not known", () => {
  it.each([
    ["sise: 1", "there is a field 'size'"],
    ["deep: x", "remove it: the server does not store it"],
    [`inner: {${id}, mode: a, set: true, ratio: 1}`, "there is a field 'spec.ratio'"],
    [`inner: {${id}, mode: a, set: true, deep: x}`, "there is a field 'spec.inner.more.deep'"],
    ["one: {a: x, zzz: 1}", "remove it: the known fields here are 'a', 'b'"],
    ["size\u200b: 1", "remove U+200B from the name: it is invisible"],
    ["y: 1", "put `y` in quotes: YAML reads it as `true`"],
  ])("%j", async (spec, help) => {
    expect(ownHelps(await judge(widget(spec)))).toEqual([help]);
  });

  it("knows those of metadata and of the object", async () => {
    const text = `${head}metadata: {name: a, label: {}, ownerReferences: [{apiVersion: v1, kind: A, name: b, uid: c, controler: true}]}\nmetdata: {}\nsize: 1\n`;
    expect(ownHelps(await judge(text))).toEqual([
      "there is a field 'labels'",
      "there is a field 'controller'",
      "there is a field 'metadata'",
      "there is a field 'spec.size'",
    ]);
  });
});

describe("kinds", () => {
  it.each([
    ["apiVersion: example.com/v1\nkind: widget\n", "the nearest is 'example.com/Widget'"],
    [
      "apiVersion: v1\nkind: Widget\n",
      "there is 'example.com/Widget'; or leave such objects out with --ignore-unknown-kinds",
    ],
    ["apiVersion: other.io\nkind: Gadget\n", "apiVersion is group and version: `example.com/v1`"],
    ["apiversion: v1\nkind: Widget\n", "`apiversion` should perhaps be `apiVersion`"],
    [
      "[1]\n",
      "write each document as an object with apiVersion and kind, or as a list of such objects",
    ],
  ])("%j", async (text, help) => {
    expect(ownHelps(await judge(text))).toEqual([help]);
  });
});

it("takes no more than a moment for many faults", async () => {
  const start = cpuTime();
  expect((await judge(widget(`list: [${"1, ".repeat(20_000)}1]`))).length).toBeGreaterThan(20_000);
  expect(cpuTime() - start).toBeLessThan(10_000);
});
