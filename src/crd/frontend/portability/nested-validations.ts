import type { JsonObject } from "../../../runtime/v1/json/json.js";
import type { Path } from "../../source/document.js";
import { objectAt } from "../raw-fields.js";
import { branchesOf, itemsOf, propertiesOf, propertyOf, valuesOf } from "../schema/raw-schema.js";

/** A schema, and the one outside of junctors that is about the same value. */
export interface Validation {
  readonly raw: JsonObject;
  readonly core: JsonObject;
  readonly path: Path;
}

/** All schemas below the junctors of one. What has no counterpart outside is left out. */
export function validationsIn({ raw, core, path }: Validation): readonly Validation[] {
  const branches = (["allOf", "anyOf", "oneOf"] as const).flatMap((junctor) =>
    branchesOf(raw, junctor).map((branch, index) => ({
      raw: branch,
      core,
      path: [...path, junctor, index],
    })),
  );
  const not = objectAt(raw, "not");
  if (not !== undefined) branches.push({ raw: not, core, path: [...path, "not"] });
  return branches.flatMap(withAllBelow);
}

function withAllBelow(validation: Validation): readonly Validation[] {
  return [
    validation,
    ...validationsIn(validation),
    ...childrenOf(validation).flatMap(withAllBelow),
  ];
}

function childrenOf({ raw, core, path }: Validation): readonly Validation[] {
  const children = Object.keys(propertiesOf(raw)).map((name) => ({
    raw: propertyOf(raw, name),
    core: propertyOf(core, name),
    path: [...path, "properties", name],
  }));
  children.push({ raw: itemsOf(raw), core: itemsOf(core), path: [...path, "items"] });
  const values = "additionalProperties";
  children.push({ raw: valuesOf(raw), core: valuesOf(core), path: [...path, values] });
  return children.flatMap((child) =>
    child.raw === undefined || child.core === undefined
      ? []
      : [{ raw: child.raw, core: child.core, path: child.path }],
  );
}
