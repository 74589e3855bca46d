import { writeFileSync } from "node:fs";
import type { ServeFolder } from "../support/serve.js";
import { AttackedServer } from "./attacked-server.js";

/** A CRD with what costs most: sets, maps of lists, and places where anything may be. */
const crd = {
  apiVersion: "apiextensions.k8s.io/v1",
  kind: "CustomResourceDefinition",
  metadata: { name: "things.hostile.example.com" },
  spec: {
    group: "hostile.example.com",
    scope: "Namespaced",
    names: { kind: "Thing", plural: "things" },
    versions: [
      {
        name: "v1",
        served: true,
        storage: true,
        subresources: { status: {} },
        schema: {
          openAPIV3Schema: {
            type: "object",
            properties: {
              spec: {
                type: "object",
                "x-kubernetes-preserve-unknown-fields": true,
                properties: {
                  strict: { type: "object", properties: { a: { type: "integer" } } },
                  numbers: { type: "array", items: { type: "integer" } },
                  map: { type: "object", additionalProperties: { type: "string" } },
                  set: {
                    type: "array",
                    "x-kubernetes-list-type": "set",
                    items: { type: "string" },
                  },
                  keyed: {
                    type: "array",
                    "x-kubernetes-list-type": "map",
                    "x-kubernetes-list-map-keys": ["name"],
                    items: {
                      type: "object",
                      required: ["name"],
                      properties: { name: { type: "string" }, v: { type: "string" } },
                    },
                  },
                },
              },
              status: { type: "object", "x-kubernetes-preserve-unknown-fields": true },
            },
          },
        },
      },
    ],
  },
};

/** The path of the things of the namespace `default`. */
export const things = "/apis/hostile.example.com/v1/namespaces/default/things";

/** A thing, to be sent. */
export function thing(name: string, spec: unknown = {}, metadata: object = {}): string {
  return JSON.stringify({
    apiVersion: "hostile.example.com/v1",
    kind: "Thing",
    metadata: { name, ...metadata },
    spec,
  });
}

/** A server for things. */
export async function serveThings(
  folder: ServeFolder,
  ...options: readonly string[]
): Promise<AttackedServer> {
  const path = folder.path("things.json");
  writeFileSync(path, JSON.stringify(crd));
  return AttackedServer.of(folder.start(path, "--port", "0", ...options));
}
