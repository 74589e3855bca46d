import { partNames } from "../../codegen/pipeline/settings.js";

const names = (description: string): object => ({
  type: "object",
  additionalProperties: { type: "string", pattern: String.raw`^[A-Z]\w*$` },
  description,
});

/** An entry of `overrides` as a JSON Schema, for editors; `faultsOfOverride` is what checks it. */
export const overrideJsonSchema = {
  type: "object",
  required: ["resources"],
  additionalProperties: false,
  properties: {
    resources: {
      anyOf: [{ type: "string" }, { type: "array", items: { type: "string" }, minItems: 1 }],
      description: "Whose: a pattern of group/Kind, as `only` has them, or a list of patterns.",
    },
    parts: {
      type: "array",
      minItems: 1,
      items: { type: "string", enum: [...partNames] },
      description: "Write these parts of them, in place of those of all.",
    },
    versions: {
      type: "string",
      enum: ["served", "storage", "all"],
      description: "Which of their versions.",
    },
    rename: {
      type: "object",
      additionalProperties: false,
      description: "How TypeScript calls what they define. Nothing of it is sent to a server.",
      properties: {
        kind: {
          type: "string",
          pattern: String.raw`^[A-Z][A-Za-z\d]*$`,
          description: "What the names are made of, in place of the kind.",
        },
        types: names("Names of types, by the names that they have otherwise."),
        fields: names("Names of types, by the path of a field that holds them: spec.env[*]."),
      },
    },
  },
};
