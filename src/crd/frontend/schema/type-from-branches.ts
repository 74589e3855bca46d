import type { JsonObject } from "../../../runtime/v1/json/json.js";
import { textAt } from "../raw-fields.js";
import { branchesOf } from "./raw-schema.js";

/**
 * What to write at a node without a type whose branches say types, as JSON Schema allows; undefined
 * if they say none.
 */
export function typeFromBranches(schema: JsonObject): string | undefined {
  const junctors = (["allOf", "anyOf", "oneOf"] as const).filter((junctor) =>
    branchesOf(schema, junctor).some(hasType),
  );
  const branches = junctors.flatMap((junctor) => branchesOf(schema, junctor));
  const types = [...new Set(branches.filter(hasType).map((branch) => textAt(branch, "type")))];
  if (types.length === 0) return undefined;
  const sayMore = branches.some((branch) => Object.keys(branch).some((key) => key !== "type"));
  const place = sayMore
    ? "and remove the types from the branches"
    : `instead of ${junctors.map((junctor) => `\`${junctor}\``).join(" and ")}`;
  return `${whatFits(types)} ${place}`;
}

function hasType(branch: JsonObject): boolean {
  return textAt(branch, "type") !== "";
}

function whatFits(types: readonly string[]): string {
  if (types.length === 1) return `write \`type: ${types.join()}\``;
  return types.toSorted().join() === "integer,string"
    ? "write `x-kubernetes-int-or-string: true`"
    : "a value has one type: write it, or `x-kubernetes-preserve-unknown-fields: true` for any type,";
}
