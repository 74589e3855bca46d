import type { LanguageService } from "../../../../src/tools/language/service.js";
import { createLanguageService } from "../../../../src/tools/language/service.js";

/** A CRD with a field of each shape. */
export const boatCrd = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: boats.sea.example.com
spec:
  group: sea.example.com
  scope: Namespaced
  names: { kind: Boat, plural: boats }
  versions:
    - name: v1
      served: true
      storage: true
      schema:
        openAPIV3Schema:
          type: object
          required: [spec]
          properties:
            spec:
              type: object
              required: [hull]
              properties:
                crew:
                  type: array
                  description: Who is on board.
                  items:
                    type: object
                    required: [name]
                    properties:
                      role: { type: string, enum: [captain, cook, "yes"] }
                      name: { type: string }
                      awake: { type: boolean, default: true }
                hull: { type: string, enum: [wood, steel], default: wood, description: What it is made of. }
                flags: { type: array, items: { type: string, enum: [red, white] } }
                holds:
                  type: object
                  additionalProperties:
                    type: object
                    properties:
                      size: { type: integer, minimum: 1 }
                engine:
                  type: object
                  properties:
                    power: { type: integer }
                "on": { type: boolean }
              x-kubernetes-validations:
                - rule: self.hull == oldSelf.hull
                  message: a hull is for life
    - name: v1alpha1
      served: false
      storage: false
      schema: { openAPIV3Schema: { type: object } }
`;

/** A service that knows the boat alone. */
export async function boatService(): Promise<LanguageService> {
  const service = createLanguageService();
  await service.use([{ path: "boats.yaml", text: boatCrd }], "1.37");
  return service;
}

/** The text without its mark `┆`, and where that was. */
export function atMark(marked: string): { readonly text: string; readonly offset: number } {
  const offset = marked.indexOf("┆");
  if (offset === -1) throw new Error("no mark");
  return { text: marked.replace("┆", ""), offset };
}

/** The head of a boat, in YAML. */
export const head = `apiVersion: sea.example.com/v1
kind: Boat
metadata:
  name: first
`;
