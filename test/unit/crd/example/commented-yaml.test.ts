import { expect, it } from "vitest";
import { Diagnostics } from "../../../../src/crd/diagnostics/diagnostics.js";
import { firstSentence, writeCommentedYaml } from "../../../../src/crd/example/commented-yaml.js";
import { Annotations } from "../../../../src/crd/ir/annotations.js";
import { readDocuments } from "../../../../src/crd/source/read.js";
import type { JsonObject } from "../../../../src/runtime/v1/values/json/json.js";

const object: JsonObject = {
  kind: "CronTab",
  spec: {
    name: "a",
    text: "two\nlines\n",
    env: [
      { name: "x", value: "1" },
      { name: "y", nested: [["p", "q"], []] },
    ],
    labels: { a: { deep: true }, b: {} },
    none: [],
    "a: b": null,
  },
};

const schema: JsonObject = {
  properties: {
    kind: { description: "Never told." },
    spec: {
      description: "What is wanted. And more.",
      properties: {
        name: { description: "A name, e.g. this one. Not that." },
        text: { description: "word ".repeat(40) },
        env: {
          description: "Variables.",
          items: {
            properties: { name: { description: "Its name." }, value: { description: "Its value" } },
          },
        },
        labels: {
          additionalProperties: {
            description: "A label.",
            properties: { deep: { description: "How deep." } },
          },
        },
        "a: b": { description: "evil\u2028- x: y\u0085# \u0000\u202E done" },
      },
    },
  },
};

const want = `kind: CronTab
# What is wanted.
spec:
  # A name, e.g. this one.
  name: a
  # word word word word word word word word word word word word word word word
  # word word word word word word word word word word word word word word word
  # word word word word word word word word word word
  text: |
    two
    lines
  # Variables.
  env:
  # Its name.
  - name: x
    # Its value
    value: "1"
  # Its name.
  - name: "y"
    nested:
    - - p
      - q
    - []
  labels:
    a:
      # How deep.
      deep: true
    b: {}
  none: []
  # evil - x: y # done
  "a: b": null
`;

it("stands above its fields, and changes no value", async () => {
  const text = writeCommentedYaml(object, new Annotations(schema));
  expect(text).toBe(want);
  const diagnostics = new Diagnostics();
  const [document] = await readDocuments({ path: "a.yaml", text }, diagnostics);
  expect(document?.value).toEqual(object);
  expect(diagnostics.list).toEqual([]);
});

it.each([
  ["One. Two.", "One."],
  ["See e.g. the guide. Two.", "See e.g. the guide."],
  ["Version 1.2 is new! Yes.", "Version 1.2 is new!"],
  ["One\ntwo\n\nthree", "One two"],
  ["  ", ""],
])("takes the first sentence of %j", (description, sentence) => {
  expect(firstSentence(description)).toBe(sentence);
});

it("cuts what does not end", () => {
  expect(firstSentence("long ".repeat(1000)).length).toBeLessThan(310);
});
