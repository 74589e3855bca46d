// A server of custom resources on TLS for the benchmarks of clients, in a process of its own:
// objects of 2 KB, lists in pages, watches that send as many events as they are asked for.
import { createServer } from "node:https";
import { certificate, privateKey } from "./certificate.js";

const path = "/apis/stable.example.com/v1/namespaces/default/crontabs";
const fieldNames = Array.from({ length: 24 }, (_, index) => `field${index}`);
const ownFields = Object.fromEntries(fieldNames.map((name) => [`f:${name}`, {}]));

/** An object of about 2 KB, with managed fields as the API server writes them. */
function objectAt(index, version) {
  return {
    apiVersion: "stable.example.com/v1",
    kind: "CronTab",
    metadata: {
      name: nameAt(index),
      namespace: "default",
      uid: `00000000-0000-4000-8000-${String(index).padStart(12, "0")}`,
      resourceVersion: String(version),
      generation: 1,
      creationTimestamp: "2026-01-01T00:00:00Z",
      labels: { app: `app-${index % 10}` },
      managedFields: [
        {
          manager: "bench",
          operation: "Update",
          apiVersion: "stable.example.com/v1",
          time: "2026-01-01T00:00:00Z",
          fieldsType: "FieldsV1",
          fieldsV1: {
            "f:spec": { ".": {}, "f:cronSpec": {}, "f:replicas": {}, "f:env": ownFields },
          },
        },
      ],
    },
    spec: {
      cronSpec: "* * * * */5",
      replicas: version % 7,
      env: fieldNames.map((name) => ({ name, value: `value-of-${name}-${index}` })),
    },
  };
}

function nameAt(index) {
  return `crontab-${String(index).padStart(6, "0")}`;
}

const firstVersion = 1_000_000;
const page = new Map();

/** The texts of all objects of a collection, made once. */
function textsOf(count) {
  let texts = page.get(count);
  if (texts === undefined) {
    texts = Array.from({ length: count }, (_, at) => JSON.stringify(objectAt(at, firstVersion)));
    page.set(count, texts);
  }
  return texts;
}

function list(response, count, query) {
  const from = Number(query.get("continue") ?? 0);
  const limit = Number(query.get("limit") ?? 0) || count;
  const items = textsOf(count).slice(from, from + limit);
  const next = from + limit < count ? `,"continue":"${from + limit}"` : "";
  response.setHeader("content-type", "application/json");
  response.end(
    `{"apiVersion":"stable.example.com/v1","kind":"CronTabList","metadata":{"resourceVersion":"${firstVersion}"${next}},"items":[${items.join(",")}]}`,
  );
}

/** Sends MODIFIED events in batches, as fast as they are read, and then nothing. */
async function watch(response, objects, events, isInitial) {
  response.setHeader("content-type", "application/json");
  response.flushHeaders();
  if (isInitial) await initialEvents(response, objects);
  for (let sent = 0; sent < events;) {
    let text = "";
    for (let batch = 0; batch < 50 && sent < events; batch++, sent++) {
      const object = objectAt(sent % objects, firstVersion + 1 + sent);
      text += `{"type":"MODIFIED","object":${JSON.stringify(object)}}\n`;
    }
    if (!response.write(text)) await new Promise((resolve) => response.once("drain", resolve));
  }
}

/** A streaming list: all objects, and the mark that ends it. */
async function initialEvents(response, objects) {
  const texts = textsOf(objects);
  for (let from = 0; from < texts.length; from += 50) {
    const batch = texts.slice(from, from + 50);
    const text = batch.map((object) => `{"type":"ADDED","object":${object}}\n`).join("");
    if (!response.write(text)) await new Promise((resolve) => response.once("drain", resolve));
  }
  const annotations = { "k8s.io/initial-events-end": "true" };
  const metadata = { resourceVersion: String(firstVersion), annotations };
  response.write(
    `${JSON.stringify({ type: "BOOKMARK", object: { kind: "CronTab", metadata } })}\n`,
  );
}

// `objects` and `events` of a collection stand in its name: /of-10000-30000/apis/….
const server = createServer({ cert: certificate, key: privateKey }, (request, response) => {
  const url = new URL(request.url, "https://localhost");
  const [, sizes, rest] = /^\/of-(\d+-\d+)(\/.*)$/.exec(url.pathname) ?? [];
  if (rest === undefined || !rest.startsWith(path)) {
    response.statusCode = 404;
    response.end("{}");
    return;
  }
  const [objects, events] = sizes.split("-").map(Number);
  if (rest === path && url.searchParams.get("watch") === "true") {
    const isInitial = url.searchParams.get("sendInitialEvents") === "true";
    void watch(response, objects, events, isInitial);
  } else if (rest === path) list(response, objects, url.searchParams);
  else {
    const text = textsOf(objects)[Number(rest.slice(-6))];
    response.setHeader("content-type", "application/json");
    response.end(text);
  }
});
server.listen(0, "127.0.0.1", () => process.send({ port: server.address().port }));
process.on("disconnect", () => process.exit());
