import { beforeAll, expect, it } from "vitest";
import { MeteredTransport } from "../../../src/cli/serve/metered-transport.js";
import type { TransportResponse } from "../../../src/runtime/v1/client/transport.js";
import { newestMinor } from "../../../src/runtime/v1/values/kubernetes-version.js";
import { Cluster } from "../../../src/server/cluster.js";

let metered: MeteredTransport;
beforeAll(async () => {
  metered = new MeteredTransport(await Cluster.create({ minor: newestMinor, namespaces: true }));
});

const maps = "/api/v1/namespaces/default/configmaps";

async function ask(
  method: string,
  path: string,
  { query, body, type = "application/json" }: { query?: string; body?: object; type?: string } = {},
): Promise<TransportResponse> {
  const headers: [string, string][] = [["content-type", type]];
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  const response = await metered.send({ method, path, headers, query, ...sent });
  response.close();
  return response;
}

function counted(text: string): readonly string[] {
  const prefix = "apiserver_request_total{";
  return text.split("\n").filter((line) => line.startsWith(prefix)).map((line) => line.slice(prefix.length)); // prettier-ignore
}

it("requests to resources are counted by what they were, and begin anew when asked", async () => {
  await ask("POST", maps, { body: { metadata: { name: "a" } } });
  await ask("POST", maps, { body: { metadata: { name: "b" } }, query: "dryRun=All" });
  const configuration = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "a" } };
  const type = "application/apply-patch+yaml";
  await ask("PATCH", `${maps}/a`, { body: configuration, type, query: "fieldManager=me" });
  await ask("GET", `${maps}/a`);
  await ask("GET", `${maps}/none`);
  await ask("GET", maps);
  await ask("GET", maps);
  await ask("GET", "/api/v1/configmaps", { query: "watch=1&timeoutSeconds=1" });
  await ask("DELETE", maps, { query: "dryRun=None" });
  const unserved = ["/api/v1/nothings", `${maps}/a/nothing`, "/apis/none.example.com/v1/things"];
  for (const path of ["/version", "/healthz", ...unserved, "/%"]) await ask("GET", path);
  await ask("HEAD", `${maps}/none`);
  const answer = await ask("GET", "/metrics");
  expect(answer.status).toBe(200);
  expect(answer.header("content-type")).toBe(
    "text/plain; version=0.0.4; charset=utf-8; escaping=underscores",
  );
  const text = await answer.text();
  const label = (code: number, dry: string, scope: string, verb: string, count = 1): string =>
    `code="${code}",component="apiserver",dry_run="${dry}",group="",resource="configmaps",scope="${scope}",subresource="",verb="${verb}",version="v1"} ${count}`;
  expect(counted(text)).toEqual([
    label(200, "", "cluster", "WATCH"),
    label(200, "", "namespace", "LIST", 2),
    label(200, "", "resource", "APPLY"),
    label(200, "", "resource", "GET"),
    label(201, "", "resource", "POST"),
    label(201, "All", "resource", "POST"),
    label(404, "", "resource", "GET"),
    label(422, "invalid", "namespace", "DELETE"),
  ]);
  expect(text).toMatch(
    /^# HELP apiserver_request_total \[STABLE\] .*\n# TYPE apiserver_request_total counter\n/,
  );
  expect(text).toMatch(/\n# TYPE process_start_time_seconds gauge\nprocess_start_time_seconds \d+/);
  expect(await (await ask("HEAD", "/metrics")).text()).toBe("");
  expect(await (await ask("DELETE", "/metrics")).text()).toBe("metrics reset\n");
  expect(counted(await (await ask("POST", "/metrics")).text())).toEqual([]);
});
