import { describe, expect, it } from "vitest";
import type { Target } from "../../../../src/runtime/v1/client/request.js";
import * as requests from "../../../../src/runtime/v1/client/request.js";
import type { TransportRequest } from "../../../../src/runtime/v1/client/transport.js";
import { cronTab } from "./fake-transport.js";

const collection: Target = { resource: cronTab, namespace: "ns" };
const object: Target = { ...collection, name: "a" };
const cronTabBody = { kind: "CronTab" };

describe("requests", () => {
  it.each<[string, TransportRequest, string]>([
    [
      "get",
      requests.getRequest(object, {}),
      "GET /apis/stable.example.com/v1/namespaces/ns/crontabs/a",
    ],
    [
      "get from the cache",
      requests.getRequest(object, { resourceVersion: "0" }),
      "GET /apis/stable.example.com/v1/namespaces/ns/crontabs/a?resourceVersion=0",
    ],
    [
      "get a subresource",
      requests.getRequest({ ...object, subresource: "scale" }, {}),
      "GET /apis/stable.example.com/v1/namespaces/ns/crontabs/a/scale",
    ],
    [
      "get of a name with odd characters",
      requests.getRequest({ ...object, namespace: undefined, name: "a b?#ü:" }, {}),
      "GET /apis/stable.example.com/v1/crontabs/a%20b%3F%23%C3%BC%3A",
    ],
    [
      "list",
      requests.listRequest(collection, {
        labelSelector: { app: "web", tier: ["a", "b"] },
        fieldSelector: { "spec.color": "a,b" },
        resourceVersion: "7",
        resourceVersionMatch: "Exact",
        limit: 500,
        continue: "x+/=",
      }),
      "GET /apis/stable.example.com/v1/namespaces/ns/crontabs" +
        "?labelSelector=app%3Dweb%2Ctier%20in%20(a%2Cb)&fieldSelector=spec.color%3Da%5C%2Cb&resourceVersion=7&resourceVersionMatch=Exact&limit=500&continue=x%2B%2F%3D",
    ],
    [
      "watch",
      requests.watchRequest(
        { ...collection, namespace: undefined },
        { resourceVersion: "7", allowWatchBookmarks: true, timeoutSeconds: 60 },
      ),
      "GET /apis/stable.example.com/v1/crontabs?watch=true&resourceVersion=7&allowWatchBookmarks=true&timeoutSeconds=60",
    ],
    [
      "watch with the state before",
      requests.watchRequest(collection, {
        labelSelector: "a=b",
        fieldSelector: "c=d",
        resourceVersionMatch: "NotOlderThan",
        sendInitialEvents: true,
      }),
      "GET /apis/stable.example.com/v1/namespaces/ns/crontabs" +
        "?watch=true&labelSelector=a%3Db&fieldSelector=c%3Dd&resourceVersionMatch=NotOlderThan&sendInitialEvents=true",
    ],
    [
      "create",
      requests.createRequest(collection, cronTabBody, { dryRun: true, fieldManager: "me & you" }),
      'POST /apis/stable.example.com/v1/namespaces/ns/crontabs?dryRun=All&fieldManager=me%20%26%20you application/json {"kind":"CronTab"}',
    ],
    [
      "update",
      requests.updateRequest(object, cronTabBody, { dryRun: false, fieldValidation: "Strict" }),
      'PUT /apis/stable.example.com/v1/namespaces/ns/crontabs/a?fieldValidation=Strict application/json {"kind":"CronTab"}',
    ],
    [
      "merge patch",
      requests.patchRequest(object, { merge: { spec: null } }, {}),
      'PATCH /apis/stable.example.com/v1/namespaces/ns/crontabs/a application/merge-patch+json {"spec":null}',
    ],
    [
      "JSON patch",
      requests.patchRequest(object, { json: [{ op: "remove", path: "/spec" }] }, {}),
      'PATCH /apis/stable.example.com/v1/namespaces/ns/crontabs/a application/json-patch+json [{"op":"remove","path":"/spec"}]',
    ],
    [
      "apply",
      requests.applyRequest(object, cronTabBody, { fieldManager: "m", force: true }),
      'PATCH /apis/stable.example.com/v1/namespaces/ns/crontabs/a?fieldManager=m&force=true application/apply-patch+yaml {"kind":"CronTab"}',
    ],
    [
      "delete",
      requests.deleteRequest(object, {
        dryRun: true,
        propagationPolicy: "Orphan",
        preconditions: { uid: "u" },
        gracePeriodSeconds: 0,
      }),
      'DELETE /apis/stable.example.com/v1/namespaces/ns/crontabs/a application/json {"apiVersion":"v1","kind":"DeleteOptions","dryRun":["All"],"propagationPolicy":"Orphan","preconditions":{"uid":"u"},"gracePeriodSeconds":0}',
    ],
    [
      "delete a collection",
      requests.deleteCollectionRequest(collection, { labelSelector: { a: "b" } }),
      'DELETE /apis/stable.example.com/v1/namespaces/ns/crontabs?labelSelector=a%3Db application/json {"apiVersion":"v1","kind":"DeleteOptions"}',
    ],
  ])("%s", (_, request, text) => {
    expect(print(request)).toBe(text);
  });

  it.each([
    { labelSelector: { app: "web", owner: undefined } },
    { fieldSelector: { "metadata.name": undefined } },
  ])("deletes no collection by a selector that lacks a term: %j", (selection) => {
    expect(() => requests.deleteCollectionRequest(collection, selection)).toThrow("for undefined");
    expect(() => requests.listRequest(collection, selection)).not.toThrow();
  });

  it.each<[object, string]>([
    [{ labelSelector: undefined }, "the labelSelector of deleteCollection is undefined: leave it"],
    [{ fieldSelector: undefined }, "the fieldSelector of deleteCollection is undefined: leave it"],
    [{ labelSelector: null }, "the labelSelector of deleteCollection is null"],
    [{ labelSelector: {} }, "the labelSelector of deleteCollection is empty"],
    [{ labelSelector: " " }, "the labelSelector of deleteCollection is empty"],
    [{ labelSelectors: { a: "b" } }, 'deleteCollection has no option "labelSelectors"'],
    [{ selector: "a=b" }, 'deleteCollection has no option "selector"'],
    [{ allNamespaces: true }, 'deleteCollection has no option "allNamespaces"'],
  ])("deletes no collection by accident: %j", (parameters, message) => {
    expect(() => requests.deleteCollectionRequest(collection, parameters)).toThrow(message);
  });

  it("deletes a collection with all that the call may say", () => {
    const signal = new AbortController().signal;
    const options = { namespace: "ns", timeout: 1, signal, dryRun: true, gracePeriodSeconds: 0 };
    const request = requests.deleteCollectionRequest(collection, {
      ...options,
      propagationPolicy: undefined,
      preconditions: {},
      fieldSelector: "a=b",
    });
    expect(request.query).toBe("fieldSelector=a%3Db");
  });

  it("asks for JSON, and marks watches as streams", () => {
    expect(requests.getRequest(object, {}).headers).toEqual([["accept", "application/json"]]);
    expect(requests.updateRequest(object, cronTabBody, {}).headers).toEqual([
      ["accept", "application/json"],
      ["content-type", "application/json"],
    ]);
    expect(requests.listRequest(collection, {}).stream).toBeUndefined();
    expect(requests.watchRequest(collection, {}).stream).toBe(true);
  });

  it.each([
    ["", "the name must not be empty"],
    ["a/b", '"a/b" is not a legal name'],
    ["\ud800", '"\\ud800" is not a legal name'],
  ])("says what is wrong with the name %j", (name, message) => {
    expect(() => requests.getRequest({ ...object, name }, {})).toThrow(message);
  });

  it.each(["", ".", "..", "a/status", "../x", "a%2Fstatus", "\ud800"])(
    "takes no object called '%s'",
    (name) => {
      expect(() => requests.deleteRequest({ ...object, name }, {})).toThrow(TypeError);
      expect(() => requests.listRequest({ ...collection, namespace: name }, {})).toThrow(TypeError);
    },
  );
});

function print({ method, path, query, headers, body }: TransportRequest): string {
  const type = headers.find(([name]) => name === "content-type")?.[1];
  const url = query === undefined ? path : `${path}?${query}`;
  return [method, url, type, body].filter((part) => part !== undefined).join(" ");
}
