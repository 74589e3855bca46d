import { appendFileSync } from "node:fs";
import { afterAll, beforeAll, expect, it } from "vitest";
import { nodeTransport } from "../../src/runtime/v1/node.js";
import { Random } from "../support/random.js";
import type { RightsRequest, RightsSender } from "./rights-grammar.js";
import { requestFor, rightsOf } from "./rights-grammar.js";
import type { RightsServer } from "./rights-server.js";
import { serveRights } from "./rights-server.js";
import { crdPath, installCrd } from "./server.js";
import { fuzzSettings } from "./settings.js";
import { cronTabCrd } from "./two-clusters.js";
import type { MaskedAnswer } from "./two-servers.js";
import { Twin } from "./two-servers.js";
import { describeWholeCluster } from "./whole-cluster.js";

/** A file to which differences are added, as lines of JSON. */
const report = process.env["WHOLE_REPORT"];
const { count, seed } = fuzzSettings("RIGHTS", 20);
/** Requests for each set of rights. */
const perEpisode = 25;

/** Where a server listens, and whom it shows its certificate to. */
interface Address {
  readonly url: string;
  readonly ca: string;
}

/** Sends requests in the names of many. */
class Senders {
  readonly #address: Address;

  constructor(address: Address) {
    this.#address = address;
  }

  async ask(request: RightsRequest): Promise<MaskedAnswer> {
    const transport = nodeTransport({
      baseUrl: this.#address.url,
      ca: this.#address.ca,
      ...credentials(request.sender),
    });
    try {
      return await new Twin(transport).ask(request);
    } finally {
      transport.close();
    }
  }
}

/** Takes the rights of an episode away from both, as they would hold in the next one too. */
async function forget(server: Senders, namespace: string): Promise<void> {
  const sender = { token: "admin" } as const;
  for (const plural of ["clusterrolebindings", "clusterroles"]) {
    const path = `/apis/rbac.authorization.k8s.io/v1/${plural}`;
    const { body } = await server.ask({ method: "GET", path, sender });
    const { items } = body as { items: { metadata: { name: string } }[] }; // of a list
    for (const { metadata } of items) {
      if (!metadata.name.startsWith(`${namespace}-`)) continue;
      await server.ask({ method: "DELETE", path: `${path}/${metadata.name}`, sender });
    }
  }
}

function credentials({ token, as }: RightsSender): Partial<Parameters<typeof nodeTransport>[0]> {
  return {
    ...(token !== "none" && { token: `${token}-token` }),
    ...(as !== undefined && { impersonate: as }),
  };
}

/** A role or a binding of a list. */
interface RoleObject {
  readonly metadata: { readonly name: string; readonly managedFields?: unknown };
  readonly aggregationRule?: unknown;
  readonly rules?: unknown;
}

/** The rules that ClusterRoles gather of others are a controller's, which does not run there. */
function withoutGathered({ rules, ...role }: RoleObject): object {
  if (role.aggregationRule === undefined) return { rules, ...role };
  return { ...role, metadata: { ...role.metadata, managedFields: undefined } };
}

/** The status of a SelfSubjectRulesReview. */
interface RulesStatus {
  readonly resourceRules: readonly unknown[];
  readonly nonResourceRules: readonly unknown[];
}

/**
 * What documents say of a server is not about rights; of several bindings that allow something, or
 * that name no role, the server names one, or all, in any order.
 */
function compared({ path }: RightsRequest, answer: MaskedAnswer): string {
  const isDocument = documents.test(path) && answer.code === 200;
  const text = JSON.stringify(isDocument ? answer.code : answer);
  return text
    .replace(/RBAC: allowed by (?:[^"\\]|\\.)*/, () => "RBAC: allowed")
    .replace(/RBAC: \[(.*?)\]/, (_, list: string) => `RBAC: ${list.split(", ").sort().join()}`);
}

const documents = /^\/(?:api|apis|version|openapi\/v2|metrics)$/;

/**
 * The same rights and the same requests, made at random, in a whole cluster and in ours: who may do
 * what, and what those are told who may not.
 */
describeWholeCluster(
  "rights, as a whole Kubernetes asks for them",
  (cluster) => {
    let ours: RightsServer;
    beforeAll(async () => {
      ours = await serveRights([cronTabCrd]);
      await installCrd(cluster(), cronTabCrd);
    });
    afterAll(async () => {
      await cluster().request("DELETE", `${crdPath}/${cronTabCrd.metadata.name}`);
      await ours.close();
    });

    const kinds = ["clusterroles", "clusterrolebindings", "roles", "rolebindings"];

    it.each(kinds)("beginning with the same %s", async (plural) => {
      const path = `/apis/rbac.authorization.k8s.io/v1/${plural}`;
      const request = { method: "GET", path, sender: { token: "admin" } } as const;
      const [wanted, got] = await Promise.all(
        [cluster(), ours].map(async (server) => {
          const { body } = await new Senders(server).ask(request);
          const { items } = body as { items: RoleObject[] }; // of a list
          return items.map(withoutGathered);
        }),
      );
      expect(wanted?.length).toBeGreaterThan(5);
      expect(got).toEqual(wanted);
    });

    it("and the same rules, of everybody", async () => {
      const path = "/apis/authorization.k8s.io/v1/selfsubjectrulesreviews";
      const body = JSON.stringify({ spec: { namespace: "default" } });
      const request = { method: "POST", path, body, sender: { token: "alice" } } as const;
      const [wanted, got] = await Promise.all(
        [cluster(), ours].map(async (server) => {
          const answer = await new Senders(server).ask(request);
          const { status } = answer.body as { status: RulesStatus }; // of a review
          const { resourceRules, nonResourceRules, ...rest } = status;
          // They come in the order in which a cache has the bindings.
          const sorted = [resourceRules, nonResourceRules].map((rules) =>
            rules.map((rule) => JSON.stringify(rule)).sort(),
          );
          return { code: answer.code, rest, sorted };
        }),
      );
      expect(wanted?.sorted[0]?.length).toBeGreaterThan(0);
      expect(got).toEqual(wanted);
    });

    it(`of ${count} requests`, async () => {
      const theirs = new Senders(cluster());
      const own = new Senders(ours);
      const different: unknown[] = [];
      const refused = { all: 0, grants: 0 };
      for (let asked = 0; asked < count; asked += perEpisode) {
        const random = new Random(seed + asked);
        const namespace = `rights-${asked}-${Date.now().toString(36)}`;
        const given = rightsOf({ random, namespace });
        const about = Array.from({ length: perEpisode }, () => requestFor({ random, namespace }));
        for (const [index, request] of [...given, ...about].entries()) {
          const [wanted, got] = [await theirs.ask(request), await own.ask(request)];
          if (wanted.code === 403) refused.all++;
          if (JSON.stringify(wanted.body).includes("attempting to grant")) refused.grants++;
          // The server's authorizer hears of rights from a cache.
          if (request.method !== "GET") await new Promise((resolve) => setTimeout(resolve, 30));
          if (index === given.length - 1) await new Promise((resolve) => setTimeout(resolve, 300));
          if (compared(request, wanted) === compared(request, got)) continue;
          different.push(JSON.stringify({ request, theirs: wanted, ours: got }).slice(0, 3000));
          const line = JSON.stringify({ seed: seed + asked, request, theirs: wanted, ours: got });
          if (report !== undefined) appendFileSync(report, `${line}\n`);
        }
        await Promise.all([theirs, own].map((server) => forget(server, namespace)));
      }
      console.log(`${refused.all} refused, ${refused.grants} of them as grants`);
      expect(different).toEqual([]);
      // Otherwise it would say nothing.
      expect(refused.all).toBeGreaterThan(count / 10);
      expect(refused.all).toBeLessThan((count * 9) / 10);
    }, 600_000);
  },
  { controllers: false },
);
