import { createCreationJudge } from "../../../crd/example/creation-judge.js";
import type { ExampleJudge } from "../../../crd/example/search.js";
import type { Admission } from "../../../runtime/v1/admission/admission.js";
import * as runtime from "../../../runtime/v1/internal.js";
import { evaluateFiles } from "../../emit/evaluate.js";
import type { EmitContext, Unit } from "../backend.js";

/** The parts whose files decide what the API server accepts. */
const judgingParts = ["prune", "defaults", "rules", "validate", "admit"] as const;

/** Judges new objects by the functions that other back ends have just written for the unit. */
export function createUnitJudge({ names }: Unit, context: EmitContext): ExampleJudge {
  const files = judgingParts.map((name) => context.file(name)).filter((file) => !file.isEmpty);
  const evaluated = evaluateFiles(files, () => ({ ...runtime }));
  const exported = new Map([...evaluated.values()].flatMap(Object.entries<unknown>));
  const admit = exported.get(`admit${names.type}`) as (object: unknown) => Admission; // by its back end
  const prune = exported.get(`prune${names.type}`) as (object: unknown) => unknown; // the same
  const fill = exported.get(`default${names.type}`) as (object: unknown) => void; // the same
  // Unknown fields are dropped, as they are in what an arbitrary makes.
  return createCreationJudge({ admit: (object) => admit(object), prune, default: fill });
}
