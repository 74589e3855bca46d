import type { AdmitOptions, Admission } from "../../runtime/v1/admission/admission.js";
import type { FieldError } from "../../runtime/v1/values/field-error.js";
import type { JsonObject } from "../../runtime/v1/values/json/json.js";

/** Who decides. */
export interface ExampleJudge {
  /** Returns the API server's objections to the creation of an object. */
  errorsOf(object: JsonObject): readonly FieldError[];
  /** Removes unknown fields and fills in defaults, in place. */
  fill(object: JsonObject): void;
}

/** The generated functions of one version that have a say in a creation. */
export interface CreationFunctions {
  readonly admit: (object: unknown, options?: AdmitOptions) => Admission;
  readonly prune: (object: JsonObject) => unknown;
  readonly default: (object: JsonObject) => void;
}

/**
 * Judges new objects by the functions of a version: by the causes of a refusal, or by its message
 * where it has no causes. Unknown fields are refused where `admit` heeds `fieldValidation`.
 */
export function createCreationJudge({
  admit,
  prune,
  default: fill,
}: CreationFunctions): ExampleJudge {
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
