import type { ValidObject } from "./exercise.js";

/** A valid object for every resource of `generated-samples`, by group; the version is put in. */
const objects: Readonly<Record<string, { readonly name: string; readonly rest: object }>> = {
  "cluster.example.com": {
    name: "t-a",
    rest: { spec: { owner: "jane", quota: { cpu: 4, memory: "2Gi" } } },
  },
  "stable.example.com": {
    name: "a",
    rest: { spec: { cronSpec: "* * * * *", image: "cron:1", port: "http" } },
  },
  "old.example.com": { name: "a", rest: { spec: { cronSpec: "x", unknown: { kept: true } } } },
  "versions.example.com": { name: "a", rest: { spec: { schedule: "x", hostPort: "host:1" } } },
  "junctors.example.com": {
    name: "a",
    rest: { spec: { from: { image: "a:1", depth: 1 }, weight: 12 } },
  },
  "embedded.example.com": {
    name: "a",
    rest: {
      spec: {
        template: { apiVersion: "v1", kind: "Pod", metadata: { name: "p" }, other: 1 },
        extras: [{ apiVersion: "v1", kind: "Secret" }],
      },
    },
  },
  "hostile.example.com": { name: "a", rest: { spec: { "it's": "x", "*/": "y", "\u2028": "z" } } },
  "numbers.example.com": {
    name: "a",
    rest: { spec: { bare: 1, either: "x", numbers: { level: 2, ratio: 0.5, step: 10 } } },
  },
  "lists.example.com": {
    name: "a",
    rest: { spec: { tags: ["x", "y"], ports: [{ port: 1 }, { port: 1, protocol: "UDP" }] } },
  },
  "maps.example.com": {
    name: "a",
    rest: { spec: { limits: { cpu: 1 }, entries: { hello: { text: "x" } }, nothing: {} } },
  },
  "defaults.example.com": { name: "a", rest: { spec: { bar: null, flags: { x: null } } } },
  "rules.example.com": {
    name: "as-a",
    rest: { spec: { minReplicas: 1, maxReplicas: 4, memory: "2Mi", address: "10.0.0.1" } },
  },
  "unknown.example.com": {
    name: "a",
    rest: { spec: { anything: [1, { a: null }], config: { other: true } }, rules: ["x"] },
  },
  "shapes.example.com": {
    name: "a",
    rest: { spec: { selector: { matchLabels: { a: "b" } }, resources: { limits: { cpu: "1" } } } },
  },
};

/** A valid object of a resource; throws for groups that no sample has. */
export function sampleObject(group: string, version: string, kind: string): ValidObject {
  const object = objects[group];
  if (object === undefined) throw new Error(`no object for the samples of ${group}`);
  return {
    apiVersion: `${group}/${version}`,
    kind,
    metadata: { name: object.name },
    ...object.rest,
  };
}
