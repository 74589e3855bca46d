import { readFileSync } from "node:fs";
import { join } from "node:path";
import { writeBelow } from "../support/cli.js";

const crontab = readFileSync(
  join(import.meta.dirname, "../../generated-samples/crontab/crd.yaml"),
  "utf8",
);

/** A small CRD, as people write it. */
export function boatCrd(kind: string, fields = sailFields): string {
  const plural = `${kind.toLowerCase()}s`;
  return `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: ${plural}.example.com
spec:
  group: example.com
  scope: Namespaced
  names:
    kind: ${kind}
    plural: ${plural}
  versions:
    - name: v1
      served: true
      storage: true
      schema:
        openAPIV3Schema:
          type: object
          properties:
            spec:
              type: object
              properties:
${fields}`;
}

const sailFields = field("sails", "type: integer");

/** A field of `spec`: a name and a line below it for each of its keywords. */
export function field(name: string, ...keywords: readonly string[]): string {
  const lines = keywords.map((keyword) => `${" ".repeat(18)}${keyword}\n`);
  return `${" ".repeat(16)}${name}:\n${lines.join("")}`;
}

function boat(name: string, spec: string): string {
  return `apiVersion: example.com/v1\nkind: Boat\nmetadata:\n  name: ${name}\nspec:\n  ${spec}\n`;
}

/** A family, a flag and a waving hand of a skin: each is one character to people. */
const hostileName = "日本語 👨‍👩‍👧‍👦 🇩🇪 👋🏽 e\u0301";

const longDescription = "the number of sails that are set at the same time ".repeat(8).trim();

/** All that the scenarios name: a file each. */
const files: Readonly<Record<string, string>> = {
  "crds/crontab.yaml": crontab,
  "crds/boat.yaml": boatCrd("Boat"),
  "bad/boat.yaml": boatCrd(
    "Boat",
    field("sails", "type: integr") + field("masts", "type: array") + field("crew", "pattern: '['"),
  ).replace("scope: Namespaced", "scope: Everywhere"),
  "bad/broken.yaml": "kind: CustomResourceDefinition\n  spec: [\n",
  "mixed/good.yaml": boatCrd("Ferry"),
  "mixed/bad.yaml": boatCrd("Boat", field("sails", "type: integr")),
  "warned/boat.yaml": boatCrd(
    "Boat",
    field(
      "sails",
      "type: integer",
      "x-kubernetes-validations:",
      "  - rule: self > 0 && ip('::1').isLoopback()",
    ) + field("flags", "type: string", "enum: [yes, 'true', null]"),
  ),
  "many/fields.yaml": boatCrd(
    "Boat",
    Array.from({ length: 130 }, (_, index) => field(`sail${index}`, "type: integr")).join(""),
  ),
  ...Object.fromEntries(
    Array.from({ length: 12 }, (_, index) => [
      `many/boat-${index}.yaml`,
      boatCrd(`Boat${index}`, field("sails", "type: integr") + field("masts", "type: array")),
    ]),
  ),
  "hostile/日本語-👨‍👩‍👧‍👦-\u202e\u001b[31m.yaml": boatCrd(
    "Boat",
    `${" ".repeat(16)}"${hostileName}": { type: integr, description: "${longDescription}" }\n` +
      `${" ".repeat(16)}"\\e[31mred\\u202e": { type: integr }\n`,
  ),
  [`long/${"a-folder-with-a-long-name/".repeat(6)}boats-of-all-kinds.yaml`]: boatCrd(
    "Boat",
    field("sails", `type: integr # ${longDescription}`),
  ),
  "skipped/crd.yaml": boatCrd("Boat"),
  "skipped/kustomization.yaml":
    "apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\nresources: [crd.yaml]\n",
  "skipped/chart/Chart.yaml": "apiVersion: v2\nname: web\nversion: 0.1.0\n",
  "skipped/chart/templates/config.yaml":
    "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: {{ .Release.Name }}\n",
  "skipped/deployment.yaml": "apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: web\n",
  "nothing/readme.yaml": "just: text\n",
  "empty/.keep": "",
  "objects/boat.yaml": boat("good", "sails: 3"),
  "objects/bad.yaml": [
    boat("wrong", "sails: three"),
    boat("unknown", "sails: 3\n  sail: 4"),
    boat("none", "sails: 1.5"),
  ].join("---\n"),
  "objects/other.yaml": "apiVersion: example.com/v1\nkind: Bote\nmetadata:\n  name: b\n",
  "objects-many/boats.yaml": Array.from({ length: 130 }, (_, index) =>
    boat(`boat-${index}`, `sails: s${index}`),
  ).join("---\n"),
  "objects-wide/日本.yaml": boat(
    "wide",
    `"${hostileName}": 1\n  sails: "${hostileName.repeat(12)}"`,
  ),
  "old/boat.yaml": boatCrd(
    "Boat",
    field("sails", "type: integer") + field("masts", "type: integer"),
  ),
  "new/boat.yaml": boatCrd(
    "Boat",
    field("sails", "type: integer", "maximum: 8") + field("mast", "type: string"),
  ),
  "old-many/boat.yaml": boatCrd(
    "Boat",
    Array.from({ length: 130 }, (_, index) => field(`sail${index}`, "type: integer")).join(""),
  ),
  "new-many/boat.yaml": boatCrd("Boat"),
  "widened/boat.yaml": boatCrd(
    "Boat",
    field("sails", "type: integer") +
      field("masts", "type: integer") +
      field("crew", "type: string"),
  ),
  "wide-old/boat.yaml": boatCrd("Boat", `${" ".repeat(16)}"${hostileName}": { type: integer }\n`),
  "configured/crdgen.config.json": `{ "inputs": ["../crds"], "out": "generated" }\n`,
  "misconfigured/crdgen.config.json": `{ "input": ["../crds"], "out": 3, "parts": ["type"] }\n`,
  "throwing/crdgen.config.mjs": `const settings = undefined;\nexport default { inputs: settings.inputs, out: "generated" };\n`,
  "foreign/example.com/v1/boats/types.ts": "export type Boat = unknown;\n",
};

/** Writes the files of all scenarios into a folder. */
export function writeWorld(folder: string): void {
  for (const [path, text] of Object.entries(files)) writeBelow(folder, path, text);
}

/** A kubeconfig whose only cluster is at an address. */
export function kubeconfig(address: string): string {
  return `apiVersion: v1
kind: Config
current-context: harbour
contexts: [{ name: harbour, context: { cluster: harbour, user: me } }]
clusters: [{ name: harbour, cluster: { server: "${address}" } }]
users: [{ name: me, user: { token: secret } }]
`;
}
