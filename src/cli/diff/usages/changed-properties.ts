import type { ts } from "ts-morph";
import { typeNameOfKind } from "../../../backends/names.js";
import type { Change } from "../../../diff/change.js";
import type { GeneratedTypes, UserProgram } from "./user-program.js";

/** Which changes a property of the generated types has, by its declarations. */
export type ChangedProperties = ReadonlyMap<ts.Declaration, readonly Change[]>;

/** Types of an object, by what their names end with: as read, as sent, as applied. */
const flavours = ["", "Input", "Apply"] as const;

/**
 * Finds the properties that changes are about in all flavours of the generated types. A change of a
 * list's items, or of a map's values, is one of the property that holds the list or the map.
 */
export function changedProperties(
  { typeScript, program, generated }: UserProgram,
  changes: readonly Change[],
): ChangedProperties {
  const found = new Map<ts.Declaration, Change[]>();
  const checker = program.getTypeChecker();
  for (const change of changes) {
    for (const types of generated.filter((one) => isOf(one, change))) {
      for (const type of rootTypes(checker, types, change)) {
        const steps = stepsOf(change.path);
        const symbol = followSteps(typeScript, checker, type, steps);
        for (const declaration of symbol?.declarations ?? []) {
          const list = found.get(declaration) ?? [];
          if (!list.includes(change)) found.set(declaration, [...list, change]);
        }
      }
    }
  }
  return found;
}

function isOf({ resource, version }: GeneratedTypes, change: Change): boolean {
  return resource === change.resource && version === change.version && change.path !== "";
}

function rootTypes(
  checker: ts.TypeChecker,
  { file }: GeneratedTypes,
  { kind }: Change,
): readonly ts.Type[] {
  const module = checker.getSymbolAtLocation(file);
  if (module === undefined) return [];
  const names = new Set(flavours.map((flavour) => typeNameOfKind(kind) + flavour));
  return checker
    .getExportsOfModule(module)
    .filter((symbol) => names.has(symbol.name))
    .map((symbol) => checker.getDeclaredTypeOfSymbol(symbol));
}

/** A name, or what all items or all values are. */
type Step = { readonly name: string } | "items" | "values";

/** The steps of a path as changes write it. */
export function stepsOf(path: string): readonly Step[] {
  const steps: Step[] = [];
  for (const [token, quoted, name] of path.matchAll(
    /\[\*\]|\[("(?:[^"\\]|\\.)*")\]|\.?([^.[\]]+)/g,
  )) {
    if (token === "[*]") steps.push("items");
    else if (quoted !== undefined) steps.push({ name: String(JSON.parse(quoted)) });
    else steps.push(name === "*" ? "values" : { name: name ?? "" });
  }
  return steps;
}

/** The last property on the way, as far as the types know it. */
function followSteps(
  typeScript: TypeScriptFlags,
  checker: ts.TypeChecker,
  root: ts.Type,
  steps: readonly Step[],
): ts.Symbol | undefined {
  let type = root;
  let last: ts.Symbol | undefined;
  for (const step of steps) {
    const at = checker.getNonNullableType(type);
    if (step === "items" || step === "values") {
      const kind = step === "items" ? typeScript.IndexKind.Number : typeScript.IndexKind.String;
      const below = partsOf(at)
        .map((part) => checker.getIndexTypeOfType(part, kind))
        .find((found) => found !== undefined);
      if (below === undefined) return last;
      type = below;
    } else {
      const property = partsOf(at)
        .map((part) => checker.getPropertyOfType(part, step.name))
        .find((found) => found !== undefined);
      if (property === undefined) return undefined;
      last = property;
      type = checker.getTypeOfSymbol(property);
    }
  }
  return last;
}

type TypeScriptFlags = Pick<UserProgram["typeScript"], "IndexKind">;

function partsOf(type: ts.Type): readonly ts.Type[] {
  return type.isUnion() ? type.types : [type];
}
