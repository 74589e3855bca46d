import { readFileSync } from "node:fs";
import { createServer } from "node:https";
import { json } from "node:stream/consumers";
import type { Site, OldSite } from "./types.js";

interface Review {
  apiVersion: string;
  kind: string;
  request: {
    uid: string;
    desiredAPIVersion?: string;
    objects?: (Site | OldSite)[];
    object?: Site;
    name?: string;
    namespace?: string;
  };
}

/** Serves the conversion and the validation; certificates are read once. */
export function serveWebhooks(folder: string, port: number, sites: () => readonly Site[]): void {
  const [key, cert] = ["tls.key", "tls.crt"].map((file) => readFileSync(`${folder}/${file}`));
  createServer({ key, cert }, (request, response) => {
    void (async () => {
      try {
        const { apiVersion, kind, request: asked } = (await json(request)) as Review;
        const answer = request.url?.startsWith("/convert")
          ? conversion(asked)
          : admission(asked, sites());
        response.setHeader("content-type", "application/json");
        response.end(JSON.stringify({ apiVersion, kind, response: { uid: asked.uid, ...answer } }));
      } catch (error) {
        response.writeHead(400).end(String(error));
      }
    })();
  }).listen(port);
}

function conversion({ objects = [], desiredAPIVersion }: Review["request"]): object {
  const convertedObjects = objects.map((object) => {
    if (object.apiVersion === desiredAPIVersion) return object;
    return object.apiVersion === "example.com/v1" ? toOld(object) : toNew(object);
  });
  return { convertedObjects, result: { status: "Success" } };
}

function toNew({ spec: { pages, size, ...spec }, ...site }: OldSite): object {
  const texts = Object.fromEntries(pages.map(({ name, text }) => [name, text]));
  return { ...site, apiVersion: "example.com/v1", spec: { ...spec, pages: texts, replicas: size } };
}

function toOld({ spec: { pages, replicas, ...spec }, ...site }: Site): OldSite {
  const list = Object.entries(pages).map(([name, text]) => ({ name, text }));
  return {
    ...site,
    apiVersion: "example.com/v1beta1",
    spec: { ...spec, pages: list, size: replicas },
  };
}

function admission({ object, name, namespace }: Review["request"], sites: readonly Site[]): object {
  const host = object?.spec.host;
  const other = sites.find(
    ({ spec, metadata }) =>
      host !== undefined &&
      spec.host === host &&
      (metadata.name !== name || metadata.namespace !== namespace),
  );
  if (other === undefined) return { allowed: true };
  const message = `spec.host: ${host} is that of ${other.metadata.namespace}/${other.metadata.name}`;
  return { allowed: false, status: { code: 403, message } };
}
