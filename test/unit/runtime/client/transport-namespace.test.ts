import { expect, it } from "vitest";
import { ResourceClient } from "../../../../src/runtime/v1/client/resource-client.js";
import { withMiddleware } from "../../../../src/runtime/v1/client/transport.js";
import { cronTab } from "./fake-transport.js";

it.each([
  ["team-a", undefined, "team-a"],
  ["team-a", "team-b", "team-b"],
  [undefined, undefined, "default"],
])("a transport of namespace %s, a client of %s: %s", async (theirs, ours, namespace) => {
  const paths: string[] = [];
  const transport = withMiddleware(
    {
      defaultNamespace: theirs,
      send({ path }) {
        paths.push(path);
        return Promise.reject(new Error("enough"));
      },
    },
    (next) => (request) => next(request),
  );
  const client = new ResourceClient(cronTab, transport, { namespace: ours });
  await expect(client.get("a")).rejects.toThrow("enough");
  expect(paths).toEqual([`/apis/stable.example.com/v1/namespaces/${namespace}/crontabs/a`]);
});
