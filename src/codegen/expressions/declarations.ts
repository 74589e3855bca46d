import type { Environment } from "../../cel/check/environment.js";
import { createEnvironment, withVariables } from "../../cel/check/environment.js";
import { readType } from "../../cel/check/read-type.js";
import type { CelType } from "../../cel/type.js";
import { optionalType } from "../../cel/type.js";
import { SchemaTable } from "../../crd/ir/schema-table.js";
import type { Schema } from "../../crd/ir/schema.js";
import type { DeclaredType } from "../../crd/rules/declared-type.js";
import { DeclaredTypes } from "../../crd/rules/declared-type.js";
import type { Json } from "../../runtime/v1/values/json/json.js";
import type { KubernetesMinor } from "../../runtime/v1/values/kubernetes-version.js";
import {
  newestMinor,
  oldestMinor,
  parseKubernetesVersion,
} from "../../runtime/v1/values/kubernetes-version.js";
import { has } from "../../runtime/versions/changes.js";

/** The names that an expression may refer to, and the version whose CEL it is written in. */
export interface Declarations<V extends VariableDeclarations = VariableDeclarations> {
  /** By their names, which may have dots. */
  readonly variables?: V;
  /** Whose CEL, `1.28` to `1.37` (default: the newest). */
  readonly kubernetesVersion?: string;
  /**
   * As an expression that the server has stored already, with all that it knows (the default).
   * `false`: as a new one, which may use only what the server one version back knew as well.
   */
  readonly stored?: boolean;
}

/** The variables that an expression may read, by their names. */
export type VariableDeclarations = Readonly<Record<string, VariableDeclaration>>;

/**
 * The text of a type (`list(string)`), a type, or a structural schema whose data the variable is.
 */
export type VariableDeclaration = string | CelType | SchemaVariable;

/** A variable that is JSON data of a structural schema, as `self` is in the rules of a CRD. */
export interface SchemaVariable {
  /** As in `openAPIV3Schema`. */
  readonly schema: object;
  /**
   * The root of a resource, which has `apiVersion`, `kind` and `metadata` whatever the schema says.
   */
  readonly resource?: boolean;
  /**
   * An `optional_type` of the data, as `oldSelf` is for rules with `optionalOldSelf`; bound to
   * `undefined`: none.
   */
  readonly optional?: boolean;
}

/** Thrown for declarations that mean nothing: a fault of the caller, not of the expression. */
export class DeclarationError extends Error {
  override readonly name: string = "DeclarationError";
}

/** A declared variable as the checker, the emitter and the interpreter need it. */
export interface Variable {
  readonly name: string;
  readonly type: CelType;
  /** The data of the variable, if it has a schema. */
  readonly data: DataVariable | undefined;
}

/**
 * A schema variable, read: the schema as the front end would have it, and the type that rules see
 * of it.
 */
export interface DataVariable {
  readonly schema: Schema;
  readonly isResource: boolean;
  readonly isOptional: boolean;
  readonly declared: DeclaredType;
}

/** Declarations, read. */
export interface Scope {
  readonly minor: KubernetesMinor;
  readonly environment: Environment;
  readonly variables: readonly Variable[];
}

interface Option {
  readonly expected: string;
  readonly accepts: (value: unknown) => boolean;
}

/** The values that each option takes, for callers whom no compiler told. */
const options: ReadonlyMap<string, Option> = new Map<string, Option>([
  ["variables", { expected: "an object", accepts: isObject }],
  ["kubernetesVersion", { expected: 'a string such as "1.34"', accepts: isText }],
  ["stored", { expected: "true or false", accepts: (value) => typeof value === "boolean" }],
]);

/** @throws DeclarationError */
export function readDeclarations(declarations: Declarations): Scope {
  checkDeclarations(declarations);
  const { kubernetesVersion, stored = true } = declarations;
  const minor =
    kubernetesVersion === undefined ? newestMinor : parseKubernetesVersion(kubernetesVersion);
  if (minor === undefined) {
    throw new DeclarationError(
      `kubernetesVersion: '${kubernetesVersion}' is not one of 1.${oldestMinor} to 1.${newestMinor}`,
    );
  }
  const base = createEnvironment({ kubernetesVersion: minor, stored });
  // One for all: what is emitted tells schemas apart by their ids.
  const table = new SchemaTable();
  const home = {
    environment: base,
    table,
    declaredTypes: new DeclaredTypes(minor),
    types: new Map(),
  };
  const variables = Object.entries(declarations.variables ?? {}).map(([name, declaration]) =>
    readVariable(name, declaration, home),
  );
  const types = new Map(variables.map(({ name, type }) => [name, type]));
  return { minor, environment: withVariables(base, types), variables };
}

/** Options that are `undefined` are as good as absent. */
function checkDeclarations(declarations: unknown): void {
  if (!isObject(declarations)) throw new DeclarationError("declarations: must be an object");
  for (const [name, value] of Object.entries(declarations)) {
    const option = options.get(name);
    if (option === undefined) {
      const known = [...options.keys()].join(", ");
      throw new DeclarationError(`${name}: there is no such option; the options are ${known}`);
    }
    if (value !== undefined && !option.accepts(value)) {
      throw new DeclarationError(`${name}: must be ${option.expected}`);
    }
  }
}

/** @throws DeclarationError for an expression that is no text */
export function checkText(expression: unknown): void {
  if (!isText(expression)) throw new DeclarationError("expression: must be a string");
}

function isText(value: unknown): boolean {
  return typeof value === "string";
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

interface VariableHome {
  readonly environment: Environment;
  readonly table: SchemaTable;
  readonly declaredTypes: DeclaredTypes;
  /** Those of schemas: `self` and `oldSelf` of one schema have one type. */
  readonly types: Map<DeclaredType, CelType>;
}

function readVariable(
  name: string,
  declaration: VariableDeclaration,
  home: VariableHome,
): Variable {
  if (!/^[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*$/.test(name)) {
    throw new DeclarationError(`variables: '${name}' is not a valid name`);
  }
  if (typeof declaration === "string") {
    const type = readType(declaration);
    if (type !== undefined) return { name, type, data: undefined };
    throw new DeclarationError(`variables: '${name}' has an unknown type: '${declaration}'`);
  }
  if (!isObject(declaration)) {
    throw new DeclarationError(`variables: '${name}' must be a type or have a schema`);
  }
  if ("kind" in declaration) return { name, type: declaration, data: undefined };
  return readSchemaVariable(name, declaration, home);
}

function readSchemaVariable(
  name: string,
  declaration: SchemaVariable,
  { environment, table, declaredTypes, types }: VariableHome,
): Variable {
  const { resource = false, optional = false } = declaration;
  if (!isObject(declaration.schema)) {
    throw new DeclarationError(`variables: the schema of '${name}' must be an object`);
  }
  const schema = table.schema(declaration.schema as Json); // what is no JSON is ignored like an unknown keyword
  const declared = declaredTypes.of(schema, resource);
  if (declared === undefined) {
    throw new DeclarationError(`variables: CEL has no type for the schema of '${name}'`);
  }
  const selection = has(environment.compatibilityVersion, "keywordFields")
    ? "reserved words too"
    : "escaped only";
  const type = types.get(declared) ?? declared.celType(`${name}Type`, selection);
  types.set(declared, type);
  const data = { schema, isResource: resource, isOptional: optional, declared };
  return { name, type: optional ? optionalType(type) : type, data };
}
