// The clients that are compared: each has the verbs that a case asks for.
import { once } from "node:events";
import https from "node:https";
import { certificate } from "./certificate.js";

const serverName = "crdgen.test";
const group = "stable.example.com";
const resource = {
  group,
  version: "v1",
  plural: "crontabs",
  namespace: "default",
};
const collection = `/apis/${group}/v1/namespaces/default/crontabs`;

/** `node:https` with connections that are kept: what a careful person writes by hand. */
function raw(baseUrl) {
  const agent = new https.Agent({ keepAlive: true, maxSockets: 16, ca: certificate });
  const open = async (path) => {
    const request = https.get(`${baseUrl}${path}`, { agent, servername: serverName });
    const [response] = await once(request, "response");
    return response;
  };
  const json = async (path) => {
    const chunks = [];
    for await (const chunk of await open(path)) chunks.push(chunk);
    return JSON.parse(Buffer.concat(chunks).toString("utf8"));
  };
  return {
    get: (name) => json(`${collection}/${name}`),
    async listAll(take) {
      for (let token = ""; token !== undefined;) {
        const { items, metadata } = await json(`${collection}?limit=500&continue=${token}`);
        for (const item of items) take(item);
        token = metadata.continue;
      }
    },
    /** Splitting and parsing alone. */
    async watch(events, take) {
      let rest = "";
      let left = events;
      const response = await open(`${collection}?watch=true`);
      response.setEncoding("utf8");
      for await (const chunk of response) {
        const lines = (rest + chunk).split("\n");
        rest = lines.pop();
        for (const line of lines) {
          take(JSON.parse(line));
          if (--left === 0) return;
        }
      }
    },
    close: () => agent.destroy(),
  };
}

async function crdgen(baseUrl) {
  const { defineResource, ResourceClient } = await import("../../dist/runtime/v1/index.js");
  const { nodeTransport } = await import("../../dist/runtime/v1/node.js");
  const transport = nodeTransport({ baseUrl, ca: certificate, tlsServerName: serverName });
  const definition = defineResource({ ...resource, kind: "CronTab", scope: "Namespaced" });
  const client = new ResourceClient(definition, transport, { namespace: "default" });
  return {
    client,
    get: (name) => client.get(name),
    async listAll(take) {
      for await (const item of client.listAll()) take(item);
    },
    async watch(events, take) {
      let left = events;
      for await (const event of client.watch()) {
        take(event);
        if (--left === 0) return;
      }
    },
    async informer(onSynced) {
      const { Informer } = await import("../../dist/runtime/v1/informer.js");
      const informer = new Informer(client);
      informer.start();
      await informer.synced();
      onSynced(informer.list().length);
      await informer.stop();
    },
    close: () => transport.close(),
  };
}

async function clientNode(baseUrl) {
  const k8s = await import("@kubernetes/client-node");
  const config = new k8s.KubeConfig();
  config.loadFromOptions({
    clusters: [
      {
        name: "bench",
        server: baseUrl,
        caData: Buffer.from(certificate).toString("base64"),
        tlsServerName: serverName,
      },
    ],
    users: [{ name: "bench" }],
    contexts: [{ name: "bench", cluster: "bench", user: "bench" }],
    currentContext: "bench",
  });
  const api = config.makeApiClient(k8s.CustomObjectsApi);
  return {
    get: (name) => api.getNamespacedCustomObject({ ...resource, name }),
    async listAll(take) {
      for (let token; ;) {
        const request = { ...resource, limit: 500, _continue: token };
        const { items, metadata } = await api.listNamespacedCustomObject(request);
        for (const item of items) take(item);
        token = metadata.continue;
        if (token === undefined) return;
      }
    },
    watch: (events, take) =>
      new Promise((resolve, reject) => {
        let left = events;
        let request;
        const onEvent = (_type, _object, event) => {
          take(event);
          if (--left > 0) return;
          resolve();
          void request?.then((controller) => controller.abort());
        };
        request = new k8s.Watch(config).watch(collection, {}, onEvent, (error) => {
          if (left > 0) reject(error);
        });
      }),
    async informer(onSynced) {
      const informer = k8s.makeInformer(config, collection, () =>
        api.listNamespacedCustomObject(resource),
      );
      await informer.start();
      onSynced(informer.list().length);
      await informer.stop();
    },
    close: () => undefined,
  };
}

export const contenders = { raw, crdgen, "client-node": clientNode };
