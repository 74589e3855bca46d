import { afterEach, beforeEach, expect, it } from "vitest";
import type { ControllerOptions } from "../../../../../src/runtime/v1/controller.js";
import { Controller } from "../../../../../src/runtime/v1/controller.js";
import type { ResourceDefinition, ResourceTypes } from "../../../../../src/runtime/v1/index.js";
import { defineResource, ResourceClient } from "../../../../../src/runtime/v1/index.js";
import type { NodeTransport } from "../../../../../src/runtime/v1/node.js";
import { nodeTransport } from "../../../../../src/runtime/v1/node.js";
import type { ReconcileError } from "../../../../../src/runtime/v1/operators/controller/reconcile-error.js";
import type { Kept } from "../../../../support/fault-server.js";
import { FaultServer } from "../../../../support/fault-server.js";

interface BoatTypes extends ResourceTypes {
  readonly scope: "Namespaced";
  readonly read: Kept;
}

const definition: ResourceDefinition = defineResource({
  group: "example.com",
  version: "v1",
  kind: "Boat",
  plural: "boats",
  scope: "Namespaced",
});

let server: FaultServer;
let transport: NodeTransport;
let controller: Controller<BoatTypes> | undefined;

beforeEach(async () => {
  server = new FaultServer();
  transport = nodeTransport({ baseUrl: await server.start() });
});

afterEach(async () => {
  await controller?.stop();
  transport.close();
  server.stop();
});

/** Runs with the object `bad`, for which the reconcile is wrong, and then `good`. */
function run(wrong: (object: Kept) => unknown): {
  readonly errors: ReconcileError[];
  readonly seen: string[];
} {
  const errors: ReconcileError[] = [];
  const seen: string[] = [];
  const options: ControllerOptions<BoatTypes> = {
    stuckAfter: 200,
    gracePeriod: 50,
    rateLimit: { baseDelay: 60_000 },
    reconcile: (object) => {
      seen.push(object.metadata.name);
      return object.metadata.name === "bad" ? (wrong(object) as undefined) : undefined; // odd
    },
    onError: (error) => errors.push(error),
  };
  server.put("bad", "1");
  controller = new Controller(new ResourceClient<BoatTypes>(definition, transport), options);
  void controller.run();
  return { errors, seen };
}

async function until(holds: () => boolean): Promise<void> {
  const end = Date.now() + 5_000;
  while (!holds() && Date.now() < end) await new Promise((resolve) => setTimeout(resolve, 5));
}

const circular: { self?: object } = {};
circular.self = circular;
const unreadable = Object.defineProperty(new Error(), "message", {
  get() {
    throw new Error("not even a message");
  },
});

function thrower(value: unknown): () => never {
  return () => {
    throw value;
  };
}

it.each<[string, (object: Kept) => unknown, RegExp]>([
  ["never settles", () => new Promise(() => undefined), /reconcile has not settled for 200 ms/],
  ["throws nothing", thrower(undefined), /reconcile failed \(next/],
  ["throws null", thrower(null), /failed: not an Error: null/],
  ["throws a text", thrower("no"), /failed: not an Error: no/],
  ["throws a symbol", thrower(Symbol("no")), /failed: not an Error: Symbol\(no\)/],
  ["throws an object", thrower({ code: 5 }), /failed: not an Error: {"code":5}/],
  ["throws what is no JSON", thrower(circular), /failed: not an Error: .*"self":"…"/],
  ["throws an error that cannot be read", thrower(unreadable), /failed: an unreadable object/],
  ["gives what throws when it is awaited", () => ({ then: thrower("late") }), /Error: late/],
  ["asks for a text", () => ({ requeueAfter: "5" }), /requeueAfter must be milliseconds .*"5"/],
  ["asks for a negative time", () => ({ requeueAfter: -1 }), /requeueAfter must be .*-1/],
  ["changes the cached object", (o) => ((o.spec as { text: string }).text = "x"), /read only/],
  ["adds to the cached object", (o) => ((o.metadata as { labels?: object }).labels = {}), /extensible/],
])("a reconcile that %s is reported with the key, and the loop goes on", async (_, wrong, text) => {
  const { errors, seen } = run(wrong);
  await until(() => errors.length > 0);
  expect(errors.map(({ key }) => key)).toEqual([{ name: "bad", namespace: "default" }]);
  expect(errors[0]?.message).toMatch(text);
  server.put("good", "1");
  await until(() => seen.includes("good"));
  // Where it never settles, it has taken the only place there is.
  expect(seen).toEqual(["bad", "good"]);
}); // prettier-ignore

it("a reconcile that settles late takes up its place again", async () => {
  let end = (): void => undefined;
  const late = new Promise<void>((resolve) => {
    end = resolve;
  });
  const { errors, seen } = run(() => late);
  await until(() => errors.length > 0);
  expect(controller?.metrics()).toMatchObject({ active: 1, stuck: 1 });
  end();
  await until(() => controller?.metrics().active === 0);
  expect(controller?.metrics()).toMatchObject({ active: 0, stuck: 0, succeeded: 1 });
  server.put("bad", "2");
  await until(() => seen.length === 2);
  expect(seen).toEqual(["bad", "bad"]);
});
