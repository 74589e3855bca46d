import { describe, expect, it } from "vitest";
import { lint } from "../../../../src/index.js";
import type { JsonObject } from "../../../../src/runtime/v1/values/json/json.js";
import type { BoatParts } from "../../../support/boat.js";
import { boatSource } from "../../../support/boat.js";

/** What a server answers to the creation of a CRD: `field: message`, in alphabetical order. */
async function causesOf(parts: BoatParts, kubernetesVersion = "1.37"): Promise<readonly string[]> {
  const diagnostics = await lint({ sources: [boatSource(parts)], kubernetesVersion });
  return diagnostics
    .flatMap(({ cause }) => (cause === undefined ? [] : [`${cause.field}: ${cause.message}`]))
    .sort();
}

type Row = readonly [what: string, parts: BoatParts, causes: readonly string[]];

const demand = 'protected groups must have approval annotation "api-approved.kubernetes.io"';
const forms = 'with either a URL or a reason starting with "unapproved"';
const details = "see https://github.com/kubernetes/enhancements/pull/1111";

function approved(approval: string): BoatParts {
  const annotations = { "api-approved.kubernetes.io": approval };
  return { metadata: { name: "boats.sea.k8s.io", annotations }, spec: { group: "sea.k8s.io" } };
}

const longText = "x".repeat(257);
const deprecated = (deprecationWarning: string): BoatParts => ({
  version: { deprecated: true, deprecationWarning },
});

describe("a CRD", () => {
  it.each<Row>([
    ["of a protected group approved by a URL", approved("https://github.com/a"), []],
    ["of a protected group that says that it is not approved", approved("unapproved, test"), []],
    [
      "of a protected group approved by no URL",
      approved("yes"),
      [
        `metadata.annotations[api-approved.kubernetes.io]: Invalid value: "yes": ${demand} ${forms}, ${details}`,
      ],
    ],
    [
      "of a protected group approved by a path",
      approved("/yes"),
      [
        `metadata.annotations[api-approved.kubernetes.io]: Invalid value: "/yes": ${demand} ${forms}, ${details}`,
      ],
    ],
    [
      "of a protected group without an approval",
      { metadata: { name: "boats.k8s.io" }, spec: { group: "k8s.io" } },
      [`metadata.annotations[api-approved.kubernetes.io]: Required value: ${demand}, ${details}`],
    ],
    [
      "deprecated with too many words",
      deprecated(longText),
      [
        `spec.versions[0].deprecationWarning: Invalid value: "${longText}": must be <= 256 characters long`,
      ],
    ],
    ["deprecated with as many words as may be", deprecated("x".repeat(256)), []],
    [
      "deprecated without words",
      deprecated(""),
      ['spec.versions[0].deprecationWarning: Invalid value: "": must not be an empty string'],
    ],
    [
      "deprecated in words that cannot be printed (the index counts bytes)",
      deprecated("é\u0001"),
      [
        'spec.versions[0].deprecationWarning: Invalid value: "é\\u0001": must only contain printable UTF-8 characters; non-printable character found at index 2',
      ],
    ],
    [
      "without a schema",
      { version: { schema: {} } },
      ["spec.versions[0].schema.openAPIV3Schema: Required value"],
    ],
    [
      "with a selectable field in metadata",
      {
        schema: {
          type: "object",
          properties: { metadata: { type: "object", properties: { name: { type: "string" } } } },
        },
        version: { selectableFields: [{ jsonPath: ".metadata.name" }] },
      },
      [
        'spec.selectableFields[0].jsonPath: Invalid value: ".metadata.name": must not point to fields in metadata',
      ],
    ],
    [
      "with an empty path of the scale subresource",
      { version: { subresources: { scale: { statusReplicasPath: ".status.n" } } } },
      ["spec.subresources.scale.specReplicasPath: Required value"],
    ],
    [
      "that converts and keeps unknown fields",
      {
        spec: {
          preserveUnknownFields: true,
          conversion: {
            strategy: "Webhook",
            webhook: { clientConfig: { url: "https://a/" }, conversionReviewVersions: ["v1"] },
          },
        },
      },
      [
        'spec.conversion.strategy: Invalid value: "Webhook": must be None if spec.preserveUnknownFields is true',
        "spec.preserveUnknownFields: Invalid value: true: cannot set to true, set x-kubernetes-preserve-unknown-fields to true in spec.versions[*].schema instead",
      ],
    ],
  ])("%s", async (_, parts, causes) => {
    expect(await causesOf(parts)).toEqual(causes);
  });
});

describe("a CRD for servers that do not know selectable fields", () => {
  const selectableFields = [{ jsonPath: ".spec.nowhere" }];

  it("is not judged by them before 1.31", async () => {
    expect(await causesOf({ version: { selectableFields } }, "1.30")).toEqual([]);
    expect(await causesOf({ version: { selectableFields } }, "1.31")).toEqual([
      expect.stringContaining("spec.selectableFields[0].jsonPath: Invalid value") as string,
    ]);
  });

  it.each([
    ["that is null", [null]],
    ["and none", []],
  ])("may have a version %s", async (_, versions) => {
    const causes = await causesOf({ spec: { versions } }, "1.30");
    expect(causes).toContain(
      "status.storedVersions: Invalid value: []string(nil): must have at least one stored version",
    );
  });
});

describe("a CRD of v1beta1", () => {
  const int = { "x-kubernetes-int-or-string": true };
  const untyped = { properties: { a: int, b: {} } };
  const missing = [
    "schema/type-missing type: Required value: must not be empty at the root",
    "schema/type-missing b.type: Required value: must not be empty for specified object fields",
  ];

  it.each([
    ["keeps unknown fields and uses nothing of Kubernetes'", {}, { properties: { b: {} } }, []],
    ["uses what needs structural schemas", {}, untyped, missing],
    ["prunes", { preserveUnknownFields: false }, { properties: { b: {} } }, missing],
  ])("that %s", async (_, members, openAPIV3Schema, faults) => {
    const spec = {
      group: "sea.example.com",
      scope: "Namespaced",
      names: { plural: "boats", kind: "Boat" },
      version: "v1",
      validation: { openAPIV3Schema },
      ...members,
    };
    const metadata = { name: "boats.sea.example.com" };
    const kind = "CustomResourceDefinition";
    const crd = { apiVersion: "apiextensions.k8s.io/v1beta1", kind, metadata, spec };
    const diagnostics = await lint({ sources: [{ path: "crd.json", text: JSON.stringify(crd) }] });
    const errors = diagnostics.filter(({ severity }) => severity === "error");
    expect(errors.map(({ code, message }) => `${code} ${message}`)).toEqual(faults);
  });
});

function webhook(clientConfig: JsonObject, conversionReviewVersions = ["v1"]): BoatParts {
  const conversion = {
    strategy: "Webhook",
    webhook: { clientConfig, conversionReviewVersions },
  };
  return { spec: { conversion } };
}

const byUrl = (url: string): BoatParts => webhook({ url });
const byService = (service: JsonObject): BoatParts =>
  webhook({ service: { namespace: "harbour", name: "pier", ...service } });

describe("a conversion webhook", () => {
  const client = "spec.conversion.webhookClientConfig";
  const reviews = "spec.conversion.conversionReviewVersions";
  const desired = "; desired format: https://host[/path]";

  it.each<Row>([
    [
      "with neither a URL nor a service",
      webhook({}),
      [`${client}: Required value: exactly one of url or service is required`],
    ],
    [
      "with both, where the service has the usual port",
      webhook({ url: "https://a/", service: { namespace: "harbour", name: "pier" } }),
      [`${client}: Required value: exactly one of url or service is required`],
    ],
    [
      "whose URL cannot be parsed",
      byUrl("https://[::1#a"),
      [
        `${client}.url: Required value: url must be a valid URL: parse "https://[::1": missing ']' in host${desired}`,
      ],
    ],
    [
      "whose URL is not of https, has no host, and says too much",
      byUrl("http:///a?b#c"),
      [
        `${client}.url: Invalid value: "": host must be specified${desired}`,
        `${client}.url: Invalid value: "b": query parameters are not permitted in the URL`,
        `${client}.url: Invalid value: "c": fragments are not permitted in the URL`,
        `${client}.url: Invalid value: "http": 'https' is the only allowed URL scheme${desired}`,
      ],
    ],
    [
      "whose URL names a user",
      byUrl("https://me:secret@host/"),
      [`${client}.url: Invalid value: "me:secret": user information is not permitted in the URL`],
    ],
    [
      "whose host has two colons",
      byUrl("https://a:1:2/"),
      [
        `${client}.url: Required value: url must be a valid URL: parse "https://a:1:2/": invalid port ":1:2" after host${desired}`,
      ],
    ],
    ["whose host is an address in brackets", byUrl("https://[::1]:443/"), []],
    ["whose service has the last port there is", byService({ port: 65_535 }), []],
    [
      "whose service has no port that there is",
      byService({ port: 0 }),
      [
        `${client}.service.port: Invalid value: 0: port is not valid: must be between 1 and 65535, inclusive`,
      ],
    ],
    [
      "whose service has a port beyond the last",
      byService({ port: 65_536 }),
      [
        `${client}.service.port: Invalid value: 65536: port is not valid: must be between 1 and 65535, inclusive`,
      ],
    ],
    [
      "whose service has no path but slashes",
      byService({ path: "//" }),
      [`${client}.service.path: Invalid value: "//": segment[0] may not be empty`],
    ],
    ["whose service is asked at its root", byService({ path: "/" }), []],
    ["whose service is asked at a folder", byService({ path: "/a/" }), []],
    [
      "whose path does not begin with a slash (the server cuts off its first letter)",
      byService({ path: "ab" }),
      [`${client}.service.path: Invalid value: "ab": must start with a '/'`],
    ],
    [
      "whose path has an empty segment",
      byService({ path: "/a//b" }),
      [`${client}.service.path: Invalid value: "/a//b": segment[1] may not be empty`],
    ],
    ["that takes no reviews", webhook({ url: "https://a/" }, []), [`${reviews}: Required value`]],
    [
      "that takes a review twice",
      webhook({ url: "https://a/" }, ["v1", "v1"]),
      [`${reviews}[1]: Invalid value: "v1": duplicate version`],
    ],
    [
      "that takes only reviews that no server sends",
      webhook({ url: "https://a/" }, ["v2"]),
      [`${reviews}: Invalid value: ["v2"]: must include at least one of v1, v1beta1`],
    ],
  ])("%s", async (_, parts, causes) => {
    expect(await causesOf(parts)).toEqual(causes);
  });

  it("may have two colons in its host before 1.36, as the URL of an approval may", async () => {
    const approval = approved("https://a:1:2/");
    expect(await causesOf(byUrl("https://a:1:2/"), "1.35")).toEqual([]);
    expect(await causesOf(approval, "1.35")).toEqual([]);
    expect(await causesOf(approval)).toHaveLength(1);
  });

  it("lacks a name where it lacks a namespace, as the server has it", async () => {
    expect(await causesOf(byService({ namespace: "" }))).toEqual([
      `${client}.service.name: Required value`,
    ]);
    expect(await causesOf(byService({ name: "" }))).toEqual([
      `${client}.service.namespace: Required value`,
    ]);
  });
});

/** A schema with one field. */
const field = (f: JsonObject, root: JsonObject = {}): BoatParts => ({
  schema: { type: "object", properties: { f }, ...root },
});

/** A list whose items are told apart by `k`. */
const listMap = (items: JsonObject, keys = ["k"]): BoatParts =>
  field({
    type: "array",
    "x-kubernetes-list-type": "map",
    "x-kubernetes-list-map-keys": keys,
    items: { type: "object", ...items },
  });

const set = (items: JsonObject): BoatParts =>
  field({ type: "array", "x-kubernetes-list-type": "set", items });

describe("a schema", () => {
  const root = "spec.validation.openAPIV3Schema";
  const at = `${root}.properties[f]`;
  const atomic = "must be atomic as item of a list with x-kubernetes-list-type=set";

  it.each<Row>([
    [
      "with a list type at something without a type",
      field({ "x-kubernetes-list-type": "set", "x-kubernetes-preserve-unknown-fields": true }),
      [`${at}.type: Required value: must be array if x-kubernetes-list-type is specified`],
    ],
    [
      "with a map type at something without a type",
      field({ "x-kubernetes-map-type": "atomic", "x-kubernetes-preserve-unknown-fields": true }),
      [`${at}.type: Required value: must be object if x-kubernetes-map-type is specified`],
    ],
    [
      "with a set of sets",
      set({ type: "array", "x-kubernetes-list-type": "set", items: { type: "string" } }),
      [`${at}.items.x-kubernetes-list-type: Invalid value: "set": ${atomic}`],
    ],
    [
      "with a set of objects",
      set({ type: "object" }),
      [`${at}.items.x-kubernetes-map-type: Invalid value: null: ${atomic}`],
    ],
    [
      "with a set of atomic objects",
      set({ type: "object", "x-kubernetes-map-type": "atomic" }),
      [],
    ],
    [
      "with keys at a set",
      field({
        type: "array",
        "x-kubernetes-list-type": "set",
        "x-kubernetes-list-map-keys": ["k"],
        items: { type: "string" },
      }),
      [
        `${at}.x-kubernetes-list-type: Invalid value: "set": must be map if x-kubernetes-list-map-keys is non-empty`,
      ],
    ],
    [
      "with a key twice",
      listMap({ properties: { k: { type: "string" } }, required: ["k"] }, ["k", "k"]),
      [
        `${at}.x-kubernetes-list-map-keys: Invalid value: ["k","k"]: must not contain duplicate entries`,
      ],
    ],
    [
      "with a key that may be null",
      listMap({ properties: { k: { type: "string", nullable: true } }, required: ["k"] }),
      [
        `${at}.items.properties[k].nullable: Forbidden: this property is in x-kubernetes-list-map-keys, so it cannot be nullable`,
      ],
    ],
    [
      "with items of a set that may be null",
      set({ type: "string", nullable: true }),
      [`${at}.items.nullable: Forbidden: cannot be nullable when x-kubernetes-list-type is set`],
    ],
    [
      "of the type null",
      field({ type: "null" }),
      [
        `${at}.type: Forbidden: type cannot be set to null, use nullable as an alternative`,
        `${at}.type: Unsupported value: "null": supported values: "array", "boolean", "integer", "number", "object", "string"`,
      ],
    ],
    [
      "with an embedded resource of no type",
      field({
        "x-kubernetes-embedded-resource": true,
        "x-kubernetes-preserve-unknown-fields": true,
      }),
      [`${at}.type: Required value: must be object if x-kubernetes-embedded-resource is true`],
    ],
    [
      "with an embedded resource in metadata",
      {
        schema: {
          type: "object",
          properties: {
            metadata: {
              type: "object",
              properties: {
                name: {
                  type: "object",
                  "x-kubernetes-embedded-resource": true,
                  "x-kubernetes-preserve-unknown-fields": true,
                },
              },
            },
          },
        },
      },
      [
        `${root}.properties[metadata].properties[name].x-kubernetes-embedded-resource: Forbidden: must not be used inside of resource meta`,
      ],
    ],
    [
      "with metadata of the wrong type",
      { schema: { type: "object", properties: { metadata: { type: "string" } } } },
      [`${root}.properties[metadata].type: Invalid value: "string": must be object`],
    ],
    [
      "with a branch that speaks of metadata",
      field({
        type: "object",
        properties: { metadata: { type: "object" } },
        anyOf: [{ properties: { metadata: { minProperties: 1 } } }],
      }),
      [`${at}.anyOf[0].properties[metadata]: Forbidden: must not be specified in a nested context`],
    ],
    [
      "with a branch that gives items a type",
      field({ type: "array", items: { type: "string" }, anyOf: [{ items: { type: "string" } }] }),
      [`${at}.anyOf[0].items.type: Forbidden: must be empty to be structural`],
    ],
    [
      "with items that a branch alone has fields for",
      field(
        { type: "array", items: { type: "object" } },
        { anyOf: [{ properties: { f: { items: { properties: { a: { minLength: 1 } } } } } }] },
      ),
      [
        `${at}.items.properties[a]: Required value: because it is defined in ${root}.anyOf[0].properties[f].items.properties[a]`,
      ],
    ],
    [
      "with a default that makes metadata invalid in two ways",
      field({
        type: "object",
        "x-kubernetes-embedded-resource": true,
        properties: {
          metadata: {
            type: "object",
            properties: {
              annotations: {
                type: "object",
                additionalProperties: { type: "string" },
                default: { "/": "", "/a": "" },
              },
            },
          },
        },
      }),
      [
        expect.stringMatching(
          /^\S+\[annotations\]\.default: Invalid value: \{"\/":"","\/a":""\}: must result in valid metadata: \[metadata\.annotations: Invalid value: "\/": .*, metadata\.annotations: Invalid value: "\/a": .*\]$/,
        ) as string,
      ],
    ],
  ])("%s", async (_, parts, causes) => {
    expect(await causesOf(parts)).toEqual(causes);
  });

  it("with a set of objects shows null in quotes before 1.34", async () => {
    expect(await causesOf(set({ type: "object" }), "1.33")).toEqual([
      `${at}.items.x-kubernetes-map-type: Invalid value: "null": ${atomic}`,
    ]);
  });

  it("of another type is the first fault of a root with a status", async () => {
    const version = {
      schema: { openAPIV3Schema: { type: "array", items: { type: "string" } } },
      subresources: { status: {} },
    };
    expect(await causesOf({ version })).toContain(
      `${root}.type: Invalid value: "array": only "object" is allowed as the type at the root of the schema if the status subresource is enabled`,
    );
  });
});

describe("a rule", () => {
  const at = "spec.validation.openAPIV3Schema.properties[f].x-kubernetes-validations[0]";

  it.each<readonly [what: string, rule: JsonObject, causes: readonly string[]]>([
    ["without a text", { rule: " \u0085" }, [".rule: Required value: rule is not specified"]],
    [
      "with a message of spaces",
      { message: "  " },
      ['.message: Invalid value: "  ": must be non-empty if specified'],
    ],
    [
      "with a message of two lines",
      { message: "a\nb" },
      ['.message: Invalid value: "a\\nb": must not contain line breaks'],
    ],
    [
      "of two lines without a message",
      { rule: "true\n&& true" },
      [".message: Required value: message must be specified if rule contains line breaks"],
    ],
    ["of two lines with a message", { rule: "true\n&& true", message: "a" }, []],
    [
      "with a message expression of spaces",
      { messageExpression: "  " },
      [".messageExpression: Required value: messageExpression must be non-empty if specified"],
    ],
    [
      "with a field path of spaces",
      { fieldPath: " " },
      [
        '.fieldPath: Invalid value: " ": must be a valid path',
        '.fieldPath: Invalid value: " ": must be non-empty if specified',
      ],
    ],
    [
      "with a field path of two lines",
      { fieldPath: ".a\n" },
      [
        '.fieldPath: Invalid value: ".a\\n": must be a valid path',
        '.fieldPath: Invalid value: ".a\\n": must not contain line breaks',
      ],
    ],
  ])("%s", async (_, rule, causes) => {
    const f = {
      type: "object",
      properties: { a: { type: "string" } },
      "x-kubernetes-validations": [{ rule: "true", ...rule }],
    };
    expect(await causesOf(field(f))).toEqual(causes.map((cause) => at + cause));
  });
});

describe("a default that the server coerces", () => {
  const pod = { apiVersion: "v1", kind: "Pod", metadata: { name: "a", nonsense: 1 } };
  const f = {
    type: "object",
    "x-kubernetes-embedded-resource": true,
    "x-kubernetes-preserve-unknown-fields": true,
    default: pod,
  };
  // Wrong beside a status, and told with the whole schema.
  const openAPIV3Schema = { type: "object", minProperties: 1, properties: { f } };
  const version = (name: string, schema: JsonObject): JsonObject => ({
    name,
    served: true,
    storage: name === "v1",
    schema: { openAPIV3Schema: schema },
    subresources: { status: {} },
  });

  it.each([
    ["of the only version", [version("v1", openAPIV3Schema)], "spec.validation.openAPIV3Schema"],
    [
      "of all versions, which stay equal",
      [version("v1", openAPIV3Schema), version("v2", openAPIV3Schema)],
      "spec.validation.openAPIV3Schema",
    ],
    [
      "of one version",
      [version("v1", openAPIV3Schema), version("v2", { type: "object" })],
      "spec.versions[0].schema.openAPIV3Schema",
    ],
  ])("%s is shown without unknown metadata", async (_, versions, at) => {
    const [cause, ...others] = await causesOf({ spec: { versions } });
    expect(others).toEqual([]);
    expect(cause).toContain(`${at}: Invalid value: `);
    expect(cause).toContain(
      '"Default":{"apiVersion":"v1","kind":"Pod","metadata":{"name":"a"}},"Maximum"',
    );
  });
});

it("of rules that cost too much together the four dearest are told, wherever they stand", async () => {
  const list = (maxItems: number): JsonObject => ({
    type: "array",
    maxItems,
    items: { type: "integer" },
    "x-kubernetes-validations": [{ rule: "self.all(a, self.exists(b, a == b))" }],
  });
  // Each below the limit of a rule, twenty of them above that of a schema.
  const cheap = Array.from({ length: 20 }, (_, index) => [`cheap${index}`, list(1000)] as const);
  const dear = ["a", "d", "e", "z"].map((name) => [name, list(1100)] as const);
  const properties = Object.fromEntries([...cheap, ...dear]);
  const shared = (await causesOf({ schema: { type: "object", properties } }))
    .filter((cause) => cause.includes("contributed to estimated rule cost total"))
    .map((cause) => /properties\[(\w+)\]/.exec(cause)?.[1]);
  expect(shared).toEqual(["a", "d", "e", "z"]);
});
