import { isRequiredAlone } from "../../../../crd/ir/required-alone.js";
import type { NestedValidation } from "../../../../crd/ir/schema.js";
import type { RefusedValue } from "./refused-value.js";

type Help = string | undefined;

/** What to do where every branch demands one field and nothing else. */
export function junctorHelp({ error, schema }: RefusedValue): Help {
  const isOne = error.message.includes("(oneOf)");
  const branches = isOne ? schema?.validation.oneOf : schema?.validation.anyOf;
  const names = (branches ?? []).map(soleField);
  if (names.length < 2 || names.length > mostBranches || names.includes(undefined))
    return undefined;
  const list = names.map((name) => `\`${String(name)}\``).join(", ");
  return isOne ? `set one of ${list}, and no other` : `set at least one of ${list}`;
}

const mostBranches = 10;

/** The field that a branch demands, if it says nothing else. */
function soleField(branch: NestedValidation): Help {
  const [name, ...others] = branch.validation.required;
  return isRequiredAlone(branch) && others.length === 0 ? name : undefined;
}
