import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { generate } from "../../src/index.js";
import { compilers, Project, strictest } from "../support/compile.js";

function crd(kind: string, subresources: string): string {
  const plural = `${kind.toLowerCase()}s`;
  return `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: ${plural}.example.com }
spec:
  group: example.com
  scope: Namespaced
  names: { kind: ${kind}, plural: ${plural}, singular: ${kind.toLowerCase()}, listKind: ${kind}List }
  versions:
    - name: v1
      served: true
      storage: true
      subresources: ${subresources}
      schema:
        openAPIV3Schema:
          type: object
          required: [spec]
          properties:
            spec:
              type: object
              required: [colour]
              properties:
                colour: { type: string, enum: [red, green] }
                watts: { type: integer, default: 5 }
                bulbs: { type: array, items: { type: object, properties: { socket: { type: string } } } }
                anything: { x-kubernetes-preserve-unknown-fields: true }
            status: { type: object, properties: { lit: { type: boolean } } }
`;
}

const scale = "{ scale: { specReplicasPath: .spec.watts, statusReplicasPath: .status.watts } }";

const head = `
import type { Admission, AdmitOptions, Json, JsonObject, StoredScale } from "./runtime/v1/index.js";
import { admitLamp } from "./example.com/v1/lamps/admit.js";
import type { Lamp, LampInput, LampSpec } from "./example.com/v1/lamps/types.js";
import { admitPlant } from "./example.com/v1/plants/admit.js";
declare const sent: LampInput;
declare const options: AdmitOptions;
declare function allowed<Stored, Answer>(admission: Admission<Stored, Answer>): Answer;
const lamp = allowed(admitLamp(sent));
const plant = allowed(admitPlant(sent, { subresource: "status" }));
`;

const accepted = [
  `const watts: number = lamp.spec.watts; return watts;`,
  `const spec: LampSpec = lamp.spec; return spec;`,
  `const kind: "Lamp" = lamp.kind; return kind;`,
  `const name: string = lamp.metadata.name; return name;`,
  `const lit: boolean | undefined = lamp.status?.lit; return lit;`,
  `const socket: string | undefined = lamp.spec.bulbs?.[0]?.socket; return socket;`,
  `const anything: Json | undefined = lamp.spec.anything; return anything;`,
  `const next: LampInput = lamp; return next;`,
  `const admission: Admission = admitLamp(sent, options); return admission;`,
  `const admit: (object: unknown, options?: AdmitOptions) => Admission = admitPlant; return admit;`,
  `const object: JsonObject = lamp; return object;`,
  `const watts: number = plant.spec.watts; return watts;`,
  `const answer = allowed(admitPlant(sent, { subresource: "scale" }));
   return answer.kind === "Scale" ? answer.status.replicas : answer.spec.watts;`,
  `const admission = admitPlant(sent, { subresource: "scale" });
   return admission.allowed ? admission.scaled?.spec.watts : admission.status.code;`,
  `const metadata: StoredScale["metadata"] = { name: "a" }; return metadata;`,
];

const refused = [
  `const wattage: string = lamp.spec.watts; return wattage;`,
  `const uid: string = lamp.metadata.uid; return uid;`,
  `const read: Lamp = lamp; return read;`,
  `return allowed(admitPlant(sent, { subresource: "scale" })).spec.watts;`,
];

describe("the answer of admit…", () => {
  const project = new Project({ ...strictest, noUnusedLocals: false });

  beforeAll(async () => {
    const sources = [
      { path: "lamp.yaml", text: crd("Lamp", "{ status: {} }") },
      { path: "plant.yaml", text: crd("Plant", scale) },
    ];
    const { files, diagnostics } = await generate({ sources, parts: ["admit"] });
    expect(diagnostics).toEqual([]);
    for (const { path, text } of files) project.write(path, text);
  }, 30_000);

  afterAll(() => {
    project.remove();
  });

  it.each(compilers)(
    "has the type of the resource (%s)",
    (compiler) => {
      for (const [folder, statements] of [
        ["accepted", accepted],
        ["refused", refused],
      ] as const) {
        for (const [index, statement] of statements.entries()) {
          const text = `${head}export function check(): unknown {\n  ${statement}\n}\n`;
          project.write(`${folder}-${index}.ts`, text);
        }
      }
      const errors = project.check(compiler);
      expect(errors.filter(({ path }) => !path.startsWith("refused"))).toEqual([]);
      const noticed = new Set(errors.map(({ path }) => path));
      expect(refused.filter((_, index) => !noticed.has(`refused-${index}.ts`))).toEqual([]);
    },
    120_000,
  );
});
