import { beforeAll, describe, expect, it } from "vitest";
import type { AdmitOptions, CompiledVersion } from "../../../../src/index.js";
import type { JsonObject } from "../../../../src/runtime/v1/values/json/json.js";
import { compileBoat } from "../../../support/boat.js";

let boat: CompiledVersion;

beforeAll(async () => {
  boat = await compileBoat({
    schema: {
      type: "object",
      properties: {
        spec: { type: "object" },
        status: { type: "object", properties: { phase: { type: "string" } } },
      },
    },
    version: { subresources: { status: {} } },
  });
});

/**
 * What the server answers to the creation of an object: the code, and a text where it is refused.
 */
function answer(changes: object): string {
  const good = { apiVersion: "sea.example.com/v1", kind: "Boat", metadata: { name: "a" } };
  const admission = boat.admit({ ...good, ...changes });
  if (admission.allowed) return "201";
  return `${admission.status.code ?? ""} ${admission.status.message ?? ""}`;
}

describe("what a body says it is", () => {
  it.each([
    [
      "a character that the excerpt cuts in two",
      { apiVersion: "a/b/🦄🦄🦄" },
      '400 the object provided is unrecognized (must be of type Boat): unexpected GroupVersion string: a/b/🦄🦄🦄 ({"apiVersion":"a/b/🦄🦄\uFFFD\uFFFD\uFFFD ...)',
    ],
    [
      "two slashes",
      { apiVersion: "a/b/c" },
      '400 the object provided is unrecognized (must be of type Boat): unexpected GroupVersion string: a/b/c ({"apiVersion":"a/b/c","kind":" ...)',
    ],
    [
      "two slashes and no kind",
      { apiVersion: "a/b/c", kind: "" },
      '400 the object provided is unrecognized (must be of type Boat): unexpected GroupVersion string: a/b/c ({"apiVersion":"a/b/c","kind":" ...)',
    ],
    [
      "null, which is told before metadata",
      { apiVersion: null, metadata: { labels: [] } },
      '400 Boat in version "" cannot be handled as a Boat: .apiVersion accessor error: <nil> is of the type <nil>, expected string',
    ],
    [
      "a slash alone",
      { apiVersion: "/" },
      "400 the API version in the data () does not match the expected API version (sea.example.com/v1)",
    ],
    [
      "a group alone",
      { apiVersion: "x/" },
      "400 the API version in the data (x/) does not match the expected API version (sea.example.com/v1)",
    ],
  ])("%s", (_name, changes, text) => {
    expect(answer(changes)).toBe(text);
  });
});

describe("what a body says twice of what it is", () => {
  const unread =
    "400 the object provided is unrecognized (must be of type Boat): couldn't get version/kind; json parse error: json: cannot unmarshal";
  const group = '"sea.example.com/v1"';

  it.each([
    [
      "a kind that is no string",
      `"apiVersion":${group},"kind":[],"kind":"Boat"`,
      `${unread} array into Go struct field .kind of type string`,
    ],
    [
      "the first of two faults",
      `"kind":1,"apiVersion":{},"kind":"Boat"`,
      `${unread} number into Go struct field .kind of type string`,
    ],
    [
      "an apiVersion and null",
      `"kind":"Boat","apiVersion":"a/b/c","apiVersion":null`,
      "400 the object provided is unrecognized (must be of type Boat): unexpected GroupVersion string: a/b/c",
    ],
    [
      "a kind in something else",
      `"apiVersion":${group},"spec":{"kind":1,"kind":2},"kind":"Boat"`,
      "201",
    ],
  ])("%s", (_name, members, expected) => {
    const admission = boat.admit(`{${members},"metadata":{"name":"a"}}`);
    const text = admission.allowed
      ? "201"
      : `${admission.status.code ?? ""} ${admission.status.message ?? ""}`;
    expect(text.slice(0, expected.length)).toBe(expected);
  });
});

it("the blanks around a body without a kind are shown to those who ask for strictness alone", () => {
  const shown = (fieldValidation: "Ignore" | "Warn"): string | undefined => {
    const admission = boat.admit('\n {"spec":{}}\t', { fieldValidation });
    return admission.allowed ? undefined : admission.status.message;
  };
  expect(shown("Ignore")).toContain(`Object 'Kind' is missing in '{"spec":{}}'`);
  expect(shown("Warn")).toContain(`Object 'Kind' is missing in '\n {"spec":{}}\t'`);
});

describe("a resourceVersion on creation", () => {
  it("is refused by the store, after the object is valid", () => {
    expect(answer({ metadata: { name: "a", resourceVersion: "5" } })).toBe(
      "500 resourceVersion should not be set on objects to be created",
    );
    expect(answer({ metadata: { name: "a", resourceVersion: "5" }, spec: [] })).toContain("422 ");
  });

  it.each(["0", "00", "x", "-1", "18446744073709551616"])("%s is ignored", (resourceVersion) => {
    expect(answer({ metadata: { name: "a", resourceVersion } })).toBe("201");
  });
});

it("a status in a body of another kind is pruned when it is read again", () => {
  const metadata = { name: "a", namespace: "default" };
  const old = { apiVersion: "sea.example.com/v1", kind: "Boat", metadata };
  const body = { ...old, kind: "Ship", status: { phase: "afloat", draught: 2 } };
  const admission = boat.admit(body, { oldObject: old, subresource: "status" });
  expect(admission).toMatchObject({ allowed: true, warnings: [] });
  expect(admission.allowed && admission.object["kind"]).toBe("Boat");
  expect(admission.allowed && admission.object["status"]).toEqual({ phase: "afloat" });
});

describe("the resourceVersion of an update", () => {
  const of = (resourceVersion: string | undefined): object => ({
    apiVersion: "sea.example.com/v1",
    kind: "Boat",
    metadata: { name: "a", namespace: "default", resourceVersion },
  });

  it.each([
    ["7", "200"],
    ["07", "200"],
    ["8", "409 Operation cannot be fulfilled on boats.sea.example.com"],
    ["00", "422 boats.sea.example.com"],
    [undefined, "422 boats.sea.example.com"],
    ["ab", '500 strconv.ParseUint: parsing "ab": invalid syntax'],
    [
      "99999999999999999999a",
      '500 strconv.ParseUint: parsing "99999999999999999999a": value out of range',
    ],
  ])("%s", (resourceVersion, expected) => {
    const admission = boat.admit(of(resourceVersion), { oldObject: of("7") });
    const text = admission.allowed
      ? "200"
      : `${admission.status.code ?? ""} ${admission.status.message ?? ""}`;
    expect(text.slice(0, expected.length)).toBe(expected);
  });
});

describe("an object that says it is of another kind is called by that", () => {
  const good = {
    apiVersion: "sea.example.com/v1",
    kind: "Boat",
    metadata: { name: "a", namespace: "default", resourceVersion: "1" },
  };
  const bad = { ...good, kind: "Ship", status: { phase: 1 } };

  it.each([
    [{}, 'kind: Invalid value: "Ship": must be Boat'],
    [{ oldObject: good }, 'kind: Invalid value: "Ship": must be Boat'],
    [
      { oldObject: good, subresource: "status" as const },
      'status.phase: Invalid value: "integer": phase in body must be of type string: "integer"',
    ],
  ])("written with %o", (options, cause) => {
    const admission = boat.admit(bad, options);
    expect(admission).toMatchObject({
      allowed: false,
      status: {
        message: `Ship.sea.example.com "a" is invalid: ${cause}`,
        details: { group: "sea.example.com", kind: "Ship", name: "a" },
      },
    });
  });
});

describe("what a write meets", () => {
  const identity = { apiVersion: "sea.example.com/v1", kind: "Boat" };
  const of = (metadata: object): JsonObject => ({
    ...identity,
    metadata: { name: "a", namespace: "default", ...metadata },
  });
  const stored = of({ uid: "1", resourceVersion: "1" });
  const fault = (key: string): string =>
    `409 Operation cannot be fulfilled on boats.sea.example.com "a": StorageError: invalid object, Code: 4, Key: /sea.example.com/boats/${key}, ResourceVersion: 0, AdditionalErrorMsg: Precondition failed: UID in precondition: 2, UID in object meta: 1`;
  const zero = (number: string): string =>
    `422 boats.sea.example.com "a" is invalid: metadata.resourceVersion: Invalid value: ${number}: must be specified for an update`;

  function answerOf(
    compiled: CompiledVersion,
    object: JsonObject,
    options: Partial<AdmitOptions>,
  ): string {
    const admission = compiled.admit(object, options);
    if (admission.allowed) return ["200", ...admission.warnings].join(" ");
    const { code, message, details } = admission.status;
    if (code !== 400 && code !== 422 && code !== 500) {
      expect(details).toEqual({ name: "a", group: "sea.example.com", kind: "boats" });
    }
    return `${code ?? ""} ${message ?? ""}`;
  }

  it.each<[string, object, Partial<AdmitOptions>, string]>([
    [
      "an object that is there",
      {},
      { operation: "create", oldObject: stored },
      '409 boats.sea.example.com "a" already exists',
    ],
    [
      "an object that is there, by one that is not valid",
      { ownerReferences: [{ apiVersion: "v1", kind: "Pod", name: "p", uid: "" }] },
      { operation: "create", oldObject: stored },
      '422 Boat.sea.example.com "a" is invalid: metadata.ownerReferences[0].uid: Required value: must not be empty',
    ],
    ["nothing", {}, { operation: "update" }, '404 boats.sea.example.com "a" not found'],
    ["no status", {}, { subresource: "status" }, '404 boats.sea.example.com "a" not found'],
    ["its namespace", { namespace: "x" }, { namespace: "x" }, "200"],
    [
      "another namespace",
      { namespace: "x" },
      { namespace: "y" },
      "400 the namespace of the provided object does not match the namespace sent on the request",
    ],
    [
      "another namespace than the stored one",
      { namespace: "x" },
      { oldObject: stored },
      "400 the namespace of the provided object does not match the namespace sent on the request",
    ],
    [
      "another name",
      { name: "b" },
      { oldObject: stored },
      "400 the name of the object (b) does not match the name on the URL (a)",
    ],
    [
      "a name without one",
      { name: "" },
      { oldObject: stored },
      "400 the name of the object (a based on URL) was undeterminable: name must be provided",
    ],
    ["another UID", { uid: "2", resourceVersion: "1" }, { oldObject: stored }, fault("default/a")],
    ["its UID", { uid: "1", resourceVersion: "1" }, { oldObject: stored }, "200"],
    ["no UID", { resourceVersion: "1" }, { oldObject: stored }, "200"],
    ["a version without one", {}, { oldObject: stored }, zero("0")],
    ["no version", { uid: "1" }, { oldObject: of({ uid: "1" }) }, "200"],
    [
      "the greatest version of all",
      { resourceVersion: "18446744073709551615" },
      {},
      "500 resourceVersion should not be set on objects to be created",
    ],
    [
      "an owner twice",
      {
        ownerReferences: [
          { apiVersion: "v1", kind: "Pod", name: "p", uid: "u" },
          { apiVersion: "v1", kind: "Pod", name: "p", uid: "u" },
        ],
      },
      {},
      "200 .metadata.ownerReferences contains duplicate entries; API server dedups owner references in 1.20+, and may reject such requests as early as 1.24; please fix your requests; duplicate UID(s) observed: u",
    ],
  ])("%s", (_, metadata, options, expected) => {
    expect(answerOf(boat, of(metadata), options)).toBe(expected);
  });

  it("in a cluster and on older servers", async () => {
    const object = { ...identity, metadata: { name: "a", uid: "2", resourceVersion: "1" } };
    const oldObject = { ...identity, metadata: { name: "a", uid: "1", resourceVersion: "1" } };
    const ship = await compileBoat({ spec: { scope: "Cluster" } });
    expect(answerOf(ship, object, { oldObject })).toBe(fault("a"));
    const older = await compileBoat({}, "1.31");
    expect(answerOf(older, of({ uid: "1" }), { oldObject: stored })).toBe(zero("0x0"));
  });
});

it.each([
  ["", "v1"],
  ["/", "v1"],
  ["sea.example.com/", "v1"],
  ["other/", ""],
])(
  "a number that cannot be read, in apiVersion '%s', is one of version '%s'",
  (apiVersion, version) => {
    const admission = boat.admit(`{"apiVersion":"${apiVersion}","kind":"Boat","x":1e999}`);
    expect(!admission.allowed && admission.status.message).toBe(
      `Boat in version "${version}" cannot be handled as a Boat: json: cannot unmarshal number 1e999 into Go value of type float64`,
    );
  },
);
