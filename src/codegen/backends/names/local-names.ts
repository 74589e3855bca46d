import type { Schema } from "../../../crd/ir/schema.js";
import { pascalCase } from "../../emit/identifiers.js";
import { FreeNames } from "./free-names.js";

/**
 * A distinct name for every schema of a unit: that of its type where it has one of its own, else
 * its path with `List` or `Map` for what holds other values.
 */
export function nameAllSchemas(
  root: Schema | undefined,
  type: string,
  typeName: (schema: Schema) => string | undefined,
): ReadonlyMap<Schema, string> {
  const names = new Map<Schema, string>();
  const paths = new Map<Schema, string>();
  if (root !== undefined) collectPaths(root, type, paths);
  const taken = new FreeNames("_");
  for (const schema of paths.keys()) {
    const name = schema === root ? type : typeName(schema);
    if (name === undefined) continue;
    names.set(schema, name);
    taken.add(name);
  }
  for (const [schema, path] of paths) {
    if (names.has(schema)) continue;
    names.set(schema, taken.take(path + containerSuffix(schema)));
  }
  return names;
}

/** Every schema with the path of its first occurrence, level by level. */
function collectPaths(root: Schema, type: string, paths: Map<Schema, string>): void {
  paths.set(root, type);
  const visit = (schema: Schema, path: string): void => {
    if (!paths.has(schema)) paths.set(schema, path);
  };
  // A map's iteration goes on with what is added meanwhile.
  for (const [schema, path] of paths) {
    for (const [name, field] of schema.fields) visit(field, path + pascalCase(name));
    if (schema.items !== undefined) visit(schema.items, path);
    if (typeof schema.values === "object") {
      visit(schema.values, schema.fields.size > 0 ? `${path}Value` : path);
    }
  }
}

function containerSuffix(schema: Schema): string {
  if (schema.items !== undefined) return `${containerSuffix(schema.items)}List`;
  if (schema.kind === "map" && typeof schema.values === "object") {
    return `${containerSuffix(schema.values)}Map`;
  }
  return "";
}
