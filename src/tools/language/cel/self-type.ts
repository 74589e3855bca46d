import { selfTypeName } from "../../../crd/rules/compile-rules.js";
import type { Path } from "../../../crd/source/source-file.js";
import { unescapeProperty } from "../../../runtime/v1/cel/data/data.js";

/**
 * The way from the schema of `self` to the one of an object type, which the type's name tells;
 * undefined for types that come from elsewhere.
 */
export function schemaOfType(typeName: string): Path | undefined {
  const [root, ...steps] = typeName.split(".");
  return root === selfTypeName ? steps.flatMap(schemaStep) : undefined;
}

/** A property has its name as expressions spell it. */
function schemaStep(step: string): Path {
  if (step === "@idx") return ["items"];
  if (step === "@elem") return ["additionalProperties"];
  return ["properties", unescapeProperty(step) ?? step];
}
