import { beforeAll, describe, expect, it } from "vitest";
import type { TransportResponse } from "../../../src/runtime/v1/client/transport.js";
import { newestMinor } from "../../../src/runtime/v1/values/kubernetes-version.js";
import { Cluster } from "../../../src/server/cluster.js";
import { decodeObject, encodeObject } from "../../../src/server/protobuf/envelope.js";
import { ProtobufTransport } from "../../../src/server/protobuf/protobuf-transport.js";

const accounts = "/api/v1/namespaces/default/serviceaccounts";
const tokenReviews = "/apis/authentication.k8s.io/v1/tokenreviews";
const accessReviews = "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews";

let cluster: Cluster;
beforeAll(async () => {
  cluster = await Cluster.create({ minor: newestMinor, namespaces: true });
});

async function ask(
  method: string,
  path: string,
  body?: object,
  accept = "application/json",
): Promise<{ readonly status: number; readonly answer: unknown }> {
  const headers: [string, string][] = [
    ["accept", accept],
    ["content-type", "application/json"],
  ];
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  const response = await cluster.send({ method, path, headers, ...sent });
  return { status: response.status, answer: JSON.parse(await response.text()) };
}

const otherNamespace =
  "the namespace of the provided object does not match the namespace sent on the request";
const mayRead = { spec: { nonResourceAttributes: { path: "/", verb: "get" } } };

describe("reviews", () => {
  it("are listed by discovery as what can be created alone", async () => {
    const { answer } = await ask("GET", "/apis/authentication.k8s.io/v1");
    expect(answer).toEqual({
      kind: "APIResourceList",
      apiVersion: "v1",
      groupVersion: "authentication.k8s.io/v1",
      resources: ["SelfSubjectReview", "TokenReview"].map((kind) => ({
        name: `${kind.toLowerCase()}s`,
        singularName: kind.toLowerCase(),
        namespaced: false,
        kind,
        verbs: ["create"],
      })),
    });
    expect((await ask("GET", tokenReviews)).status).toBe(405);
  });

  it("have an owner, who is whoever sends them", async () => {
    const { answer } = await ask("POST", accessReviews, mayRead);
    expect(answer).toMatchObject({
      metadata: {
        managedFields: [
          {
            operation: "Update",
            apiVersion: "authorization.k8s.io/v1",
            fieldsV1: {
              "f:spec": { "f:nonResourceAttributes": { ".": {}, "f:path": {}, "f:verb": {} } },
            },
          },
        ],
      },
      status: { allowed: true },
    });
  });

  it("have no names", async () => {
    const named = await ask("POST", accessReviews, { ...mayRead, metadata: { name: "x" } });
    expect(named).toMatchObject({
      status: 422,
      answer: {
        details: { causes: [{ field: "metadata" }] },
        message: expect.stringMatching(/: must be empty$/) as string, // a matcher
      },
    });
    const elsewhere = "/apis/authorization.k8s.io/v1/namespaces/a/localsubjectaccessreviews";
    const placed = await ask("POST", elsewhere, { metadata: { namespace: "b" }, spec: {} });
    expect(placed).toMatchObject({ status: 400, answer: { message: otherNamespace } });
  });

  it("of tokens are for the account whose they are", async () => {
    const path = `${accounts}/default/token`;
    const elsewhere = await ask("POST", path, { metadata: { name: "x", namespace: "b" } });
    expect(elsewhere).toMatchObject({ status: 400, answer: { message: otherNamespace } });
    const named = await ask("POST", path, { metadata: { name: "x" } });
    expect(named).toMatchObject({
      status: 422,
      answer: { details: { causes: [{ field: "metadata.name" }] } },
    });
  });

  it("of tokens are for objects that are there, also of kinds that are not served", async () => {
    await ask("POST", accounts, { metadata: { name: "bound" } });
    for (const [kind, plural] of [
      ["Node", "nodes"],
      ["Pod", "pods"],
    ]) {
      const boundObjectRef = { apiVersion: "v1", kind, name: "none" };
      const sent = await ask("POST", `${accounts}/bound/token`, { spec: { boundObjectRef } });
      expect(sent.status).toBe(404);
      expect(sent.answer).toMatchObject({ message: `${plural} "none" not found` });
    }
  });

  it("stand in discovery with tokens, and with the ends of namespaces", async () => {
    const { answer } = await ask("GET", "/api/v1");
    const { resources } = answer as { resources: readonly { name: string }[] }; // an APIResourceList
    const sends = { group: "authentication.k8s.io", version: "v1", kind: "TokenRequest" };
    expect(resources.filter(({ name }) => /\/(?:token|finalize)$/.test(name))).toEqual([
      entryOf("namespaces/finalize", false, { kind: "Namespace" }, "update"),
      entryOf("serviceaccounts/token", true, sends, "create"),
    ]);
    const accept = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";
    const { answer: whole } = await ask("GET", "/api", undefined, accept);
    const token = { subresource: "token", responseKind: sends, verbs: ["create"] };
    expect(JSON.stringify(whole)).toContain(JSON.stringify([token]));
  });

  it("are no tables; their metadata can be had alone", async () => {
    const form = (as: string): string => `application/json;as=${as};g=meta.k8s.io;v=v1`;
    expect(await ask("POST", accessReviews, mayRead, form("Table"))).toMatchObject({
      status: 406,
      answer: { reason: "NotAcceptable" },
    });
    expect(await ask("POST", accessReviews, mayRead, form("PartialObjectMetadata"))).toMatchObject({
      status: 201,
      answer: { kind: "PartialObjectMetadata" },
    });
    const list = await ask("POST", accessReviews, mayRead, form("PartialObjectMetadataList"));
    expect(list).toMatchObject({
      status: 406,
      answer: {
        message:
          "you requested PartialObjectMetadataList, but the requested object is not a list (*authorization.SelfSubjectAccessReview)",
      },
    });
  });

  it("tell whose token it is, in Protocol Buffers too", async () => {
    await ask("POST", accounts, { metadata: { name: "robot" } });
    const server = new ProtobufTransport(cluster);
    const tokenPath = `${accounts}/robot/token`;
    const type = { apiVersion: "authentication.k8s.io/v1" };
    const request = await sendBytes(server, tokenPath, { ...type, kind: "TokenRequest" });
    const { token } = (request["status"] ?? {}) as { token?: string }; // of a TokenRequest
    const review = { ...type, kind: "TokenReview", spec: { token: token ?? "" } };
    expect(await sendBytes(server, tokenReviews, review)).toMatchObject({
      kind: "TokenReview",
      status: { authenticated: true, user: { username: "system:serviceaccount:default:robot" } },
    });
  });
});

function entryOf(name: string, namespaced: boolean, kind: object, verb: string): object {
  return { name, singularName: "", namespaced, ...kind, verbs: [verb] };
}

async function sendBytes(
  server: ProtobufTransport,
  path: string,
  object: Parameters<typeof encodeObject>[0],
): Promise<ReturnType<typeof decodeObject>> {
  const protobuf = "application/vnd.kubernetes.protobuf";
  const headers: [string, string][] = [
    ["accept", protobuf],
    ["content-type", protobuf],
  ];
  const body = encodeObject(object);
  const response = await server.send({ method: "POST", path, headers, body });
  return decodeObject(await bytesOf(response), { apiVersion: "", kind: "" });
}

async function bytesOf(response: TransportResponse): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of response.chunks()) chunks.push(chunk);
  return Buffer.concat(chunks);
}
