import { describe, expect, it } from "vitest";
import type { CollectedServer } from "../../../../src/runtime/v1/testing/garbage-collector.js";
import { GarbageCollector } from "../../../../src/runtime/v1/testing/garbage-collector.js";
import type { ServedResource } from "../../../../src/runtime/v1/testing/served-resource.js";
import type { ServedVersion } from "../../../../src/runtime/v1/testing/served-version.js";
import { Collection, VersionCounter } from "../../../../src/runtime/v1/testing/store.js";

/** A server with things that counts what its collector asks of it. */
class CountingServer implements CollectedServer {
  steps = 0;
  readonly #collection = new Collection(new VersionCounter(), 10);
  readonly collector = new GarbageCollector(this);
  /** As far as a collector looks at it. */
  readonly #resource = {
    group: "example.com",
    plural: "things",
    kind: "Thing",
    namespaced: true,
    collection: this.#collection,
  } as unknown as ServedResource;

  constructor() {
    this.#collection.listen(0, (change) => {
      this.collector.note("things.example.com", change);
    });
  }

  get size(): number {
    return this.#collection.size;
  }

  put(name: string, metadata: object = {}): void {
    const object = { metadata: { name, uid: `uid-${name}`, ...metadata } };
    this.#collection.put(`default/${name}`, () => ({
      text: JSON.stringify(object),
      version: {} as ServedVersion, // nobody looks at it
    }));
  }

  resource(): ServedResource {
    this.steps++;
    return this.#resource;
  }

  resourceOf(): ServedResource {
    this.steps++;
    return this.#resource;
  }

  remove({ revision }: { readonly revision: { readonly key: string } }): Promise<void> {
    this.steps++;
    this.#collection.remove(revision.key);
    return Promise.resolve();
  }

  patch(): Promise<void> {
    this.steps++;
    return Promise.resolve();
  }

  warn(): Promise<void> {
    this.steps++;
    return Promise.resolve();
  }
}

function ownedBy(...names: readonly string[]): object {
  const ownerReferences = names.map((name) => ({
    apiVersion: "example.com/v1",
    kind: "Thing",
    name,
    uid: `uid-${name}`,
  }));
  return { ownerReferences };
}

/** A server with one owner of so many objects, and an owner of each of so many others. */
async function serverWith(count: number): Promise<CountingServer> {
  const server = new CountingServer();
  server.put("all");
  for (let index = 0; index < count; index++) {
    server.put(`one-${index}`, ownedBy("all"));
    server.put(`owner-${index}`);
    server.put(`two-${index}`, ownedBy(`owner-${index}`));
  }
  await server.collector.work();
  server.steps = 0;
  return server;
}

async function stepsOf(server: CountingServer, change: () => void): Promise<number> {
  server.steps = 0;
  change();
  await server.collector.work();
  return server.steps;
}

describe("the garbage collector takes as many steps", () => {
  it("for one more object, however many there are", async () => {
    const [few, many] = [await serverWith(50), await serverWith(5000)];
    const add = (server: CountingServer) => (): void => {
      server.put("more", ownedBy("all"));
    };
    const steps = await stepsOf(few, add(few));
    expect(steps).toBeGreaterThan(0);
    expect(await stepsOf(many, add(many))).toBe(steps);
  });

  it("for the deletion of an owner of one, however many there are", async () => {
    const [few, many] = [await serverWith(50), await serverWith(5000)];
    const removeOwner = (server: CountingServer) => (): void => {
      void server.remove({ revision: { key: "default/owner-7" } });
    };
    const steps = await stepsOf(few, removeOwner(few));
    expect(few.size).toBe(1 + 3 * 50 - 2);
    expect(await stepsOf(many, removeOwner(many))).toBe(steps);
  });

  it("for each dependent of an owner that is deleted", async () => {
    const [few, many] = [await serverWith(500), await serverWith(1000)];
    const removeAll = (server: CountingServer) => (): void => {
      void server.remove({ revision: { key: "default/all" } });
    };
    const steps = await stepsOf(few, removeAll(few));
    expect(few.size).toBe(2 * 500);
    expect(await stepsOf(many, removeAll(many))).toBeLessThan(2 * steps + 2);
  });
});
