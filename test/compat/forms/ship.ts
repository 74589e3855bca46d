import type { ResourceSchema } from "../../../src/index.js";
import { compileBoat } from "../../support/boat.js";

/** A boat as a form holds it. */
export interface BoatInput {
  apiVersion: string;
  kind?: string;
  metadata: { name: string; labels?: Record<string, string> };
  spec: {
    name: string;
    masts: number;
    berths?: number;
    crew: { name?: string; age: number }[];
    hold?: { tons?: number; litres?: number };
  };
}

/** A boat with the defaults filled in. */
export interface Boat extends BoatInput {
  spec: BoatInput["spec"] & { berths: number };
}

const member = {
  type: "object",
  required: ["name"],
  properties: { name: { type: "string", minLength: 1 }, age: { type: "integer", minimum: 0 } },
};

const spec = {
  type: "object",
  required: ["name", "masts"],
  properties: {
    name: { type: "string", pattern: "^[A-Z]" },
    masts: { type: "integer", maximum: 7 },
    berths: { type: "integer", default: 2 },
    crew: { type: "array", maxItems: 20, items: member },
    hold: {
      type: "object",
      properties: { tons: { type: "integer" }, litres: { type: "integer" } },
      oneOf: [{ required: ["tons"] }, { required: ["litres"] }],
    },
  },
  "x-kubernetes-validations": [
    {
      rule: "!has(self.crew) || self.crew.size() <= self.berths",
      message: "there are too few berths",
    },
  ],
};

/** The Standard Schema of boats. */
export const boatSchema = (
  await compileBoat({ schema: { type: "object", required: ["spec"], properties: { spec } } })
).schema as ResourceSchema<BoatInput, Boat>; // as generated code would name the types

/**
 * A boat that sinks: a rule of `spec` and a field in it, an item of a list, a junctor, and a key of
 * a map are wrong.
 */
export const wreck: BoatInput = {
  apiVersion: "sea.example.com/v1",
  kind: "Boat",
  metadata: { name: "wreck", labels: { "a.b/c": "not good!" } },
  spec: {
    name: "wreck",
    masts: 8,
    crew: [
      { name: "Ann", age: 1 },
      { name: "Bob", age: -1 },
      { name: "Cid", age: 3 },
    ],
    hold: { tons: 1, litres: 1 },
  },
};

/** A boat that floats, with a default left to the server. */
export const good: BoatInput = {
  ...wreck,
  metadata: { name: "anna" },
  spec: {
    name: "Anna",
    masts: 2,
    crew: [
      { name: "Ann", age: 1 },
      { name: "Bob", age: 2 },
    ],
  },
};

/** The texts that a form is to show, by their fields. */
export const faults: Readonly<Record<string, string>> = {
  "metadata.labels": "a valid label must be",
  spec: "there are too few berths",
  "spec.name": "should match '^[A-Z]'",
  "spec.masts": "should be less than or equal to 7",
  "spec.crew.1.age": "should be greater than or equal to 0",
  "spec.hold": "must validate one and only one schema (oneOf)",
};
