import { describe, expect, expectTypeOf, it } from "vitest";
import { ApiError } from "../../../../../src/runtime/v1/client/api-error.js";
import type { JsonPatchOperation } from "../../../../../src/runtime/v1/client/exact-changes.js";
import { InvalidObjectError } from "../../../../../src/runtime/v1/validation/invalid-object-error.js";
import type { FieldError } from "../../../../../src/runtime/v1/values/field-error.js";
import type { AdmissionOptions } from "../../../../../src/runtime/v1/webhooks.js";
import { admissionHandler, conversionHandler } from "../../../../../src/runtime/v1/webhooks.js";
import type { V1 } from "../../../../support/cron-tab-versions.js";
import { callWebhook } from "./call-webhook.js";

const object = {
  apiVersion: "versions.example.com/v1",
  kind: "CronTab",
  metadata: {
    name: "a",
    namespace: "default",
    uid: "u",
    creationTimestamp: "2026-01-01T00:00:00Z",
  },
  spec: { schedule: "@daily" },
};
const request = {
  uid: "r",
  kind: { group: "versions.example.com", version: "v1", kind: "CronTab" },
  resource: { group: "versions.example.com", version: "v1", resource: "crontabs" },
  name: "a",
  namespace: "default",
  operation: "CREATE",
  userInfo: { username: "tester", groups: ["g"] },
  object,
  oldObject: null,
  dryRun: false,
  options: null,
};

interface Response {
  readonly allowed: boolean;
  readonly status?: { code: number; reason?: string; message: string; details?: object };
  readonly patch?: string;
  readonly patchType?: string;
  readonly warnings?: readonly string[];
  readonly auditAnnotations?: object;
}

async function admit(options: AdmissionOptions<V1>, changes: object = {}): Promise<Response> {
  const handler = admissionHandler<V1>({ onError: () => undefined, ...options });
  const { status, body } = await callWebhook(handler, {
    apiVersion: "admission.k8s.io/v1",
    kind: "AdmissionReview",
    request: { ...request, ...changes },
  });
  expect([status, body.apiVersion, body.kind]).toEqual([
    200,
    "admission.k8s.io/v1",
    "AdmissionReview",
  ]);
  expect(body.response).toMatchObject({ uid: "r" });
  return body.response as Response; // of an AdmissionReview
}

function patchOf({ patch, patchType, allowed }: Response): readonly JsonPatchOperation[] {
  expect([allowed, patchType]).toEqual([true, "JSONPatch"]);
  const bytes = Buffer.from(patch ?? "", "base64").toString("utf8");
  return JSON.parse(bytes) as JsonPatchOperation[]; // what the server makes of it
}

/** Not even an error. */
const oddReason = "odd" as unknown as Error; // what JavaScript allows
const error: FieldError = {
  reason: "FieldValueInvalid",
  field: "spec.schedule",
  message: 'Invalid value: "@daily": too often',
};
const invalid = {
  allowed: false,
  status: {
    code: 422,
    reason: "Invalid",
    message:
      'CronTab.versions.example.com "a" is invalid: spec.schedule: Invalid value: "@daily": too often',
    details: { name: "a", group: "versions.example.com", kind: "CronTab", causes: [error] },
  },
};
const conflict = {
  kind: "Status", apiVersion: "v1", metadata: {}, status: "Failure", code: 409, reason: "Conflict", message: "taken",
} as const; // prettier-ignore

describe("admission", () => {
  it.each<[string, AdmissionOptions<V1>["validate"], object]>([
    ["nothing", () => undefined, { allowed: true }],
    ["no errors", () => [], { allowed: true }],
    ["a message", () => "not today", {
      allowed: false, status: { code: 403, reason: "Forbidden", message: "not today" },
    }],
    ["errors of fields", () => Promise.resolve([error]), invalid],
    ["a thrown InvalidObjectError", () => { throw new InvalidObjectError("CronTab", [error]); }, invalid],
    ["a Status", () => conflict, { allowed: false, status: conflict }],
    ["a thrown ApiError", () => { throw new ApiError(conflict); }, { allowed: false, status: conflict }],
    ["a thrown error", () => { throw new Error("oops"); }, {
      allowed: false, status: { code: 500, reason: "InternalError", message: "the webhook failed: oops" },
    }],
    ["a rejection with a text", async () => { await Promise.resolve(); throw oddReason; }, {
      allowed: false, status: { code: 500, message: "the webhook failed: odd" },
    }],
    ["something else", () => 5 as unknown as undefined, {
      allowed: false,
      status: { message: "the webhook failed: validate must return nothing, a message, a list of errors, or a Status" },
    }],
  ])("validate: %s", async (_, validate, expected) => {
    expect(await admit({ validate })).toMatchObject(expected);
  }); // prettier-ignore

  it("reports failures, but not refusals", async () => {
    const reported: unknown[] = [];
    const onError = (thrown: unknown, about: string): unknown => reported.push([about, thrown]);
    const failure = new Error("oops");
    await admit({ onError, validate: () => Promise.reject(failure) });
    await admit({ onError, validate: () => Promise.reject(new ApiError(conflict)) });
    expect(reported).toEqual([['CREATE CronTab "default/a"', failure]]);
  });

  it("answers with the patch of what mutate changed, and validates the result", async () => {
    const seen: unknown[] = [];
    const response = await admit({
      mutate({ object: cronTab }) {
        cronTab.metadata.labels = { "example.com/größe": "🦄" };
        cronTab.spec.hostPort = "a:1";
      },
      validate({ object: cronTab }) {
        seen.push(cronTab);
        return [];
      },
    });
    expect(patchOf(response)).toEqual([
      { op: "add", path: "/spec/hostPort", value: "a:1" },
      { op: "add", path: "/metadata/labels", value: { "example.com/größe": "🦄" } },
    ]);
    const metadata = { ...object.metadata, labels: { "example.com/größe": "🦄" } };
    expect(seen).toEqual([{ ...object, metadata, spec: { ...object.spec, hostPort: "a:1" } }]);
  });

  it("takes another object that mutate returns", async () => {
    const response = await admit({
      mutate: ({ object: cronTab }) => ({ ...cronTab, spec: { schedule: "@weekly" } }),
    });
    expect(patchOf(response)).toEqual([
      { op: "replace", path: "/spec/schedule", value: "@weekly" },
    ]);
  });

  it("sends no patch where nothing changed, or where it refuses", async () => {
    expect(await admit({ mutate: ({ object: cronTab }) => cronTab })).toEqual({
      uid: "r",
      allowed: true,
    });
    const refused = await admit({
      mutate: ({ object: cronTab }) => ({ ...cronTab, spec: { schedule: "x" } }),
      validate: () => "no",
    });
    expect(refused).not.toHaveProperty("patch");
    expect(refused.allowed).toBe(false);
  });

  it.each<[string, unknown, string]>([
    ["a text", "x", "the webhook failed: mutate must return an object, or nothing"],
    ["a function within", { ...object, spec: () => 1 }, "the webhook failed: a function at 'spec' is not a JSON value"],
  ])("refuses when mutate returns %s", async (_, result, message) => {
    const response = await admit({ mutate: () => result as undefined });
    expect(response).toMatchObject({ allowed: false, status: { code: 500, message } });
  }); // prettier-ignore

  it("tells operations apart, and mutates only where there is an object to change", async () => {
    const seen: unknown[] = [];
    const options: AdmissionOptions<V1> = {
      mutate(update) {
        seen.push(`mutate ${update.operation}`);
        if (update.operation === "UPDATE") expectTypeOf(update.oldObject).toEqualTypeOf<V1>();
        else expectTypeOf(update.object.metadata.name).toEqualTypeOf<string | undefined>();
        return undefined;
      },
      validate(one) {
        if (one.operation === "DELETE") expectTypeOf(one.oldObject).toEqualTypeOf<V1>();
        if (one.operation === "UPDATE") expectTypeOf(one.object).toEqualTypeOf<V1>();
        seen.push([one.operation, one.object, one.oldObject, one.dryRun]);
        return undefined;
      },
    };
    await admit(options, { operation: "UPDATE", oldObject: object, dryRun: true });
    await admit(options, { operation: "DELETE", object: null, oldObject: object });
    const exec = { kind: "PodExecOptions" };
    await admit(options, { operation: "CONNECT", object: exec });
    expect(seen).toEqual([
      "mutate UPDATE",
      ["UPDATE", object, object, true],
      ["DELETE", undefined, object, false],
      ["CONNECT", exec, undefined, false],
    ]);
  });

  it("sends warnings as the server takes them, and annotations for the audit log", async () => {
    const response = await admit({
      validate({ warn, audit, userInfo }) {
        warn("one\n\ttwo");
        warn("");
        warn("one two");
        audit("user", userInfo.username ?? "");
        audit("__proto__", "x");
        return "refused all the same";
      },
    });
    expect(response.warnings).toEqual(["one two"]);
    expect(JSON.stringify(response.auditAnnotations)).toBe('{"user":"tester"}');
  });

  it.each(["", "a/b", "-a", "a".repeat(64), "ä"])("refuses the audit key %j", async (key) => {
    const response = await admit({
      validate({ audit }) {
        audit(key, "x");
      },
    });
    expect(response.status?.message).toBe(
      `the webhook failed: audit: no such key: ${JSON.stringify(key)}`,
    );
  });
});

// What the API server holds against an answer (apiserver
// `pkg/admission/plugin/webhook/request/admissionreview.go`, verifyAdmissionResponse).
describe("answers as the API server reads them", () => {
  const resource = { group: "versions.example.com", version: "v1", plural: "crontabs" };
  const options: AdmissionOptions<V1> = {
    resource,
    mutate(mutation) {
      if (mutation.subResource === undefined) mutation.object.spec.hostPort = "a:1";
    },
    validate({ operation, dryRun, subResource = "", warn }) {
      warn(`${operation} ${subResource} ${dryRun}`);
      return operation === "DELETE" ? "keep it" : undefined;
    },
  };
  const scale = { apiVersion: "autoscaling/v1", kind: "Scale", metadata: object.metadata };
  const scaleKind = { group: "autoscaling", version: "v1", kind: "Scale" };
  const patch = "W3sib3AiOiJhZGQiLCJwYXRoIjoiL3NwZWMvaG9zdFBvcnQiLCJ2YWx1ZSI6ImE6MSJ9XQ==";
  const status = { kind: "Status", apiVersion: "v1", metadata: {}, status: "Failure" };
  const patched = { allowed: true, patchType: "JSONPatch", patch };
  const strange = (found: string): object => ({
    allowed: false,
    status: {
      ...status, code: 400, reason: "BadRequest",
      message: `the webhook is for crontabs of versions.example.com/v1, not for ${found}: see the rules of its configuration`,
    },
  }); // prettier-ignore

  it.each<[string, object, object]>([
    ["a create", {}, { ...patched, warnings: ["CREATE  false"] }],
    ["a create without a name", { name: undefined, object: { ...object, metadata: { generateName: "a-" } } },
      { ...patched, warnings: ["CREATE  false"] }],
    ["a dry run", { dryRun: true }, { ...patched, warnings: ["CREATE  true"] }],
    ["an update", { operation: "UPDATE", oldObject: object }, { ...patched, warnings: ["UPDATE  false"] }],
    ["an update of the status", { operation: "UPDATE", oldObject: object, subResource: "status" },
      { allowed: true, warnings: ["UPDATE status false"] }],
    ["an update of the scale", { operation: "UPDATE", kind: scaleKind, object: scale, oldObject: scale, subResource: "scale" },
      { allowed: true, warnings: ["UPDATE scale false"] }],
    ["a delete", { operation: "DELETE", object: null, oldObject: object },
      { allowed: false, status: { ...status, code: 403, reason: "Forbidden", message: "keep it" }, warnings: ["DELETE  false"] }],
    ["a connect", { operation: "CONNECT", object: { kind: "Options" }, subResource: "exec" },
      { allowed: true, warnings: ["CONNECT exec false"] }],
    ["an object of another kind", { resource: { group: "", version: "v1", resource: "pods" } }, strange("pods of /v1")],
    ["another version", { resource: { ...request.resource, version: "v2" } },
      strange("crontabs of versions.example.com/v2")],
  ])("to %s", async (_, changes, expected) => {
    expect(await admit(options, changes)).toEqual({ uid: "r", ...expected });
  }); // prettier-ignore
});

describe("malformed reviews", () => {
  const admission = admissionHandler<V1>({});
  const head = { kind: "AdmissionReview", apiVersion: "admission.k8s.io/v1" };
  it.each<[string, unknown, string]>([
    ["no JSON", '{"secret": "hunter2"', "the body is not JSON"],
    ["nothing", "", "the body is not JSON"],
    ["a list", [], "the body must be of the kind AdmissionReview"],
    ["another kind", { kind: "ConversionReview" },
      'the body must be of the kind AdmissionReview in admission.k8s.io/v1 or v1beta1, but is "ConversionReview" in nothing'],
    ["no request", head, "AdmissionReview: request must be an object"],
    ["no uid", { ...head, request: {} }, "AdmissionReview: request.uid is missing"],
    ["no kind", { ...head, request: { uid: "r" } }, "AdmissionReview: request.kind must be an object"],
    ["no resource", { ...head, request: { uid: "r", kind: {} } },
      "AdmissionReview: request.resource must be an object"],
    ["an unknown version", { ...head, apiVersion: "admission.k8s.io/v2", request },
      'the body must be of the kind AdmissionReview in admission.k8s.io/v1 or v1beta1, but is "AdmissionReview" in "admission.k8s.io/v2"'],
  ])("400 for %s", async (_, body, message) => {
    const answer = await callWebhook(admission, body);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ kind: "Status", status: "Failure", reason: "BadRequest", message });
  }); // prettier-ignore

  it("400 for one of the other webhook", async () => {
    const conversion = conversionHandler<V1>({
      converters: { v1: { v2: () => ({}) }, v2: { v1: () => ({}) } } as never,
    });
    expect((await callWebhook(conversion, { ...head, request })).status).toBe(400);
    const noObjects = { uid: "r", desiredAPIVersion: "versions.example.com/v1" };
    const review = { kind: "ConversionReview", apiVersion: "apiextensions.k8s.io/v1" };
    const { status, body } = await callWebhook(conversion, { ...review, request: noObjects });
    expect([status, body.message]).toEqual([
      400,
      "ConversionReview: request.objects must be a list",
    ]);
  });

  it("405 for GET", async () => {
    expect((await callWebhook(admission, "", "GET")).status).toBe(405);
  });
});
