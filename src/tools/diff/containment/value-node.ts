import type { NestedValidation, Schema, ValueValidation } from "../../../crd/ir/schema.js";

/**
 * The values at one place: those of a schema that fit the branches of all `allOf` above, too, as
 * far as these speak of the place.
 */
export interface ValueNode {
  readonly schema: Schema;
  readonly branches: readonly NestedValidation[];
}

/** A type that a value may have. */
export type ValueType = "object" | "array" | "string" | "integer" | "number" | "boolean";

/** A schema at the root, or one of which nothing above says more. */
export function nodeOf(schema: Schema): ValueNode {
  return { schema, branches: [] };
}

/** The node below a field, a key or the items, by what its parent says of it. */
export function childNode(
  parent: ValueNode,
  schema: Schema,
  step: (branch: NestedValidation) => NestedValidation | undefined,
): ValueNode {
  const branches = branchesOf(parent).flatMap((branch) => step(branch) ?? []);
  return { schema, branches };
}

/** All branches that each value fits: those from above, and those of `allOf`, at any depth. */
export function branchesOf({ schema, branches }: ValueNode): readonly NestedValidation[] {
  const all: NestedValidation[] = [];
  const add = (branch: NestedValidation): void => {
    all.push(branch);
    branch.validation.allOf.forEach(add);
  };
  branches.forEach(add);
  schema.validation.allOf.forEach(add);
  return all;
}

/** Everything that each value fits: the node's own keywords, then those of its branches. */
export function validationsOf(node: ValueNode): readonly ValueValidation[] {
  return [node.schema.validation, ...branchesOf(node).map(({ validation }) => validation)];
}

const anyType: readonly ValueType[] = ["object", "array", "string", "number", "boolean"];

/** The types that values may have; `number` has the integers, too. */
export function typesOf({ type, intOrString }: Schema): readonly ValueType[] {
  if (intOrString) return ["integer", "string"];
  return type === "" ? anyType : [type];
}

/** Whether a schema allows each value that has a type. */
export function allowsType(schema: Schema, type: ValueType): boolean {
  const types = typesOf(schema);
  return types.includes(type) || (type === "integer" && types.includes("number"));
}
