import { setTimeout as sleep } from "node:timers/promises";
import { ResourceClient } from "../../src/runtime/v1/client/resource-client.js";
import { Controller } from "../../src/runtime/v1/controller.js";
import { fromKubeconfig } from "../../src/runtime/v1/node.js";
import type { GadgetTypes } from "./fixtures.js";
import { gadget } from "./fixtures.js";

/**
 * A program: one replica of an operator, which prints what it begins and ends, and when. Its
 * arguments are the path of a kubeconfig and its identity.
 */
const [, , path, identity] = process.argv;
const transport = await fromKubeconfig({ path });

function say(what: string, name: string): void {
  process.stdout.write(`${what} ${name} ${Date.now()}\n`);
}

const controller = new Controller<GadgetTypes>(new ResourceClient(gadget, transport), {
  concurrency: 4,
  leaderElection: {
    ...{ transport, name: "replicas", namespace: "default", identity },
    ...{ leaseDuration: 3_000, renewDeadline: 2_000, retryPeriod: 400 },
  },
  async reconcile({ metadata: { name } }) {
    say("began", name);
    await sleep(20);
    say("ended", name);
    return { requeueAfter: 100 };
  },
});
const running = controller.run();
const timer = setInterval(() => {
  if (!controller.isReady()) return;
  clearInterval(timer);
  say("ready", "-");
}, 20);
await running;
