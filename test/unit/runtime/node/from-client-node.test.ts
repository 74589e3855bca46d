import { createServer } from "node:https";
import { afterEach, expect, it, vi } from "vitest";
import type { ClientNodeConfig } from "../../../../src/runtime/v1/node.js";
import { fromClientNode } from "../../../../src/runtime/v1/node.js";
import { cert, key } from "../../../support/certificate.js";
import { listen } from "../../../support/listen.js";

const cleanUp: (() => void)[] = [];
afterEach(() => {
  vi.useRealTimers();
  for (const step of cleanUp.splice(0)) step();
});

/** What a KubeConfig does, as far as it matters. */
async function configOf(
  apply: (options: Record<string, unknown>) => void,
): Promise<{ config: ClientNodeConfig; applied: () => number }> {
  const server = createServer({ cert, key }, ({ headers, url }, outgoing) => {
    outgoing.statusCode = url === "/refused" ? 401 : 200;
    outgoing.end(`${headers.authorization ?? "-"} as ${String(headers["impersonate-user"])}`);
  });
  const { host, stop } = await listen(server);
  cleanUp.push(stop);
  let count = 0;
  return {
    applied: () => count,
    config: {
      getCurrentCluster: () => ({ server: `https://${host}`, tlsServerName: "crdgen.test" }),
      getCurrentContext: () => "here",
      getContextObject: (name) => (name === "here" ? { namespace: "team-a" } : null),
      applyToHTTPSOptions(options) {
        count++;
        apply(Object.assign(options, { ca: Buffer.from(cert) })); // now it has members
        return Promise.resolve();
      },
    },
  };
}

async function ask(config: ClientNodeConfig, paths: readonly string[]): Promise<string[]> {
  const transport = fromClientNode(config);
  cleanUp.push(() => {
    transport.close();
  });
  expect(transport.defaultNamespace).toBe("team-a");
  const answers: string[] = [];
  for (const path of paths) {
    const response = await transport.send({ method: "GET", path, headers: [] });
    answers.push(await response.text());
    if (vi.isFakeTimers()) vi.advanceTimersByTime(4_000);
  }
  return answers;
}

it("sends the headers of the KubeConfig, and asks for new ones after ten seconds or a 401", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  let token = 0;
  const { config, applied } = await configOf((options) => {
    options["headers"] = { Authorization: `Bearer ${++token}`, "Impersonate-User": "bob" };
  });
  const paths = ["/", "/", "/", "/", "/refused", "/"];
  expect(await ask(config, paths)).toEqual(
    [1, 1, 1, 2, 2, 3].map((number) => `Bearer ${number} as bob`),
  );
  expect(applied()).toBe(3);
});

it("sends a name and a password", async () => {
  const { config } = await configOf((options) => {
    options["auth"] = "me:a:b";
  });
  expect(await ask(config, ["/"])).toEqual([`Basic ${btoa("me:a:b")} as undefined`]);
});

it("goes on after a failure of the KubeConfig", async () => {
  let failures = 0;
  const { config } = await configOf(() => {
    if (failures++ === 0) throw new Error("no token yet");
  });
  await expect(ask(config, ["/"])).rejects.toThrow("no token yet");
  expect(await ask(config, ["/"])).toEqual(["- as undefined"]);
});

it("needs a cluster", async () => {
  const { config } = await configOf(() => undefined);
  expect(() => fromClientNode({ ...config, getCurrentCluster: () => null })).toThrow(
    "the KubeConfig has no current cluster",
  );
});
