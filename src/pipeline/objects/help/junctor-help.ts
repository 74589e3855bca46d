import { noValidation } from "../../../ir/schema-table.js";
import type { NestedValidation, ValueValidation } from "../../../ir/schema.js";
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
function soleField({ type, validation, fields, items, values }: NestedValidation): Help {
  const isPlain = type === "" && fields.size === 0 && items === undefined && values === undefined;
  const [name, ...others] = validation.required;
  return isPlain && others.length === 0 && onlyRequires(validation) ? name : undefined;
}

function onlyRequires(validation: ValueValidation): boolean {
  return Object.entries(validation).every(([keyword, value]: [string, unknown]) => {
    if (keyword === "id" || keyword === "required") return true;
    return Array.isArray(value) ? value.length === 0 : value === Reflect.get(noValidation, keyword);
  });
}
