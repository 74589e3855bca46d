import { describe, expect, it } from "vitest";
import { lint } from "../../../../src/index.js";

function crdOf(fields: string): string {
  return `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: things.example.com }
spec:
  group: example.com
  scope: Cluster
  names: { plural: things, kind: Thing }
  versions:
    - name: v1
      served: true
      storage: true
      schema: { openAPIV3Schema: { type: object, properties: { spec: { type: object, properties: { a: ${fields} } } } } }
`;
}

/** What is marked, the message and the help of each warning about the field `a`. */
async function warnings(field: string): Promise<string[]> {
  const text = crdOf(field);
  const found = await lint({ sources: [{ path: "crd.yaml", text }] });
  const lines = text.split("\n");
  return found.map(({ start, end, message, help = "" }) => {
    const marked = lines[(start?.line ?? 1) - 1]?.slice(
      (start?.column ?? 1) - 1,
      (end?.column ?? 1) - 1,
    );
    return `${String(marked)}: ${message} (${help})`;
  });
}

const unusable =
  "enum: nothing can be stored in 'spec.a': it holds strings, and its enum has none (give the enum strings, or the field another type)";

function value(written: string, read: string, kind: string, help: string): string {
  return `${written}: the value ${read} of the enum can never be stored: it is ${kind} (${help})`;
}

describe("a value of an enum that the type of the field cannot have", () => {
  it.each([
    ["on", "true", "boolean"],
    ["False", "false", "boolean"],
    ["1.10", "1.1", "number"],
    ["0644", "420", "number"],
  ])("is told with the spelling that was meant: %s", async (written, read, kind) => {
    expect(await warnings(`{ type: string, enum: [x, ${written}] }`)).toEqual([
      value(
        written,
        read,
        `a ${kind}, and 'spec.a' holds strings`,
        `put \`${written}\` in quotes: YAML reads it as \`${read}\``,
      ),
    ]);
  });

  it("is told as it stands where YAML reads it so", async () => {
    expect(await warnings("{ type: string, enum: [x, true, 5] }")).toEqual([
      value("true", "true", "a boolean, and 'spec.a' holds strings", "put `true` in quotes"),
      value("5", "5", "a number, and 'spec.a' holds strings", "put `5` in quotes"),
    ]);
  });

  it("leaves nothing where no other value is there", async () => {
    const [first, ...others] = await warnings("{ type: string, enum: [on, off] }");
    expect(first).toBe(unusable);
    expect(others).toHaveLength(2);
    expect(await warnings("{ type: boolean, enum: [ANY, ONE] }")).toEqual([
      "enum: nothing can be stored in 'spec.a': it holds booleans, and its enum has none (give the enum booleans, or the field another type)",
    ]);
    expect(await warnings("{ type: array, items: { type: string }, enum: [x, z] }")).toEqual([
      "enum: nothing can be stored in 'spec.a': it holds lists, and its enum has none (move the enum to `items`)",
    ]);
  });

  it("is told of numbers, of what may be either, and of what stands in junctors", async () => {
    const whole = "'spec.a' holds whole numbers";
    expect(await warnings(`{ type: integer, enum: [1, "12", x, 1.5] }`)).toEqual([
      value('"12"', '"12"', `a string, and ${whole}`, "write `12` without quotes"),
      value("x", '"x"', `a string, and ${whole}`, "remove it, or give the field another type"),
      value("1.5", "1.5", `a number, and ${whole}`, "remove it, or give the field another type"),
    ]);
    expect(await warnings("{ x-kubernetes-int-or-string: true, enum: [1, x, 0.5] }")).toEqual([
      value(
        "0.5",
        "0.5",
        "a number, and 'spec.a' holds strings and whole numbers",
        "put `0.5` in quotes",
      ),
    ]);
    const nested = "properties: { b: { enum: [x, yes] } }";
    const found = await warnings(
      `{ type: object, properties: { b: { type: string } }, anyOf: [{ allOf: [{ ${nested} }] }] }`,
    );
    expect(found).toEqual([
      expect.stringContaining("put `yes` in quotes: YAML reads it as `true`"),
    ]);
  });

  it("says that the server finds a number equal to a single character", async () => {
    // 65 is equal to "A": something can be stored, but not what was meant.
    expect(await warnings(`{ type: integer, enum: ["1", "2"] }`)).toHaveLength(2);
  });

  it.each([
    "{ type: integer, enum: [1, 1.0, -3] }",
    "{ type: number, enum: [1, 1.5] }",
    "{ type: string, enum: ['on', '1.10', \"true\"] }",
    "{ type: string, format: date, enum: [2020-01-01] }",
    "{ type: object, enum: [{}] }",
    "{ type: array, items: { type: string }, enum: [[]] }",
    "{ x-kubernetes-int-or-string: true, enum: [1, a] }",
    "{ x-kubernetes-preserve-unknown-fields: true, enum: [1, a, true, null] }",
    "{ x-kubernetes-int-or-string: true, enum: [1, a], anyOf: [{ type: integer }, { type: string }] }",
    "{ type: string, nullable: true, anyOf: [{ enum: [a, null] }] }",
  ])("is none in %s", async (field) => {
    expect(await warnings(field)).toEqual([]);
  });
});

describe("null in an enum", () => {
  const never =
    "the value null of the enum can never be stored: the server finds null equal to no value of an enum";

  it("is never stored", async () => {
    expect(await warnings("{ type: string, enum: [x, null] }")).toEqual([
      `null: ${never} (remove it, or put it in quotes to mean text)`,
    ]);
    expect(await warnings("{ type: string, nullable: true, enum: [x, ~] }")).toEqual([
      `~: ${never} (remove \`nullable\`; or, to take null, write the rule \`self in ["x"]\` in the place of the enum)`,
    ]);
  });

  it("is missing where a field is nullable", async () => {
    expect(await warnings("{ type: integer, nullable: true, enum: [1, 2] }")).toEqual([
      "nullable: 'spec.a' is nullable, but null is never equal to a value of its enum: the server refuses it (remove `nullable`; or, to take null, write the rule `self in [1, 2]` in the place of the enum)",
    ]);
  });
});

it("speaks of JSON as JSON", async () => {
  const document = {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: "things.example.com" },
    spec: {
      group: "example.com",
      scope: "Cluster",
      names: { plural: "things", kind: "Thing" },
      versions: [
        { name: "v1", served: true, storage: true, schema: { openAPIV3Schema: "SCHEMA" } },
      ],
    },
  };
  const schema = `{"type": "object", "properties": {"a": {"type": "string", "enum": ["x", 1.10]}}}`;
  const text = JSON.stringify(document).replace('"SCHEMA"', schema);
  const [found] = await lint({ sources: [{ path: "crd.json", text }] });
  expect(found?.help).toBe("put `1.10` in quotes");
});
