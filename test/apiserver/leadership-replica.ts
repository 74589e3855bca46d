import { appendFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { ResourceClient } from "../../src/runtime/v1/client/resource-client.js";
import { withMiddleware } from "../../src/runtime/v1/client/transport.js";
import { Manager } from "../../src/runtime/v1/manager.js";
import { fromKubeconfig } from "../../src/runtime/v1/node.js";
import type { GadgetTypes } from "./fixtures.js";
import { gadget, planet } from "./fixtures.js";
import { leadershipTimes } from "./leadership-runs.js";

/**
 * A program: one replica of an operator with two controllers, which writes down what it does with
 * which object, and when. Its arguments are the path of a kubeconfig, its name and the file.
 */
const [, , path, name = "", file = ""] = process.argv;
const transport = await fromKubeconfig({ path });
const manager = new Manager({
  transport: withMiddleware(transport, (next) => (request) => {
    // What goes out, in contrast to what was meant to: the transport asks the signal too.
    if (request.method === "PATCH" && request.signal?.aborted !== true) {
      say("writes", request.path.replace(/^.*\/(\w+\/[\w-]+)$/, "$1"));
    }
    return next(request);
  }),
  leaderElection: {
    name: "leadership",
    namespace: "default",
    identity: name,
    ...leadershipTimes,
    onChange: ({ to }) => {
      say(to, "-");
    },
  },
  logger: { info: drop, warn: drop, error: drop },
  gracePeriod: 500,
});

/** At once: a process that is killed must have said what it has begun. */
function say(what: string, object: string): void {
  appendFileSync(file, `${Date.now()} ${name} ${what} ${object}\n`);
}

function drop(): void {
  // What counts is written by `say`.
}

for (const definition of [gadget, planet]) {
  const client = new ResourceClient<GadgetTypes>(definition, manager.transport);
  const resource = definition.plural;
  manager.controller(client, {
    concurrency: 3,
    async reconcile({ metadata }, { signal }) {
      const object = `${resource}/${metadata.name}`;
      say("began", object);
      try {
        await sleep(10 + Math.random() * 60, undefined, { signal });
        const annotations = { by: name };
        await client.patch(metadata.name, { merge: { metadata: { annotations } } }, { signal });
        await sleep(Math.random() * 30, undefined, { signal });
      } finally {
        say("ended", object);
      }
      return { requeueAfter: 20 };
    },
  });
}

say("started", "-");
await manager.run();
say("stopped", "-");
transport.close();
