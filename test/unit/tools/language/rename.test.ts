import { expect, it } from "vitest";
import { renameInCrd } from "../../../../src/tools/language/actions/rename.js";
import { createLanguageService } from "../../../../src/tools/language/service.js";

/** Rules and paths in all that YAML has for texts; `¦` stands for the name of a field. */
const marked = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: boats.example.com }
spec:
  group: example.com
  scope: Namespaced
  names: { kind: Boat, plural: boats }
  versions:
  - name: v1
    served: true
    storage: true
    additionalPrinterColumns:
    - { name: First, type: string, jsonPath: ".spec.crew[0].¦" }
    - { name: Ann, type: string, jsonPath: '.spec.crew[?(@.¦=="Ann")].age' }
    - { name: All, type: string, jsonPath: ".spec.crew[*]['¦']" }
    - { name: Other, type: string, jsonPath: .spec.name }
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec:
            type: object
            default: { crew: [{ ¦: Ann, age: 1 }], name: name }
            x-kubernetes-validations:
            - rule: self.crew.all(one, one.¦ != self.name) # name
            - rule: 'self.crew.filter(name, has(name.¦)).map(m, m.¦ + "''.name''") != []'
            - rule: "has(self.name) ||\\tself.crew[0].?¦.orValue(\\"name\\") != ''"
            - rule: >-
                self.crew.exists(c,
                  c.
                  ¦ == 'name')
              messageExpression: |
                self.crew[0].¦ + self.name
            - rule: self.?crew.optMap(crew, crew[0].¦).orValue('') != 'name'
            properties:
              name: { type: string }
              crew:
                type: array
                default: [{ ¦: Bob }]
                maxItems: 5
                x-kubernetes-list-type: map
                x-kubernetes-list-map-keys: [¦]
                items:
                  type: object
                  required: [¦]
                  x-kubernetes-validations:
                  - { rule: self.¦ != oldSelf.¦, fieldPath: .¦ }
                  properties:
                    ¦: { type: string, maxLength: 10 }
                    age: { type: integer }
---
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: ships.example.com }
spec:
  group: example.com
  scope: Namespaced
  names: { kind: Ship, plural: ships }
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
            x-kubernetes-validations:
            - rule: self.crew.all(one, one.name != '')
            properties:
              crew:
                type: array
                items: { type: object, properties: { name: { type: string } } }
`;

it("a renamed field has its new name in all that names it, and nothing else has", async () => {
  const text = marked.replaceAll("¦", "name");
  const cel = await createLanguageService().cel();
  const target = { group: "example.com", kind: "Boat", version: "v1", field: ["spec", "crew", null, "name"] }; // prettier-ignore
  const range = { from: 0, to: 0 };
  const asked = { ...target, range, isMapKey: false, isInCrd: true };
  const renaming = await renameInCrd("boats.yaml", text, asked, "alias", cel);
  if ("refused" in renaming) throw new Error(renaming.refused);
  let after = text;
  for (const { from, to, insert } of renaming.edits.toReversed()) {
    after = after.slice(0, from) + insert + after.slice(to);
  }
  expect(after).toBe(marked.replaceAll("¦", "alias"));
});
