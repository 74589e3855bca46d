import type { JsonObject } from "../../../runtime/v1/json/json.js";
import type { FieldPath } from "../findings/field-path.js";
import type { Findings } from "../findings/findings.js";
import { objectAt } from "../raw-fields.js";
import { asSchema, branchesOf, itemsOf, propertiesOf, propertyOf } from "./raw-schema.js";

/**
 * What the junctors of the root mention must exist outside of them too (apiextensions
 * `schema/complete.go`). Junctors further down are not looked at: the server does not either.
 */
export function checkCompleteness(root: JsonObject, at: FieldPath, findings: Findings): void {
  checkBranches(root, { core: root, coreAt: at, at }, findings);
}

/**
 * Two places side by side: one below a junctor, and the one in the core that stands for the same
 * value.
 */
interface Pair {
  /** Undefined: the core has no such place. */
  readonly core: JsonObject | undefined;
  readonly coreAt: FieldPath;
  readonly at: FieldPath;
}

function checkBranches(validation: JsonObject, pair: Pair, findings: Findings): void {
  const not = objectAt(validation, "not");
  if (not !== undefined) checkBranch(not, { ...pair, at: pair.at.child("not") }, findings);
  for (const junctor of ["allOf", "anyOf", "oneOf"] as const) {
    branchesOf(validation, junctor).forEach((branch, index) => {
      checkBranch(branch, { ...pair, at: pair.at.child(junctor).index(index) }, findings);
    });
  }
}

function checkBranch(branch: JsonObject, pair: Pair, findings: Findings): void {
  const { core, coreAt, at } = pair;
  if (core === undefined) {
    reportMissing(pair, findings);
    return;
  }
  checkBranches(branch, pair, findings);
  const items = itemsOf(branch);
  if (items !== undefined) {
    const below = { coreAt: coreAt.child("items"), at: at.child("items") };
    checkBranch(items, { core: itemsOf(core), ...below }, findings);
  }
  const fields = propertiesOf(branch);
  for (const name of Object.keys(fields)) {
    const below = {
      core: propertyOf(core, name),
      coreAt: coreAt.child("properties").key(name),
      at: at.child("properties").key(name),
    };
    checkBranch(asSchema(fields[name]), below, findings);
  }
}

function reportMissing({ coreAt, at }: Pair, findings: Findings): void {
  findings.required("schema/junctor-incomplete", coreAt, `because it is defined in ${at.field}`);
}
