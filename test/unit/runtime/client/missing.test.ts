import { describe, expect, it } from "vitest";
import { fetchTransport } from "../../../../src/runtime/v1/client/fetch-transport.js";
import { ResourceClient } from "../../../../src/runtime/v1/client/resource-client.js";
import type { TransportRequest } from "../../../../src/runtime/v1/client/transport.js";
import { nodeTransport } from "../../../../src/runtime/v1/node/node-transport.js";
import type { ResourceDefinition } from "../../../../src/runtime/v1/values/resource-definition.js";

/*
 * What callers in JavaScript leave out, or in TypeScript with an option from elsewhere: the error
 * says what is missing.
 */

const definition: ResourceDefinition = {
  group: "sea.example.com",
  version: "v1",
  kind: "Boat",
  listKind: "BoatList",
  plural: "boats",
  singular: "boat",
  scope: "Namespaced",
  shortNames: [],
  categories: [],
  subresources: { status: false },
  printerColumns: [],
  selectableFields: [],
};

const wrongOptions: readonly [what: string, options: unknown, fault: string][] = [
  ["no options", undefined, '({ baseUrl: "https://10.0.0.1:6443" })'],
  ["null", null, '({ baseUrl: "https://10.0.0.1:6443" })'],
  ["no baseUrl", {}, '({ baseUrl: "https://10.0.0.1:6443" })'],
  ["an empty baseUrl", { baseUrl: "" }, '({ baseUrl: "https://10.0.0.1:6443" })'],
  ["no scheme", { baseUrl: "127.0.0.1:8001" }, 'but is "127.0.0.1:8001"'],
  ["a host alone", { baseUrl: "localhost:8001" }, 'but is "localhost:8001"'],
  ["a path", { baseUrl: "/api" }, 'but is "/api"'],
  ["another scheme", { baseUrl: "ftp://a:secret@b" }, 'but is "…@b"'],
  ["a number", { baseUrl: 8001 }, "but is of type number"],
  ["null as baseUrl", { baseUrl: null }, "but is of type null"],
];

describe.each([
  ["fetchTransport", (options: unknown) => fetchTransport(options as never)], // wrong on purpose
  ["nodeTransport", (options: unknown) => nodeTransport(options as never)], // wrong on purpose
])("%s", (name, create) => {
  it.each(wrongOptions)("says what is wrong with %s", (_, options, fault) => {
    expect(() => create(options)).toThrow(TypeError);
    expect(() => create(options)).toThrow(fault);
    expect(() => create(options)).not.toThrow("secret");
    if (fault.startsWith("("))
      expect(() => create(options)).toThrow(
        `${name} needs the address of the API server: ${name}(`,
      );
  });
});

it("fetchTransport takes a path with a fetch of one's own", () => {
  const fetch = (): never => expect.fail("no request was made");
  expect(() => fetchTransport({ baseUrl: "/kubernetes", fetch })).not.toThrow();
});

describe("a client", () => {
  it.each([undefined, null, "https://10.0.0.1:6443", {}])(
    "says that %s is no transport",
    (transport) => {
      expect(() => new ResourceClient(definition, transport as never)).toThrow(
        // wrong on purpose
        'the client needs a transport: new BoatClient(fetchTransport({ baseUrl: "https://10.0.0.1:6443" }))',
      );
    },
  );

  async function pathOf(changes: Partial<ResourceDefinition>, namespace?: string): Promise<string> {
    const paths: string[] = [];
    const transport = {
      send(request: TransportRequest): never {
        paths.push(request.path);
        throw new Error("sent");
      },
    };
    const client = new ResourceClient({ ...definition, ...changes }, transport, { namespace });
    await expect(client.get("a")).rejects.toThrow("sent");
    return paths.join();
  }

  it("finds the core group at its own place", async () => {
    expect(await pathOf({ group: "", plural: "pods" })).toBe("/api/v1/namespaces/default/pods/a");
    expect(await pathOf({ group: "", plural: "nodes", scope: "Cluster" })).toBe("/api/v1/nodes/a");
    expect(await pathOf({})).toBe("/apis/sea.example.com/v1/namespaces/default/boats/a");
  });

  it("says what to do about an empty namespace", async () => {
    const client = new ResourceClient(
      definition,
      { send: () => expect.fail("sent") },
      { namespace: "" },
    );
    await expect(client.list()).rejects.toThrow(
      'the namespace must not be empty: name one, such as { namespace: "default" }, or list with { allNamespaces: true }',
    );
  });
});
