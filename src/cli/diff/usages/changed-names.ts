import type { ts } from "ts-morph";
import { typeNameOfKind } from "../../../codegen/backends/names.js";
import type { Resource } from "../../../crd/ir/resource.js";
import type { Change } from "../../../tools/diff/change.js";
import type { OutputNames } from "./regenerate.js";
import { outputFolderOf } from "./regenerate.js";
import type { FileOfCrdgen, TypeScript, UserProgram } from "./user-program.js";

/** The names in programs that changes are about. */
export interface ChangedNames {
  /** Properties and types, by their declarations. */
  readonly declarations: ReadonlyMap<ts.Declaration, readonly Change[]>;
  /** Files with all that they declare: of versions and CRDs that are gone. */
  readonly files: ReadonlyMap<ts.SourceFile, readonly Change[]>;
  /** Fields that cannot be selected by any more: their names in field selectors. */
  readonly selectors: ReadonlyMap<string, readonly Change[]>;
}

/** Types of an object, by what their names end with: as read, as sent, as applied. */
const flavours = ["", "Input", "Apply"] as const;

/**
 * Finds what changes are about in the code that a program imports: properties in all flavours of
 * the types, members of clients, and whole files. A change of a list's items, or of a map's values,
 * is one of the property that holds the list or the map.
 */
export function changedNames(
  user: UserProgram,
  changes: readonly Change[],
  oldResources: ReadonlyMap<string, Resource>,
  outputs: OutputNames,
): ChangedNames {
  const names = new NameCollector(user, outputs);
  for (const change of changes) {
    const old = oldResources.get(change.resource);
    if (old === undefined) continue;
    for (const file of user.generated) {
      const { unit } = file;
      if (unit?.resource !== `${old.names.plural}.${old.group}`) continue;
      if (unit.version === (change.version ?? unit.version)) names.add(change, old, file);
    }
  }
  return names;
}

/** Changes after which nothing of a version is generated. */
const endsOfVersions: ReadonlySet<string> = new Set([
  "diff/crd-removed",
  "diff/version-removed",
  "diff/version-unserved",
]);

/** Changes of a field after which the name of its type may be gone. */
const endsOfTypes: ReadonlySet<string> = new Set([
  "diff/field-removed",
  "diff/field-renamed",
  "diff/type-changed",
  "diff/map-values-removed",
]);

/** Changes of subresources, by the members of clients. */
const memberOfChange: ReadonlyMap<string, string> = new Map([
  ["diff/status-removed", "status"],
  ["diff/scale-removed", "scale"],
  ["diff/scale-changed", "scale"],
]);

class NameCollector implements ChangedNames {
  readonly declarations = new Map<ts.Declaration, Change[]>();
  readonly files = new Map<ts.SourceFile, Change[]>();
  readonly selectors = new Map<string, Change[]>();
  readonly #typeScript: TypeScript;
  readonly #checker: ts.TypeChecker;
  readonly #outputs: OutputNames;

  constructor({ typeScript, program }: UserProgram, outputs: OutputNames) {
    this.#typeScript = typeScript;
    this.#checker = program.getTypeChecker();
    this.#outputs = outputs;
  }

  /** Adds what a change is about in a file of its version. */
  add(change: Change, old: Resource, file: FileOfCrdgen): void {
    const type = typeNameOfKind(this.#outputs.kindIn(outputFolderOf(file) ?? "", old));
    const { code, before = "" } = change;
    if (endsOfVersions.has(code) || isOtherKind(change)) push(this.files, file.file, change);
    else if (code === "diff/scope-changed") this.#addExports(file, [`${type}Client`], change);
    else if (code === "diff/selectable-field-removed") push(this.selectors, change.path, change);
    else if (memberOfChange.has(code)) {
      this.#addMember(file, `${type}Client`, [memberOfChange.get(code) ?? ""], change);
    } else if (code.startsWith("diff/column-")) {
      const [, name = ""] = /^(.*?) \(\w+[^)]*\) of /s.exec(before) ?? [];
      this.#addMember(file, `${type}Types`, ["columns", name], change);
    } else if (change.path !== "") {
      for (const flavour of flavours) {
        this.#addPath(file, type + flavour, stepsOf(change.path), change);
      }
    }
  }

  #addExports(file: FileOfCrdgen, names: readonly string[], change: Change): void {
    for (const symbol of this.#exportsOf(file, names)) this.#addSymbol(symbol, change);
  }

  #addMember(file: FileOfCrdgen, type: string, names: readonly string[], change: Change): void {
    this.#addPath(
      file,
      type,
      names.map((name) => ({ name })),
      change,
    );
  }

  #addPath(file: FileOfCrdgen, name: string, steps: readonly Step[], change: Change): void {
    for (const symbol of this.#exportsOf(file, [name])) {
      const type = this.#checker.getDeclaredTypeOfSymbol(symbol);
      const found = this.#follow(type, steps);
      for (const property of found) this.#addSymbol(property, change);
      if (!endsOfTypes.has(change.code)) continue;
      for (const property of found) {
        const named = this.#elementOf(this.#checker.getTypeOfSymbol(property));
        const own = [named.aliasSymbol, named.symbol].flatMap((one) => one?.declarations ?? []);
        for (const declaration of own) {
          if (declaration.getSourceFile() === file.file) {
            push(this.declarations, declaration, change);
          }
        }
      }
    }
  }

  #addSymbol(symbol: ts.Symbol, change: Change): void {
    for (const declaration of symbol.declarations ?? []) {
      push(this.declarations, declaration, change);
    }
  }

  #exportsOf({ file }: FileOfCrdgen, names: readonly string[]): readonly ts.Symbol[] {
    const module = this.#checker.getSymbolAtLocation(file);
    if (module === undefined) return [];
    const exported = this.#checker.getExportsOfModule(module);
    return exported.filter(
      ({ name, declarations = [] }) =>
        names.includes(name) && declarations.some((one) => one.getSourceFile() === file),
    );
  }

  /** The last properties on the way, as far as the types know it: one of each part of a union. */
  #follow(root: ts.Type, steps: readonly Step[]): readonly ts.Symbol[] {
    let types: readonly ts.Type[] = [root];
    let last: readonly ts.Symbol[] = [];
    for (const step of steps) {
      const parts = types.flatMap((type) => partsOf(this.#checker.getNonNullableType(type)));
      if (step === "items" || step === "values") {
        const below = parts.flatMap((part) => this.#belowOf(part, step));
        if (below.length === 0) return last;
        types = below;
      } else {
        last = parts.flatMap((part) => this.#checker.getPropertyOfType(part, step.name) ?? []);
        types = last.map((property) => this.#checker.getTypeOfSymbol(property));
      }
    }
    return last;
  }

  #belowOf(part: ts.Type, step: "items" | "values"): readonly ts.Type[] {
    const { Number: number, String: text } = this.#typeScript.IndexKind;
    const below = this.#checker.getIndexTypeOfType(part, step === "items" ? number : text);
    return below === undefined ? [] : [below];
  }

  /** Returns the type inside the lists and maps of a type. */
  #elementOf(type: ts.Type): ts.Type {
    const whole = this.#checker.getNonNullableType(type);
    if (this.#checker.isArrayType(whole)) {
      return this.#elementOf(this.#belowOf(whole, "items")[0] ?? whole);
    }
    const isNamed = whole.aliasSymbol !== undefined || whole.isClassOrInterface();
    const [values] = isNamed ? [] : this.#belowOf(whole, "values");
    return values === undefined ? whole : this.#elementOf(values);
  }
}

/** Tells whether the types have other names, or stand in another folder. */
function isOtherKind({ code, before = "" }: Change): boolean {
  return code === "diff/names-changed" && /^(?:kind|plural) /.test(before);
}

function push<Key>(map: Map<Key, Change[]>, key: Key, change: Change): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [change]);
  else if (!list.includes(change)) list.push(change);
}

/** The types of a union, or the one that is none. */
export function partsOf(type: ts.Type): readonly ts.Type[] {
  return type.isUnion() ? type.types : [type];
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
