import type { FieldError } from "../runtime/v1/field-error.js";
import type { JsonObject } from "../runtime/v1/json/json.js";
import type { CompiledVersion } from "./compile-unit.js";

/** What the API server has against the creation of objects of one version. */
export interface CreationJudge {
  /**
   * The causes of a refusal; of a refusal without causes, its message. Unknown fields are refused.
   */
  errorsOf(object: JsonObject): readonly FieldError[];
  /** Removes unknown fields and fills in defaults, in place. */
  fill(object: JsonObject): void;
}

/** Judges new objects by the functions of a version. */
export function createCreationJudge({
  admit,
  prune,
  default: fill,
}: CompiledVersion): CreationJudge {
  return {
    errorsOf(object) {
      const answer = admit(object, { fieldValidation: "Strict" });
      if (answer.allowed) return [];
      const { errors, status } = answer;
      if (errors.length > 0) return errors;
      return [{ reason: "InternalError", field: "<nil>", message: status.message ?? "" }];
    },
    fill(object) {
      prune(object);
      fill(object);
    },
  };
}
