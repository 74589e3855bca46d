import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { generate } from "../../src/index.js";
import type { Transport } from "../../src/runtime/v1/client/transport.js";
import { nodeTransport } from "../../src/runtime/v1/node.js";
import type { ResourceDefinition } from "../../src/runtime/v1/values/resource-definition.js";
import { isWhole } from "../support/scope.js";
import { hasShared } from "../support/shared.js";
import { chooseCorpusCases } from "./corpus.js";
import type { AnyClient, ValidObject } from "./exercise.js";
import { exercise } from "./exercise.js";
import { sampleObject } from "./sample-objects.js";
import type { ApiServer } from "./server.js";
import { describeApiServer, installCrd, removeCrd } from "./server.js";
import { toV1 } from "./v1beta1.js";

const root = join(import.meta.dirname, "../..");
const samples = join(root, "generated-samples");

describeApiServer("generated clients and a real API server", (server) => {
  // Within the repository, so that Node takes the files for modules.
  mkdirSync(join(root, ".cache"), { recursive: true });
  const folder = mkdtempSync(join(root, ".cache/generated-"));
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  describe("samples", () => {
    it.each(readdirSync(samples).filter((name) => existsSync(join(samples, name, "crd.yaml"))))(
      "%s",
      async (sample) => {
        const text = readFileSync(join(samples, sample, "crd.yaml"), "utf8");
        const clients = await generateClients(text, join(folder, sample));
        expect(clients).not.toEqual([]);
        const crd = toV1(parse(text));
        await installCrd(server(), crd);
        for (const { definition, Client } of clients) {
          const object = sampleObject(definition.group, definition.version, definition.kind);
          await exerciseWith(server(), Client, object);
        }
        await removeCrd(server(), crd.metadata.name);
      },
    );
  });

  describe("corpus", () => {
    if (!hasShared) {
      it("DID NOT RUN: the corpus is not there", () => {
        console.warn("generated clients: the corpus DID NOT RUN, ../shared is not there");
        if (process.env["CI"] === "true") throw new Error("../shared must be there in CI");
      });
      return;
    }
    it.concurrent.each(chooseCorpusCases(isWhole ? 40 : 20, "crdgen"))(
      "$name",
      async ({ name, crd, version, object }) => {
        const clients = await generateClients(JSON.stringify(crd), join(folder, name));
        const generated = clients.find(({ definition }) => definition.version === version);
        if (generated === undefined) throw new Error(`${version} was not generated`);
        await installCrd(server(), crd);
        await exerciseWith(server(), generated.Client, object);
        await removeCrd(server(), name);
      },
    );
  });
});

type ClientClass = new (transport: Transport, options?: object) => AnyClient;

interface Generated {
  readonly definition: ResourceDefinition;
  readonly Client: ClientClass;
}

/** The clients of all served versions: generated as JavaScript, written, and imported. */
async function generateClients(text: string, folder: string): Promise<readonly Generated[]> {
  const { files } = await generate({
    sources: [{ path: "crd.yaml", text }],
    parts: ["types", "client"],
    emit: "js",
    // What today's server refuses in v1beta1 may be generated all the same.
    allowInvalid: true,
  });
  for (const file of files) {
    const path = join(folder, file.path);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, file.text);
  }
  const modules = files.filter(
    ({ path }) => path.endsWith("/client.js") && !path.startsWith("runtime/"),
  );
  return Promise.all(modules.map(async ({ path }) => importClient(join(folder, path))));
}

async function importClient(path: string): Promise<Generated> {
  const module = (await import(/* @vite-ignore */ pathToFileURL(path).href)) as object;
  const values: unknown[] = Object.values(module);
  const definition = values.find((value) => typeof value === "object");
  const Client = values.find((value) => typeof value === "function");
  expect(values).toHaveLength(2);
  return { definition: definition as ResourceDefinition, Client: Client as ClientClass }; // all that client.js exports
}

async function exerciseWith(
  server: ApiServer,
  Client: ClientClass,
  object: ValidObject,
): Promise<void> {
  const options = { namespace: object.metadata.namespace ?? "default", onWarning: () => undefined };
  const { url, ca } = server;
  const unknown = nodeTransport({ baseUrl: url, ca, token: "unknown" });
  await exercise(new Client(server.transport, options), new Client(unknown, options), object);
  unknown.close();
}
