import { describe, expect, it } from "vitest";
import { compile, lint } from "../../../../src/index.js";

/** A CRD whose spec has these fields. */
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
      schema:
        openAPIV3Schema:
          type: object
          properties:
            spec:
              type: object
              properties: ${fields}
`;
}

/** What lint says of it with all servers in mind: messages with the help, where there is one. */
async function messages(fields: string): Promise<string[]> {
  const sources = [{ path: "crd.yaml", text: crdOf(fields) }];
  const diagnostics = await lint({ sources, minimumVersion: "1.28" });
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
  const want = `the rule needs a server of Kubernetes ${String(since)} or newer (older servers refuse the CRD (`;
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
    "{ a: { type: object, properties: { labels: { type: object, x-kubernetes-list-type: map } } }, b: { type: object, properties: { labels: { type: object } } } }",
  );
  const warnings = found.filter((message) => message.startsWith("nothing can be stored"));
  expect(warnings).toEqual([
    "nothing can be stored in 'spec.b.labels': its schema lists no fields, so the server drops all labels (add `additionalProperties: { type: string }`)",
  ]);
});

it("knows that the items of a list that preserves unknown fields do so, too", async () => {
  const list = "type: array, items: { type: object }";
  const keeps = "x-kubernetes-preserve-unknown-fields: true";
  expect(await messages(`{ a: { ${list}, ${keeps} }, b: { ${list} } }`)).toEqual([
    "nothing but empty objects can be stored in 'spec.b': the schema of its items lists no fields, so the server drops those that they have (list the fields, or set `x-kubernetes-preserve-unknown-fields: true` to keep whatever is there)",
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
  validation: { openAPIV3Schema: { type: object, properties: { config: { type: array, items: { type: object } } } } }
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

describe("an object without fields", () => {
  it.each([
    "{ none: { type: object } }",
    "{ none: { type: object, additionalProperties: false } }",
    "{ a: { type: object, properties: { tls: { type: object, description: use TLS } } } }",
    "{ sets: { type: object, additionalProperties: { type: object } } }",
    "{ a: { type: object, nullable: true, default: {} } }",
    "{ pods: { type: array, x-kubernetes-preserve-unknown-fields: true, items: { type: object } } }",
  ])("is a marker: %s", async (fields) => {
    expect(await messages(fields)).toEqual([]);
  });

  it.each(["metadata", "labels", "annotations", "matchLabels", "nodeSelector"])(
    "is a mistake where it is called %s",
    async (name) => {
      expect(
        await messages(`{ template: { type: object, properties: { ${name}: { type: object } } } }`),
      ).toEqual([
        expect.stringMatching(
          `^nothing can be stored in 'spec.template.${name}': its schema lists no fields, so the server drops `,
        ),
      ]);
    },
  );

  it.each([
    "{ metadata: { type: object, additionalProperties: { type: string } } }",
    "{ metadata: { type: object, x-kubernetes-preserve-unknown-fields: true } }",
    "{ metadata: { type: object, properties: { name: { type: string } } } }",
    "{ metadata: { type: string } }",
    "{ pod: { type: object, x-kubernetes-embedded-resource: true, properties: { metadata: { type: object } } } }",
  ])("is none: %s", async (fields) => {
    expect(await messages(fields)).toEqual([]);
  });
});

describe("a field that is required", () => {
  it("must be in `properties`", async () => {
    const fields =
      "{ a: { type: object, properties: { hostName: { type: string } }, required: [hostname, port] } }";
    expect(await messages(fields)).toEqual([
      "nothing can be stored in 'spec.a': 'hostname', 'port' are required, but not in `properties`: the server drops what is not there, and then finds it missing (list 'hostname', 'port' in `properties`, or remove them from `required`)",
    ]);
  });

  it.each([
    "{ a: { type: object, additionalProperties: { type: string }, required: [b] } }",
    "{ a: { type: object, x-kubernetes-preserve-unknown-fields: true, required: [b] } }",
    "{ a: { type: object, x-kubernetes-embedded-resource: true, properties: { spec: { type: string } }, required: [metadata, kind, apiVersion] } }",
    "{ a: { type: array, x-kubernetes-preserve-unknown-fields: true, items: { type: object, required: [b] } } }",
  ])("may be elsewhere: %s", async (fields) => {
    expect(await messages(fields)).toEqual([]);
  });

  it("is refused by the server where it is not, whatever is sent", async () => {
    const text = crdOf("{ a: { type: object, required: [b] } }");
    const { resources } = await compile({ sources: [{ path: "crd.yaml", text }] });
    const thing = { apiVersion: "example.com/v1", kind: "Thing", metadata: { name: "a" } };
    const admission = resources[0]?.versions["v1"]?.admit({ ...thing, spec: { a: { b: 1 } } });
    expect(admission).toMatchObject({
      allowed: false,
      errors: [{ field: "spec.a.b", reason: "FieldValueRequired" }],
    });
  });
});

describe("the oldest server", () => {
  const newer =
    "{ a: { type: string, maxLength: 5, x-kubernetes-validations: [{ rule: isSemver(self) }] } }"; // from 1.34 on
  const newest = "{ a: { type: string, format: k8s-short-name } }"; // from 1.35 on

  async function codes(
    fields: string,
    options: { readonly kubernetesVersion?: string; readonly minimumVersion?: string },
  ): Promise<readonly string[]> {
    const found = await lint({ sources: [{ path: "crd.yaml", text: crdOf(fields) }], ...options });
    return found.map(({ code }) => code);
  }

  it.each([
    ["is that which is named", newer, { minimumVersion: "1.33" }, 1],
    ["is that which is named, and has the feature", newer, { minimumVersion: "1.34" }, 0],
    [
      "is the server to answer for where that alone is named",
      newer,
      { kubernetesVersion: "1.34" },
      0,
    ],
    [
      "is older than that if it is named too",
      newer,
      { kubernetesVersion: "1.36", minimumVersion: "1.30" },
      1,
    ],
    ["is the oldest that is maintained where nothing is named", newer, {}, 0],
    ["has formats that are new", newest, { minimumVersion: "1.35" }, 0],
    ["has formats that are new, and older ones do not", newest, { minimumVersion: "1.34" }, 1],
  ])("%s", async (_, fields, options, count) => {
    expect(await codes(fields, options)).toEqual(Array(count).fill("portability/newer-server"));
  });

  it("is no newer than the server to answer for", async () => {
    const wrong = codes(newer, { kubernetesVersion: "1.30", minimumVersion: "1.31" });
    await expect(wrong).rejects.toThrow(
      "minimumVersion: '1.31' is newer than the Kubernetes version, 1.30",
    );
    await expect(codes(newer, { minimumVersion: "1.27" })).rejects.toThrow(
      "minimumVersion: '1.27' is not one of 1.28 to 1.37",
    );
  });
});
