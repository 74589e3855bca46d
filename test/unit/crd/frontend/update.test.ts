import { describe, expect, it } from "vitest";
import { createJudges } from "../../../../src/codegen/pipeline/judges.js";
import type { LintResult } from "../../../../src/crd/frontend/lint-crd.js";
import { lintCrd } from "../../../../src/crd/frontend/lint-crd.js";
import { SchemaTable } from "../../../../src/crd/ir/schema-table.js";
import { lint } from "../../../../src/index.js";
import type { JsonObject } from "../../../../src/runtime/v1/values/json/json.js";
import type { KubernetesMinor } from "../../../../src/runtime/v1/values/kubernetes-version.js";
import { boatCrd, boatSource } from "../../../support/boat.js";
import { asCrd } from "../../../support/corpus-crds.js";
import { plainLintOptions } from "../../../support/lint-options.js";

/** The answer to a CRD that replaces `old`. */
function replace(crd: JsonObject, old: JsonObject, minor: KubernetesMinor = 37): LintResult {
  const table = new SchemaTable();
  const options = { ...plainLintOptions, minor, table, judges: createJudges(minor) };
  return lintCrd(asCrd(crd), options, asCrd(old));
}

function fields({ causes }: LintResult): string[] {
  return causes.map(({ field }) => field);
}

/** As it would be read from a server. */
function stored(crd: JsonObject, status: JsonObject = {}): JsonObject {
  const conditions = [{ type: "Established", status: "True" }];
  return { ...crd, status: { conditions, storedVersions: ["v1"], ...status } };
}

/** A CRD that is not established yet, or whose names were not accepted. */
function pending(crd: JsonObject): JsonObject {
  return stored(crd, { conditions: [{ type: "Established", status: "False" }] });
}

/** What the server says is wrong with replacing `old`: codes and fields. */
function faultsOf(crd: JsonObject, old: JsonObject): string[] {
  return replace(crd, old).diagnostics.map(
    ({ code, message }) => `${code}: ${message.split(":")[0] ?? ""}`,
  );
}

function withBundle(caBundle: string): JsonObject {
  const clientConfig = { url: "https://hooks.example.com/", caBundle };
  const webhook = { clientConfig, conversionReviewVersions: ["v1"] };
  return boatCrd({ spec: { conversion: { strategy: "Webhook", webhook } } });
}

describe("a CRD that replaces another", () => {
  it("may not change its group and plural, nor scope and kind once it is established", () => {
    const [names, group] = [{ plural: "ships", kind: "Ship" }, "river.example.com"];
    const metadata = { name: `ships.${group}` };
    const changed = boatCrd({ spec: { group, scope: "Cluster", names }, metadata });
    const always = ["crd/field-immutable: spec.group", "crd/field-immutable: spec.names.plural"];
    const established = ["crd/field-immutable: spec.scope", "crd/field-immutable: spec.names.kind"];
    expect(faultsOf(changed, stored(boatCrd({ metadata })))).toEqual([...established, ...always]);
    expect(faultsOf(changed, pending(boatCrd({ metadata })))).toEqual(always);
  });

  it("may not bring a wrong caBundle once it is established", () => {
    const [wrong, none] = [withBundle("bm8="), boatCrd({})];
    const fault = "crd/conversion-ca-bundle: spec.conversion.webhook.clientConfig.caBundle";
    expect(faultsOf(wrong, stored(none))).toEqual([fault]);
    expect(faultsOf(wrong, pending(none))).toEqual([]);
    expect(faultsOf(wrong, stored(wrong))).toEqual([]);
  });

  it("may bring any caBundle up to 1.30", () => {
    const [wrong, none] = [withBundle("bm8="), stored(boatCrd({}))];
    expect(replace(wrong, none, 31).code).toBe(422);
    expect(replace(wrong, none, 30).code).toBe(200);
  });

  /** A rule may cost too much where the schema is the stored one. */
  it.each<[KubernetesMinor, boolean | undefined, number]>([
    [30, undefined, 422],
    [30, true, 422],
    [30, false, 200],
    [29, false, 200],
    [29, undefined, 200],
    [29, true, 200],
  ])(
    "loses optionalOldSelf up to 1.29, as the stored one did: 1.%i, was %j",
    (minor, was, code) => {
      const expensive = "self.all(x, self.all(y, x == y)) && (oldSelf == self || true)";
      const withOptional = (optionalOldSelf: boolean | undefined): JsonObject => {
        const rule = {
          rule: expensive,
          ...(optionalOldSelf === undefined ? {} : { optionalOldSelf }),
        };
        const items = { type: "string", maxLength: 100 };
        const list = { type: "array", maxItems: 1000, items, "x-kubernetes-validations": [rule] };
        return boatCrd({ schema: { type: "object", properties: { list } } });
      };
      expect(replace(withOptional(false), stored(withOptional(was)), minor).code).toBe(code);
    },
  );

  it.each<[KubernetesMinor, string]>([
    [37, '"Clu\\u003cster"'],
    [34, '"Clu\\u003cster"'],
    [33, '"Clu<ster"'],
  ])("is told of another scope as 1.%i shows it", (minor, value) => {
    const other = boatCrd({ spec: { scope: "Clu<ster" } });
    expect(replace(other, boatCrd({}), minor).causes).toContainEqual({
      reason: "FieldValueInvalid",
      field: "spec.scope",
      message: `Invalid value: ${value}: field is immutable`,
    });
  });

  it.each<[KubernetesMinor, string]>([
    [37, '"AAAA"'],
    [33, "[]byte{0x0, 0x0, 0x0}"],
  ])("is told of a wrong caBundle as 1.%i shows it", (minor, value) => {
    const [cause] = replace(withBundle("AAAA"), boatCrd({}), minor).causes;
    expect(cause?.message).toContain(`Invalid value: ${value}: unable to load`);
  });
});

describe("the stored CRD", () => {
  const cluster = boatCrd({ spec: { scope: "Cluster" } });

  it("is replaced by one that differs in what may differ", () => {
    const result = replace(boatCrd({ metadata: { labels: { a: "b" } } }), stored(boatCrd({})));
    expect(result).toMatchObject({ code: 200, causes: [], warnings: [], diagnostics: [] });
  });

  it("is named where a field was another", () => {
    const { diagnostics } = replace(cluster, boatCrd({}));
    expect(diagnostics.map(({ help }) => help)).toEqual([
      "keep the old value (`Namespaced`), or create another CRD",
    ]);
  });

  it("counts as established without a status, or with the empty one of generators", () => {
    const empty = { acceptedNames: { kind: "", plural: "" }, conditions: [], storedVersions: [] };
    expect(fields(replace(cluster, boatCrd({})))).toEqual(["spec.scope"]);
    expect(fields(replace(cluster, { ...boatCrd({}), status: empty }))).toEqual(["spec.scope"]);
  });

  it("may change its scope while it is not established", () => {
    expect(replace(cluster, pending(boatCrd({})))).toMatchObject({ code: 200 });
  });

  it("demands the versions that objects are stored in", () => {
    const next = boatCrd({ version: { name: "v2" } });
    const { causes, diagnostics } = replace(next, stored(boatCrd({})));
    expect(causes).toMatchObject([
      {
        field: "status.storedVersions[0]",
        message: expect.stringContaining(
          '"v1": missing from spec.versions; v1 was previously a storage version',
        ) as string,
      },
    ]);
    expect(diagnostics.map(({ message }) => message.split(":")[0])).toEqual(["spec.versions"]);
    const schema = { openAPIV3Schema: { type: "object" } };
    const version = { served: true, schema };
    const versions = [
      { ...version, name: "v2", storage: true },
      { ...version, name: "v1", storage: false },
    ];
    expect(replace(boatCrd({ spec: { versions } }), stored(boatCrd({}))).code).toBe(200);
  });

  it("has accepted names, which are judged again", () => {
    const acceptedNames = { plural: "boats", singular: "Boat", kind: "Boat", listKind: "BoatList" };
    expect(fields(replace(boatCrd({}), stored(boatCrd({}), { acceptedNames })))).toEqual([
      "status.acceptedNames.singular",
    ]);
  });

  it("has a name", async () => {
    const ofScope = (scope: string) => [boatSource({ metadata: { name: "" }, spec: { scope } })];
    const faults = await lint({ sources: ofScope("Cluster"), old: ofScope("Namespaced") });
    expect(faults.map(({ code }) => code)).toEqual(["crd/name-invalid"]);
  });

  it("that no server can have is told, and nothing is replaced", () => {
    const old = boatCrd({ spec: { scope: 1 } });
    const { code, diagnostics } = replace(cluster, old);
    expect(code).toBe(201);
    expect(diagnostics.map(({ code: found }) => found)).toEqual(["crd/cannot-decode"]);
  });

  it("may have unknown fields, which the server has dropped", () => {
    const old = boatCrd({ spec: { colour: "red" } });
    expect(replace(boatCrd({}), old)).toMatchObject({ code: 200, diagnostics: [] });
  });
});

describe("metadata of a CRD that replaces another", () => {
  it("has no conflict, or nothing else is looked at", () => {
    const old = boatCrd({ metadata: { uid: "1", resourceVersion: "5" } });
    const code = (metadata: JsonObject): number => replace(boatCrd({ metadata }), old).code;
    expect(code({ uid: "1", resourceVersion: "5" })).toBe(200);
    expect(code({})).toBe(200);
    expect(code({ resourceVersion: "05" })).toBe(200);
    expect(code({ resourceVersion: "6" })).toBe(409);
    expect(code({ resourceVersion: "x" })).toBe(500);
    expect(code({ uid: "2" })).toBe(409);
    const metadata = { uid: "2", resourceVersion: "6" };
    const wrong = boatCrd({ metadata, spec: { scope: "Cluster" } });
    expect(replace(wrong, old)).toMatchObject({
      code: 409,
      causes: [],
      diagnostics: [
        {
          code: "crd/conflict",
          message:
            "metadata.uid: Precondition failed: UID in precondition: 2, UID in object meta: 1",
        },
      ],
    });
    expect(replace(wrong, boatCrd({}))).toMatchObject({ code: 422 });
  });

  it("has a resourceVersion, if any is stored", () => {
    const old = boatCrd({ metadata: { resourceVersion: "5" } });
    const zero = boatCrd({ metadata: { resourceVersion: "0" } });
    const message = "must be specified for an update";
    for (const [minor, value] of [
      [33, "0x0"],
      [34, "0"],
    ] as const) {
      expect(replace(zero, old, minor)).toMatchObject({
        code: 422,
        causes: [
          {
            reason: "FieldValueInvalid",
            field: "metadata.resourceVersion",
            message: `Invalid value: ${value}: ${message}`,
          },
        ],
        diagnostics: [{ code: "crd/conflict" }],
      });
    }
    expect(replace(zero, boatCrd({})).code).toBe(200);
  });

  it("is marked where it is in conflict", async () => {
    const source = boatSource({ metadata: { uid: "2" } });
    const old = [boatSource({ metadata: { uid: "1" } })];
    const [conflict] = await lint({ sources: [source], old });
    const column = source.text.indexOf('"2"') + 1;
    expect(conflict).toMatchObject({ code: "crd/conflict", start: { line: 1, column } });
  });

  it("may have what the server keeps itself", () => {
    const managedFields = [{ operation: "Update", manager: "x".repeat(200) }];
    const metadata = { namespace: "x", generation: -1, selfLink: "x", managedFields };
    expect(replace(boatCrd({ metadata }), boatCrd({}))).toMatchObject({ code: 200, causes: [] });
  });

  it("may lose its approval only if it had none", () => {
    const group = "sea.k8s.io";
    const ofApproval = (approval?: string): JsonObject => {
      const annotations = approval && { "api-approved.kubernetes.io": approval };
      const metadata = { name: `boats.${group}`, ...(annotations && { annotations }) };
      return boatCrd({ metadata, spec: { group } });
    };
    const url = "https://example.com/approval";
    expect(replace(ofApproval(), ofApproval()).code).toBe(200);
    expect(replace(ofApproval("?"), ofApproval("!")).code).toBe(200);
    expect(replace(ofApproval(url), ofApproval()).code).toBe(200);
    expect(replace(ofApproval(), ofApproval(url)).code).toBe(422);
    expect(replace(ofApproval("?"), ofApproval()).code).toBe(422);
  });

  it("is looked at three times, and told once", () => {
    const wrong = boatCrd({ metadata: { labels: { a: "?" } } });
    const { causes, diagnostics } = replace(wrong, boatCrd({}));
    expect(causes.map(({ field }) => field)).toEqual(Array(3).fill("metadata.labels"));
    expect(diagnostics.map(({ code }) => code)).toEqual(["crd/metadata-invalid"]);
  });

  it("cannot be taken from a CRD that is being deleted", () => {
    const deletionTimestamp = "2026-01-01T00:00:00Z";
    const finalizers = ["example.com/a"];
    const old = boatCrd({ metadata: { deletionTimestamp, deletionGracePeriodSeconds: 0 } });
    expect(fields(replace(boatCrd({ metadata: { deletionTimestamp } }), boatCrd({})))).toEqual([
      "metadata.deletionTimestamp",
      "metadata.deletionTimestamp",
    ]);
    expect(fields(replace(boatCrd({ metadata: { finalizers } }), old))).toEqual([
      "metadata.finalizers",
      "metadata.finalizers",
    ]);
  });
});

describe("what the stored CRD breaks already", () => {
  const text = (keywords: JsonObject): JsonObject => ({
    type: "object",
    properties: { a: { type: "string", ...keywords } },
  });

  it("is a schema that is not structural, where unknown fields are kept", () => {
    const schema = { type: "object", properties: { a: {} } };
    const crd = boatCrd({ schema, spec: { preserveUnknownFields: true } });
    expect(fields(replace(crd, boatCrd({})))).toEqual([
      "spec.validation.openAPIV3Schema.properties[a].type",
      "spec.preserveUnknownFields",
    ]);
    expect(replace(crd, crd).code).toBe(200);
  });

  it.each<[string, JsonObject]>([
    ["an unknown type", text({ type: "text" })],
    ["a default that is pruned", text({ type: "object", default: { b: 1 } })],
    ["a set of sets", setOf({ "x-kubernetes-list-type": "set" })],
  ])("%s", (_what, schema) => {
    const crd = boatCrd({ schema });
    expect(replace(crd, boatCrd({})).code).toBe(422);
    expect(replace(crd, crd)).toMatchObject({ code: 200, causes: [] });
  });

  function setOf(item: JsonObject): JsonObject {
    const items = { type: "array", items: { type: "string" }, ...item };
    const a = { type: "array", "x-kubernetes-list-type": "set", items };
    return { type: "object", properties: { a } };
  }

  it("is not forgiven where something else is broken", () => {
    const kept = { preserveUnknownFields: true };
    const broken: Readonly<Record<string, JsonObject>> = {
      type: boatCrd({ spec: kept, schema: text({ type: "text" }) }),
      structure: boatCrd({ spec: kept, schema: { type: "object", properties: { a: {} } } }),
      default: boatCrd({ schema: text({ type: "object", default: { b: 1 } }) }),
      set: boatCrd({ schema: setOf({ "x-kubernetes-list-type": "set" }) }),
      keys: boatCrd({ schema: keyed({ type: "object", properties: { k: { type: "string" } } }) }),
    };
    const names = Object.keys(broken);
    const allowed = names.map((name) =>
      names.filter((old) => replace(broken[name] ?? {}, broken[old] ?? {}).code === 200),
    );
    // Where unknown fields are not kept, the server demands a structural schema whatever was
    // stored.
    expect(allowed).toEqual([["type"], ["structure"], ["default"], ["set"], ["keys"]]);
  });

  function keyed(items: JsonObject): JsonObject {
    const a = {
      type: "array",
      "x-kubernetes-list-type": "map",
      "x-kubernetes-list-map-keys": ["k"],
    };
    return { type: "object", properties: { a: { ...a, items } } };
  }

  it("counts in one version for all", () => {
    const version = (name: string, schema: JsonObject): JsonObject => ({
      name,
      served: true,
      storage: name === "v1",
      schema: { openAPIV3Schema: schema },
    });
    const versions = (first: JsonObject): JsonObject[] => [
      version("v1", first),
      version("v2", text({ type: "text" })),
    ];
    const old = boatCrd({ spec: { versions: versions({ type: "object" }) } });
    const crd = boatCrd({ spec: { versions: versions(text({ type: "words" })) } });
    expect(replace(crd, old).code).toBe(200);
  });

  it.each<[string, JsonObject, 200 | 422]>([
    ["a set of lists that may change in part", { "x-kubernetes-list-type": "set" }, 200],
    ["a set of lists", {}, 422],
    ["a set of atomic lists", { "x-kubernetes-list-type": "atomic" }, 422],
    ["a set of objects", { type: "object", items: null }, 200],
    [
      "a set of atomic objects",
      { type: "object", items: null, "x-kubernetes-map-type": "atomic" },
      422,
    ],
    ["a set of texts", { type: "string", items: null }, 422],
  ])("where it has %s, a set of objects is judged with %d", (_what, item, code) => {
    const crd = boatCrd({ schema: setOf({ type: "object", items: null }) });
    expect(replace(crd, boatCrd({ schema: setOf(item) })).code).toBe(code);
  });

  it("is a list of selectable members that is too long, as long as it stays the same", () => {
    const names = Array.from({ length: 10 }, (_, index) => `f${index}`);
    const members = names.map((name) => [name, { type: "string" }]);
    const schema = { type: "object", properties: Object.fromEntries(members) as JsonObject };
    const crd = (count: number, from = 0): JsonObject => {
      const paths = names.slice(from, from + count).map((name) => ({ jsonPath: `.${name}` }));
      return boatCrd({ schema, version: { selectableFields: paths } });
    };
    expect(replace(crd(9), crd(9)).code).toBe(200);
    expect(replace(crd(9), crd(9), 35).code).toBe(200);
    expect(replace(crd(9), crd(9), 34).code).toBe(422);
    expect(replace(crd(9, 1), crd(9)).code).toBe(422);
    expect(replace(crd(9), crd(10)).code).toBe(422);
    expect(replace(crd(9), crd(8)).code).toBe(422);
  });

  it("is no reason to demand more of v1beta1 than its servers did", () => {
    const beta: JsonObject = {
      ...boatCrd({ spec: { version: "v1", versions: [] } }),
      apiVersion: "apiextensions.k8s.io/v1beta1",
    };
    const loose = { type: "object", properties: { a: {}, b: { type: "text" } } };
    const conversion = { strategy: "Webhook", conversionReviewVersions: ["v9"] };
    const webhookClientConfig = { url: "https://hooks.example.com/" };
    const odd = (spec: JsonObject): JsonObject => ({
      ...beta,
      spec: { ...(beta["spec"] as JsonObject), ...spec }, // of boatCrd
    });
    const codes = (crd: JsonObject): string[] =>
      replace(crd, boatCrd({})).diagnostics.map(({ code }) => code);
    expect(codes(odd({ validation: { openAPIV3Schema: loose } }))).toEqual(["crd/v1beta1"]);
    expect(codes(odd({}))).toEqual(["crd/v1beta1"]);
    const webhook = { ...conversion, webhookClientConfig };
    const pruning = { preserveUnknownFields: false, validation: { openAPIV3Schema: text({}) } };
    expect(codes(odd({ ...pruning, conversion: webhook }))).toEqual(["crd/v1beta1"]);
  });

  describe("is an expression that only stored ones may be", () => {
    const atRule = "spec.validation.openAPIV3Schema.properties[a].x-kubernetes-validations";
    const ofRules = (...rules: JsonObject[]): JsonObject =>
      boatCrd({ schema: text({ maxLength: 9, "x-kubernetes-validations": rules }) });

    it("as a rule", () => {
      const rule = { rule: "isIP(self)", message: "no IP" };
      const crd = ofRules(rule);
      expect(replace(crd, boatCrd({}), 30).code).toBe(422);
      expect(replace(crd, crd, 30).code).toBe(200);
      const another = ofRules(rule, { rule: "isIP(self) || self == ''" });
      expect(fields(replace(another, crd, 30))).toEqual([`${atRule}[1].rule`]);
    });

    const messageExpression = "string(format.dns1123Label().validate(self).hasValue())";
    const message = { rule: "true", messageExpression };

    it("as a message", () => {
      const crd = ofRules({ rule: "true", messageExpression: "'no'" });
      expect(fields(replace(ofRules(message), crd, 31))).toEqual([
        `${atRule}[0].messageExpression`,
      ]);
      expect(replace(ofRules(message), ofRules(message), 31).code).toBe(200);
      const another = ofRules({ ...message, rule: "self != ''" });
      expect(replace(another, ofRules(message), 31).code).toBe(200);
    });

    it("but not as a message up to 1.30, which looks for its text among the rules", () => {
      const address = { rule: "true", messageExpression: "string(isIP(self))" };
      expect(replace(ofRules(address), ofRules(address), 30).code).toBe(422);
      const asRule = { rule: "string(isIP(self)) == ''", messageExpression: "'no'" };
      expect(replace(ofRules(asRule), ofRules(asRule), 30).code).toBe(200);
    });
  });

  it("is what rules cost, from 1.29 on, as long as the schema stays the same", () => {
    const dear = { rule: "self.all(x, self.all(y, x != y))" };
    const list = { type: "array", maxItems: 2000, items: { type: "integer" } };
    const schema = (rule: JsonObject): JsonObject => ({
      type: "object",
      properties: { a: { ...list, "x-kubernetes-validations": [rule] } },
    });
    const [crd, other] = [
      boatCrd({ schema: schema(dear) }),
      boatCrd({ schema: schema({ ...dear, message: "no" }) }),
    ];
    expect(replace(crd, boatCrd({})).code).toBe(422);
    expect(replace(crd, other).code).toBe(422);
    expect(replace(crd, crd, 29).code).toBe(200);
    expect(replace(crd, crd, 28).code).toBe(422);
  });

  it("is a format that nobody knows, of which the server does not warn again", () => {
    const crd = boatCrd({ schema: text({ format: "colour" }) });
    const more = boatCrd({
      schema: {
        type: "object",
        properties: { a: { type: "string", format: "colour" }, b: { type: "string", format: "x" } },
      },
    });
    expect(replace(crd, boatCrd({})).warnings).toEqual(['unrecognized format "colour"']);
    expect(replace(crd, crd)).toMatchObject({ warnings: [], diagnostics: [] });
    expect(replace(more, crd).warnings).toEqual(['unrecognized format "x"']);
  });
});
