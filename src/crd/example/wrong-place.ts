import { nearest } from "../diagnostics/wording.js";
import { valuesSchema } from "../ir/child-schemas.js";
import type { Version } from "../ir/resource.js";
import type { Schema } from "../ir/schema.js";
import type { Path } from "../source/source-file.js";
import type { Steps } from "./steps.js";
import { stepsText } from "./steps.js";

/** A way into an object that the schema does not have. */
export interface WrongPlace {
  readonly fault: string;
  /** Where the schema stands that ends the way, in its document. */
  readonly path: Path;
  /** The way that may be meant. */
  readonly similar: string | undefined;
}

/** Fields of every object, whatever the schema says of them. */
const standardFields: readonly string[] = ["apiVersion", "kind", "metadata"];

/** Finds where a way leaves the schema of a version; undefined where all of it may be there. */
export function findWrongPlace(steps: Steps, version: Version): WrongPlace | undefined {
  let schema = version.schema;
  const path: (string | number)[] = [...version.path, "schema", "openAPIV3Schema"];
  for (const [index, step] of steps.entries()) {
    const hasStandard = index === 0 || schema?.embeddedResource === true;
    if (schema === undefined || schema.preserveUnknownFields || schema.values === true) break;
    if (hasStandard && standardFields.some((name) => name === step)) break;
    const next = childAt(schema, step);
    if (next === undefined) {
      const known = [...schema.fields.keys(), ...(hasStandard ? standardFields : [])];
      return { ...wrongStep(schema, steps, index, known), path };
    }
    path.push(...next.path);
    schema = next.schema;
  }
  return undefined;
}

interface Child {
  readonly schema: Schema;
  readonly path: Path;
}

function childAt(schema: Schema, step: string | number): Child | undefined {
  if (typeof step === "number") {
    return schema.items && { schema: schema.items, path: ["items"] };
  }
  const field = schema.fields.get(step);
  if (field !== undefined) return { schema: field, path: ["properties", step] };
  const values = valuesSchema(schema);
  return values && { schema: values, path: ["additionalProperties"] };
}

function wrongStep(
  schema: Schema,
  steps: Steps,
  index: number,
  known: readonly string[],
): Pick<WrongPlace, "fault" | "similar"> {
  const [before, step = "", rest] = [steps.slice(0, index), steps[index], steps.slice(index + 1)];
  const where = index === 0 ? "the object" : `'${stepsText(before)}'`;
  if (typeof step === "number") return { fault: `${where} is no list`, similar: undefined };
  if (schema.items !== undefined) {
    return {
      fault: `${where} is a list, whose items have numbers`,
      similar: stepsText([...before, 0, step, ...rest]),
    };
  }
  const similar = nearest(step, known);
  return {
    fault: `${where} has no field '${step}'`,
    similar: similar && stepsText([...before, similar, ...rest]),
  };
}
