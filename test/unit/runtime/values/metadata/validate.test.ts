import { expect, it } from "vitest";
import type { Dialect } from "../../../../../src/runtime/v1/values/dialect.js";
import { inWords, newestDialect } from "../../../../../src/runtime/v1/values/dialect.js";
import { fieldErrorText } from "../../../../../src/runtime/v1/values/field-error.js";
import type { JsonObject } from "../../../../../src/runtime/v1/values/json/json.js";
import {
  coerceStoredEmbeddedNode,
  validateEmbeddedNode,
} from "../../../../../src/runtime/v1/values/metadata/embedded.js";
import {
  pathSegmentNames,
  subdomainNames,
} from "../../../../../src/runtime/v1/values/metadata/rules.js";
import {
  addedFinalizers,
  dedupOwnerReferences,
  finalizerWarnings,
  validateObjectMeta,
  validateObjectMetaUpdate,
} from "../../../../../src/runtime/v1/values/metadata/validate.js";
import {
  kubernetes128,
  kubernetes131,
  kubernetes133,
  kubernetes136,
} from "../../../../../src/runtime/v1/values/older-dialects.js";

function texts(metadata: JsonObject, dialect: Dialect = newestDialect): string[] {
  const named = { name: "a", namespace: "default", ...metadata };
  const rules = { namespaced: true, names: subdomainNames };
  const errors = validateObjectMeta(named, "metadata", rules);
  return inWords(errors, dialect.words?.ofMetadata).map(fieldErrorText);
}

function updateTexts(metadata: JsonObject, old: JsonObject, dialect = newestDialect): string[] {
  const same = { name: "a", resourceVersion: "1" };
  const errors = validateObjectMetaUpdate(
    { ...same, ...metadata },
    { ...same, ...old },
    "metadata",
  );
  return inWords(errors, dialect.words?.ofMetadata).map(fieldErrorText);
}

it("demands a name and, of namespaced objects alone, a namespace", () => {
  expect(texts({ name: "", namespace: "" })).toEqual([
    "metadata.name: Required value: name or generateName is required",
    "metadata.namespace: Required value",
  ]);
  const cluster = { namespaced: false, names: pathSegmentNames };
  expect(
    validateObjectMeta({ name: "a%/", namespace: "x" }, "m", cluster).map(fieldErrorText),
  ).toEqual([
    `m.name: Invalid value: "a%/": may not contain '/'`,
    `m.name: Invalid value: "a%/": may not contain '%'`,
    "m.namespace: Forbidden: not allowed on this type",
  ]);
});

it("checks generateName beside the name", () => {
  expect(texts({ generateName: "A" })[0]).toMatch(
    /^metadata\.generateName: Invalid value: "A": a lowercase/,
  );
});

it("shows the key or the value of a bad label at the labels", () => {
  expect(texts({ labels: { "a b": "c d" }, annotations: { "UPPER/Case": "x", "": "" } })).toEqual([
    expect.stringMatching(/^metadata\.labels: Invalid value: "a b": name part must consist/),
    expect.stringMatching(/^metadata\.labels: Invalid value: "c d": a valid label must be/),
    'metadata.annotations: Invalid value: "": name part must be non-empty',
    expect.stringMatching(/^metadata\.annotations: Invalid value: "": name part must consist/),
  ]);
});

it("brings keys of annotations into lower case as Go does", () => {
  expect(texts({ annotations: { "İ/\u212A": "x" } })).toEqual([]);
});

it("limits annotations in total", () => {
  const annotations = { a: "x".repeat(262_144) };
  expect(texts({ annotations })).toEqual([
    "metadata.annotations: Too long: may not be more than 262144 bytes",
  ]);
  expect(texts({ annotations }, kubernetes131)).toEqual([
    "metadata.annotations: Too long: must have at most 262144 bytes",
  ]);
});

it("words faults of owner references as each version does", () => {
  const ownerReferences = [{ apiVersion: "a/b/c", kind: "", name: "n", uid: "u" }];
  expect(texts({ ownerReferences })).toEqual([
    'metadata.ownerReferences[0].apiVersion: Invalid value: "a/b/c": must be <group>/<version> or <version>',
    "metadata.ownerReferences[0].kind: Required value: must not be empty",
  ]);
  expect(texts({ ownerReferences }, kubernetes136)).toEqual([
    'metadata.ownerReferences.apiVersion: Invalid value: "a/b/c": version must not be empty',
    'metadata.ownerReferences.kind: Invalid value: "": must not be empty',
  ]);
  expect(texts({ ownerReferences }, kubernetes133)[1]).toBe(
    'metadata.ownerReferences.kind: Invalid value: "": kind must not be empty',
  );
});

it("allows one controller and no Event among owners", () => {
  const owner = { apiVersion: "v1", kind: "Pod", name: "p", uid: "u", controller: true };
  const list = '[{"apiVersion":"v1","kind":"Pod","name":"p","uid":"u","controller":true},';
  expect(texts({ ownerReferences: [{ ...owner, apiVersion: "/v1", kind: "Event" }] })).toEqual([
    expect.stringContaining("/v1, Kind=Event is disallowed from being an owner"),
  ]);
  expect(texts({ ownerReferences: [owner, { ...owner, kind: "Event" }] })).toEqual([
    'metadata.ownerReferences[1]: Invalid value: {"apiVersion":"v1","kind":"Event","name":"p","uid":"u","controller":true}: /v1, Kind=Event is disallowed from being an owner',
    `metadata.ownerReferences: Invalid value: ${list}{"apiVersion":"v1","kind":"Event","name":"p","uid":"u","controller":true}]: Only one reference can have Controller set to true. Found "true" in references for Pod/p and Event/p`,
  ]);
});

it("shows owner references to old servers as Go values", () => {
  const owner = { apiVersion: "v1", kind: "Event", name: 'a"', uid: "u" };
  const shown = (controller: string): string =>
    `v1.OwnerReference{APIVersion:"v1", Kind:"Event", Name:"a\\"", UID:"u", Controller:(*bool)(${controller}), BlockOwnerDeletion:(*bool)(nil)}`;
  expect(texts({ ownerReferences: [owner] }, kubernetes133)).toEqual([
    `metadata.ownerReferences: Invalid value: ${shown("nil")}: /v1, Kind=Event is disallowed from being an owner`,
  ]);
  const controller = { ...owner, controller: true };
  const [, , both] = texts({ ownerReferences: [controller, controller] }, kubernetes128);
  const list = [shown("0xPOINTER"), shown("0xPOINTER")].join(", ");
  expect(both).toContain(`Invalid value: []v1.OwnerReference{${list}}: Only one reference`);
});

it("checks finalizers and managed fields", () => {
  expect(texts({ finalizers: ["orphan", "foregroundDeletion"] }, kubernetes133)).toEqual([
    'metadata.finalizers: Invalid value: []string{"orphan", "foregroundDeletion"}: finalizer orphan and foregroundDeletion cannot be both set',
  ]);
  expect(texts({ managedFields: [{ operation: "X", manager: "a\n", fieldsType: "Y" }] })).toEqual([
    'metadata.managedFields[0].operation: Unsupported value: "X": supported values: "Apply", "Update"',
    'metadata.managedFields[0].fieldsType: Invalid value: "Y": must be `FieldsV1`',
    'metadata.managedFields[0].manager: Invalid value: "a\\n": invalid character U+000A (at position 1)',
  ]);
  expect(
    texts({
      managedFields: [
        {},
        { operation: "Apply", manager: "x".repeat(128), subresource: "x".repeat(256) },
        { operation: "Update", manager: "x".repeat(129), subresource: "x".repeat(257) },
        { operation: "Update", manager: "é\u0085\u{10ffff}", fieldsType: "FieldsV1" },
      ],
    }),
  ).toEqual([
    "metadata.managedFields[0].operation: Required value: must not be empty",
    "metadata.managedFields[2].manager: Too long: may not be more than 128 bytes",
    "metadata.managedFields[2].subresource: Too long: may not be more than 256 bytes",
    'metadata.managedFields[3].manager: Invalid value: "é\\u0085\\U0010ffff": invalid character U+0085 (at position 2)',
    'metadata.managedFields[3].manager: Invalid value: "é\\u0085\\U0010ffff": invalid character U+10FFFF (at position 4)',
  ]);
  expect(texts({ managedFields: [{}] }, kubernetes136)).toEqual([
    'metadata.managedFields[0].operation: Invalid value: "": must be `Apply` or `Update`',
  ]);
});

it("keeps what may not change from changing", () => {
  expect(updateTexts({ uid: "b", generation: 1 }, { uid: "a", generation: 2 })).toEqual([
    "metadata.generation: Invalid value: 1: must not be decremented",
    'metadata.uid: Invalid value: "b": field is immutable',
  ]);
  const deletionTimestamp = "2020-01-01T00:00:00Z";
  expect(updateTexts({ deletionTimestamp, deletionGracePeriodSeconds: 5 }, {})).toEqual([
    'metadata.deletionTimestamp: Invalid value: "2020-01-01T00:00:00Z": field is immutable',
    "metadata.deletionGracePeriodSeconds: Invalid value: 5: field is immutable",
  ]);
  expect(updateTexts({ deletionTimestamp }, {}, kubernetes133)).toEqual([
    "metadata.deletionTimestamp: Invalid value: 2020-01-01 00:00:00 +0000 UTC: field is immutable",
  ]);
  const terminating = { deletionTimestamp, finalizers: ["z/z"] };
  expect(
    updateTexts({ deletionTimestamp, finalizers: ["z/z", "b/b", "a/a"] }, terminating),
  ).toEqual([
    'metadata.finalizers: Forbidden: no new finalizers can be added if the object is being deleted, found new finalizers []string{"a/a", "b/b"}',
  ]);
  expect(updateTexts({}, { generation: 2 })).toEqual([
    "metadata.generation: Invalid value: 0: must not be decremented",
  ]);
  expect(updateTexts({ generation: -1 }, {})).toEqual([
    "metadata.generation: Invalid value: -1: must be greater than or equal to 0",
    "metadata.generation: Invalid value: -1: must not be decremented",
  ]);
  expect(updateTexts({ resourceVersion: "" }, {})).toEqual([
    'metadata.resourceVersion: Invalid value: "": must be specified for an update',
  ]);
});

it("counts equal errors once where 1.37 does", () => {
  const bad = { metadata: { labels: { a: "?", b: "?" } }, apiVersion: "v1", kind: "A" };
  expect(validateEmbeddedNode(bad, "x")).toHaveLength(1);
  expect(validateEmbeddedNode(bad, "x", kubernetes136)).toHaveLength(2);
});

it.each<[JsonObject, JsonObject]>([
  [{ apiVersion: 5, kind: null, metadata: { name: 5, uid: "u" } }, { metadata: { uid: "u" } }],
  [
    { apiVersion: "v1", kind: "A", a: 5 },
    { apiVersion: "v1", kind: "A", a: 5 },
  ],
  [{ metadata: 5 }, { metadata: 5 }],
  [{ metadata: { labels: { a: 1, b: "c" }, name: "x" } }, { metadata: { name: "x" } }],
])("drops of the embedded resource %j in storage what cannot be decoded", (object, kept) => {
  coerceStoredEmbeddedNode(object);
  expect(object).toEqual(kept);
});

it("checks embedded resources", () => {
  const object = { apiVersion: "a/b/c", kind: "A.b", metadata: { name: ".", labels: { a: 1 } } };
  expect(validateEmbeddedNode(object, "spec.x", kubernetes133).map(fieldErrorText)).toEqual([
    'spec.x.apiVersion: Invalid value: "a/b/c": unexpected GroupVersion string: a/b/c',
    expect.stringMatching(
      /^spec\.x\.kind: Invalid value: "A\.b": may have mixed case, but should otherwise match: a DNS-1035/,
    ),
    'spec.x.metadata: Invalid value: map[string]interface {}{"labels":map[string]interface {}{"a":1}, "name":"."}: json: cannot unmarshal number into Go struct field ObjectMeta.labels of type string',
  ]);
});

it("warns of finalizers without a path", () => {
  const tail = "to avoid accidental conflicts with other finalizer writers";
  const plain = `metadata.finalizers: "b": prefer a domain-qualified finalizer name ${tail}`;
  expect(finalizerWarnings(["b", "a.b", "x/y", "orphan"])).toEqual([
    `metadata.finalizers: "a.b": prefer a domain-qualified finalizer name including a path (/) ${tail}`,
    plain,
  ]);
  expect(finalizerWarnings(["a.b/c d", "A/b"])).toEqual([
    expect.stringMatching(/^metadata\.finalizers: "A\/b": prefix part a lowercase RFC 1123/),
    expect.stringMatching(/^metadata\.finalizers: "a\.b\/c d": name part must consist of/),
  ]);
  const inWordsOf = ({ words }: Dialect): readonly string[] | undefined =>
    words?.ofFinalizers(finalizerWarnings(["b.c", "a/b c", `${"a".repeat(64)}/`]));
  expect(inWordsOf(kubernetes131)).toEqual([
    expect.stringContaining("b c"),
    expect.stringMatching(/non-empty$/),
    expect.stringContaining("aaa"),
    `metadata.finalizers: "b.c": prefer a domain-qualified finalizer name ${tail}`,
  ]);
  expect(inWordsOf(kubernetes128)).toEqual([]);
  expect(addedFinalizers({ finalizers: ["a", "b"] }, { finalizers: ["a"] })).toEqual(["b"]);
});

it("drops owner references that come twice", () => {
  const owner = { apiVersion: "v1", kind: "Pod", name: "p", uid: "u" };
  const metadata = { ownerReferences: [owner, { ...owner }, { ...owner, name: "q" }] };
  expect(dedupOwnerReferences(metadata)).toMatch(/duplicate UID\(s\) observed: u$/);
  expect(metadata.ownerReferences).toHaveLength(2);
  expect(dedupOwnerReferences(metadata)).toBeUndefined();
  expect(dedupOwnerReferences({ ownerReferences: [owner, owner] }, true)).toMatch(
    / entries after mutating admission happens; API server dedups .* observed: u$/,
  );
});
