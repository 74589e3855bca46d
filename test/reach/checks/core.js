// Checks of everything that needs no Node.js, on whatever transport the kit makes.
import { equal, errorOf, hold, pause, until } from "./check.js";

/** A valid object. */
export function cronTab(name, spec = {}) {
  return {
    apiVersion: "stable.example.com/v1",
    kind: "CronTab",
    metadata: { name },
    spec: { cronSpec: "* * * * *", image: "a:1", ...spec },
  };
}

let namespaces = 0;

/** A client with a namespace of its own. */
function clientOf({ CronTabClient, transport, run }, ...middlewares) {
  const namespace = `${run}-${++namespaces}`;
  const door = middlewares.length === 0 ? transport() : middlewares[0](transport());
  return new CronTabClient(door, { namespace, fieldManager: "reach" });
}

/** A client whose server answers oddly. */
function oddClient({ CronTabClient, transport }, name, options) {
  return new CronTabClient(transport({ prefix: `/odd/${name}` }), options);
}

async function names(client) {
  return (await client.list()).items.map(({ metadata }) => metadata.name);
}

export const coreChecks = [
  {
    name: "create, get, update, delete, and their errors",
    async run(kit) {
      const client = clientOf(kit);
      const made = await client.create(cronTab("a"));
      equal((await client.get("a")).metadata.uid, made.metadata.uid);
      hold(kit.isAlreadyExists(await errorOf(client.create(cronTab("a")))), "AlreadyExists");
      await client.update({ ...made, spec: { ...made.spec, replicas: 3 } });
      hold(kit.isConflict(await errorOf(client.update(made))), "Conflict");
      await client.delete("a");
      const missing = await errorOf(client.get("a"));
      hold(kit.isNotFound(missing) && missing instanceof kit.ApiError, "NotFound");
      equal(await client.exists("a"), false);
    },
  },
  {
    name: "patch, apply, status, modify, createOrUpdate",
    async run(kit) {
      const client = clientOf(kit);
      await client.apply(cronTab("a"));
      await client.patch("a", { merge: { spec: { replicas: 2 } } });
      const read = await client.get("a");
      equal(read.spec.replicas, 2);
      await client.status.update({ ...read, status: { replicas: 1 } });
      const changed = await client.modify("a", (object) => {
        object.spec.replicas = 4;
      });
      equal([changed.spec.replicas, changed.status.replicas], [4, 1]);
      await kit.createOrUpdate(client, cronTab("b"));
      equal(await names(client), ["a", "b"]);
    },
  },
  {
    name: "lists, pages and selectors",
    async run(kit) {
      const client = clientOf(kit);
      for (let number = 0; number < 25; number++) {
        const { metadata, ...rest } = cronTab(`c-${String(number).padStart(2, "0")}`);
        const labels = { app: number % 2 === 0 ? "even" : "odd" };
        await client.create({ ...rest, metadata: { ...metadata, labels } });
      }
      let count = 0;
      for await (const object of client.listAll({ limit: 10 }))
        count += object.spec === null ? 0 : 1;
      equal(count, 25);
      equal((await client.list({ labelSelector: { app: "odd" } })).items.length, 12);
      await client.deleteCollection({ labelSelector: { app: "odd" } });
      equal((await names(client)).length, 13);
      const accident = await errorOf(client.deleteCollection({ labelSelector: undefined }));
      hold(accident instanceof TypeError, "a selector that is undefined");
    },
  },
  {
    name: "watches that are read, left and ended",
    async run(kit) {
      const client = clientOf(kit);
      await client.create(cronTab("a"));
      const seen = [];
      for await (const { type, object } of client.watch()) {
        seen.push(`${type} ${object.metadata.name}`);
        if (seen.length === 1) await client.create(cronTab("b"));
        if (seen.length === 2) await client.delete("a");
        if (seen.length === 3) break;
      }
      equal(seen, ["ADDED a", "ADDED b", "DELETED a"]);
      const ended = client.watch();
      equal((await ended.next()).value.object.metadata.name, "b");
      const last = ended.next();
      await pause(20);
      await kit.control("end-watches");
      equal((await last).done, true);
      const broken = client.watch();
      await broken.next();
      const fault = errorOf(broken.next());
      await pause(20);
      await kit.control("reset-watches");
      hold(kit.isTransportError(await fault), `a TransportError, not ${await fault}`);
      const controller = new AbortController();
      const aborted = client.watch({ signal: controller.signal });
      await aborted.next();
      const reason = errorOf(aborted.next());
      await pause(20);
      controller.abort(new Error("enough"));
      equal((await reason).message, "enough");
    },
  },
  {
    name: "waitFor",
    async run(kit) {
      const client = clientOf(kit);
      const ready = kit.waitFor(client, "a", ({ spec }) => spec.replicas === 3);
      await client.create(cronTab("a"));
      await pause(30);
      await client.patch("a", { merge: { spec: { replicas: 3 } } });
      equal((await ready).spec.replicas, 3);
      const gone = kit.waitFor(client, "a", "deleted");
      await pause(30);
      await client.delete("a");
      await gone;
      const late = await errorOf(kit.waitFor(client, "a", () => true, { timeout: 50 }));
      hold(kit.isTimeoutError(late) && /does not exist/.test(late.message), String(late));
    },
  },
  {
    name: "signals and time limits, before and within the answer",
    async run(kit) {
      for (const place of ["silent", "hung"]) {
        const client = oddClient(kit, place);
        const late = await errorOf(client.get("a", { timeout: 100 }));
        hold(kit.isTimeoutError(late), `a TimeoutError, not ${late}`);
        const controller = new AbortController();
        const call = errorOf(client.get("a", { signal: controller.signal }));
        await pause(50);
        controller.abort("not needed");
        equal(await call, "not needed");
        equal(await errorOf(client.get("a", { signal: AbortSignal.abort("never") })), "never");
      }
    },
  },
  {
    name: "answers that make no sense",
    async run(kit) {
      const html = await errorOf(oddClient(kit, "html").get("a"));
      hold(kit.isTransportError(html) && /not JSON.*Sign in/.test(html.message), String(html));
      const broken = await errorOf(oddClient(kit, "broken").get("a"));
      hold(kit.isTransportError(broken), `a TransportError, not ${broken}`);
      const elsewhere = await errorOf(oddClient(kit, "elsewhere").get("a"));
      hold(!(elsewhere instanceof TypeError), `an error of the runtime's own, not ${elsewhere}`);
    },
  },
  {
    name: "no server at all",
    async run(kit) {
      const client = new kit.CronTabClient(kit.transport({ origin: kit.closed }));
      const error = await errorOf(client.get("a"));
      hold(kit.isTransportError(error) && /^GET \/apis\//.test(error.message), String(error));
      if (kit.hasCodes) equal(error.code, "ECONNREFUSED");
    },
  },
  {
    name: "characters that were cut, compressed bodies, large ones",
    async run(kit) {
      const text = "ä€😀".repeat(2_000);
      equal((await oddClient(kit, "pieces").get("a")).spec.image === text, true);
      equal((await oddClient(kit, "gzip").get("a")).spec.image === text, true);
      equal((await oddClient(kit, "large").get("a")).spec.image.length, 5_000_000);
    },
  },
  {
    name: "warnings in UTF-8",
    async run(kit) {
      const texts = [];
      const onWarning = (text) => texts.push(text);
      await oddClient(kit, "warning", { onWarning }).get("a");
      equal(texts, ['unknown field "spec.größe"', "two"]);
    },
  },
  {
    name: "tokens, asked for once by many",
    async run(kit) {
      let asked = 0;
      const token = async () => {
        asked++;
        await pause(20);
        return "secret";
      };
      const client = new kit.CronTabClient(kit.transport({ prefix: "/odd/echo", token }));
      const answers = await Promise.all(Array.from({ length: 20 }, () => client.get("a")));
      hold(
        answers.every(({ spec }) => spec.headers.authorization === "Bearer secret"),
        "the token is sent",
      );
      equal(asked, 1);
    },
  },
  {
    name: "retry after 503, for creations too",
    async run(kit) {
      const door = kit.transport({ prefix: `/odd/flaky-${kit.run}` });
      const attempts = [];
      const retry = kit.retry({ onRetry: ({ attempt }) => attempts.push(attempt) });
      const namespace = `${kit.run}-flaky`;
      const client = new kit.CronTabClient(kit.withMiddleware(door, retry), { namespace });
      equal((await client.create(cronTab("a"))).metadata.name, "a");
      equal(attempts, [2, 3]);
    },
  },
  {
    // Chromium opens six connections to a server, of which the watches take two.
    name: "no more than 16 requests at a time, besides watches",
    async run(kit) {
      const client = clientOf(kit);
      await client.create(cronTab("a"));
      const watches = [1, 2].map(() => client.watch());
      await Promise.all(watches.map((watch) => watch.next()));
      await kit.control("figures");
      const slow = oddClient(kit, "slow");
      await Promise.all(Array.from({ length: 100 }, () => slow.get("a")));
      const { most } = await kit.control("figures");
      await Promise.all(watches.map((watch) => watch.return()));
      hold(most >= 4 && most <= 16, `${most} at a time`);
    },
  },
  {
    name: "validation, defaults and rules",
    async run(kit) {
      const bad = cronTab("a", { replicas: 6 });
      const [error] = kit.validateCronTab(bad);
      hold(/more than 5 replicas/.test(error.message ?? error.detail), JSON.stringify(error));
      const client = clientOf(kit, (door) => door);
      const refused = await errorOf(kit.validated(client, kit.admitCronTab).create(bad));
      hold(kit.isApiError(refused) && refused.code === 422, String(refused));
      equal(await names(client), []);
    },
  },
  {
    name: "an informer, through resets, deletions that it missed and 410",
    async run(kit) {
      const client = clientOf(kit);
      await client.create(cronTab("a"));
      await client.create(cronTab("b"));
      const events = [];
      const informer = new kit.Informer(client, { onError: () => undefined });
      informer.on({
        added: ({ metadata }) => events.push(`+${metadata.name}`),
        deleted: ({ metadata }) => events.push(`-${metadata.name}`),
      });
      informer.start();
      await informer.synced({ timeout: 5_000 });
      equal(informer.list().length, 2);
      await client.create(cronTab("c"));
      await until(() => informer.list().length === 3, "c is in the cache");
      await kit.control("reset-watches");
      await client.delete("a");
      await until(() => informer.list().length === 2, "a is out of the cache");
      await client.create(cronTab("d"));
      await until(() => informer.list().length === 3, "d is in the cache");
      await client.delete("d");
      await kit.control("expire");
      await kit.control("end-watches");
      await client.create(cronTab("e"));
      await until(() => events.includes("+e"), "e is in the cache");
      await informer.stop();
      equal(events.join(" "), "+a +b +c -a +d -d +e");
    },
  },
  {
    name: "a controller with a finalizer, failures, a leader and events",
    async run(kit) {
      const client = clientOf(kit);
      const done = [];
      const door = kit.transport();
      const { namespace } = await client.create(cronTab("a")).then(({ metadata }) => metadata);
      const recorder = new kit.EventRecorder({ transport: door, controller: "example.com/reach" });
      const controller = new kit.Controller(client, {
        finalizer: "example.com/reach",
        onError: () => undefined,
        leaderElection: { transport: door, name: "reach", namespace },
        reconcile(object, { failures }) {
          if (failures === 0) throw new Error("not yet");
          done.push(object.metadata.name);
          recorder.record(object, { type: "Normal", reason: "Done", note: "done" });
        },
        cleanup: ({ metadata }) => {
          done.push(`-${metadata.name}`);
        },
      });
      const running = controller.run();
      await until(() => done.includes("a"), "a is reconciled");
      const { metadata } = await client.get("a");
      equal(metadata.finalizers, ["example.com/reach"]);
      await client.delete("a");
      await until(async () => !(await client.exists("a")), "a is gone");
      hold(done.includes("-a"), "a is cleaned up");
      await controller.stop();
      await running;
      await recorder.flush();
      const definition = kit.defineResource({
        group: "events.k8s.io",
        version: "v1",
        kind: "Event",
        plural: "events",
        scope: "Namespaced",
      });
      const events = new kit.ResourceClient(definition, door, { namespace });
      await until(async () => (await events.list()).items.length > 0, "the event is there");
      equal((await events.list()).items[0].reason, "Done");
    },
  },
  {
    name: "webhooks as functions",
    async run(kit) {
      const handler = kit.admissionHandler({
        mutate({ object }) {
          object.spec.image = "b:1";
        },
      });
      const request = {
        uid: "1",
        operation: "CREATE",
        kind: {},
        resource: {},
        object: cronTab("a"),
      };
      const review = { apiVersion: "admission.k8s.io/v1", kind: "AdmissionReview", request };
      const text = () => Promise.resolve(JSON.stringify(review));
      const { body } = await handler({ method: "POST", text });
      const { response } = JSON.parse(body);
      equal(JSON.parse(atob(response.patch))[0].path, "/spec/image");
    },
  },
];
