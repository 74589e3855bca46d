import { expect, it } from "vitest";
import { lint } from "../../../src/index.js";

/** What lint says of a CRD whose spec has these fields: codes with the help, where there is one. */
async function messages(fields: string): Promise<string[]> {
  const text = `
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
      schema:
        openAPIV3Schema:
          type: object
          properties:
            spec:
              type: object
              properties: ${fields}
`;
  const diagnostics = await lint({ sources: [{ path: "crd.yaml", text }] });
  return diagnostics.map(({ message, help = "" }) => `${message} (${help})`);
}

it.each([
  ["self == 'a'", undefined],
  ["isSemver(self)", "1.34"],
  ["self.format(['a']) == 'b'", "1.30"],
  ["optional.of(self).hasValue()", "1.29"],
  ["[self].sort() == ['a']", "1.35"],
  ["[self].all(i, v, v == 'a')", "1.33"],
  ["size(self) < 2.5", "1.29"],
])("the rule %s runs from %s on", async (rule, since) => {
  const fields = `{ a: { type: string, maxLength: 5, x-kubernetes-validations: [{ rule: ${JSON.stringify(rule)} }] } }`;
  const found = await messages(fields);
  const want = `the rule needs a server of Kubernetes ${String(since)} or newer (older servers refuse the CRD: `;
  expect(found.map((message) => message.slice(0, want.length))).toEqual(
    since === undefined ? [] : [want],
  );
});

it("says nothing of older servers where no server takes the rule", async () => {
  const [first, ...others] = await messages(
    `{ a: { type: string, x-kubernetes-validations: [{ rule: "isSemver(self) && nope" }] } }`,
  );
  expect(first).toContain("undeclared reference to 'nope'");
  expect(others).toEqual([]);
});

it("does not warn of what is refused", async () => {
  const found = await messages(
    "{ a: { type: object, x-kubernetes-list-type: map }, b: { type: object } }",
  );
  const warnings = found.filter((message) => message.startsWith("nothing can be stored"));
  expect(warnings).toEqual([
    "nothing can be stored in 'spec.b': every field is pruned (list its fields, or set `x-kubernetes-preserve-unknown-fields: true` to keep whatever is there)",
  ]);
});

it("knows that the items of a list that preserves unknown fields do so, too", async () => {
  const list = "type: array, items: { type: object }";
  const keeps = "x-kubernetes-preserve-unknown-fields: true";
  expect(await messages(`{ a: { ${list}, ${keeps} }, b: { ${list} } }`)).toEqual([
    expect.stringContaining("nothing can be stored in 'spec.b.items'"),
  ]);
  expect(await messages(`{ a: { type: array, items: { ${list} }, ${keeps} } }`)).toEqual([]);
});

it.each([
  ["", 0],
  ["preserveUnknownFields: false", 1],
])("knows that v1beta1 prunes only when told to: %s", async (prunes, count) => {
  const text = `
apiVersion: apiextensions.k8s.io/v1beta1
kind: CustomResourceDefinition
metadata: { name: things.example.com }
spec:
  group: example.com
  version: v1
  names: { plural: things, kind: Thing }
  validation: { openAPIV3Schema: { type: object, properties: { config: { type: object } } } }
  ${prunes}
`;
  const diagnostics = await lint({ sources: [{ path: "crd.yaml", text }] });
  const found = diagnostics.filter(({ code }) => code === "portability/field-unsettable");
  expect(found).toHaveLength(count);
});

it("tells fields that YAML calls otherwise than they are written", async () => {
  const field = "{ type: string }";
  expect(await messages(`{ y: ${field}, "n": ${field}, 0x10: ${field}, 1: ${field} }`)).toEqual([
    "the field is called 'true', not 'y' (put `y` in quotes: YAML reads it as `true`)",
    "the field is called '16', not '0x10' (put `0x10` in quotes: YAML reads it as `16`)",
  ]);
});

it("tells such a field, too, where an equal schema has it in quotes before", async () => {
  const quoted = "{ type: object, properties: { 'true': { type: string } } }";
  const found = await messages(`{ a: ${quoted}, b: ${quoted.replace("'true'", "y")} }`);
  expect(found).toHaveLength(1);
  expect(found[0]).toContain("the field is called 'true', not 'y'");
});
