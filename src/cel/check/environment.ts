import { has } from "../../runtime/versions/changes.js";
import { libraries } from "../libraries/libraries.js";
import type { Library, Overload } from "../libraries/row.js";
import { cidr, ip } from "../libraries/types.js";
import type { Constant } from "../syntax/ast.js";
import type { Expand, Macros } from "../syntax/macros.js";
import { listMacros, optionalMacros, standardMacros, twoVariableMacros } from "../syntax/macros.js";
import type { SyntaxOptions } from "../syntax/parse.js";
import type { CelType, OptionalName } from "../type.js";
import { dynType, intType, opaqueType, optionalType, typeType } from "../type.js";
import { enumConstants, standardTypeNames } from "./well-known-types.js";

/**
 * The environment in which expressions are compiled: the language of one server, and the variables
 * they may use.
 */
export interface Environment {
  /** Minor version of the server whose behaviour is followed: 28 is Kubernetes 1.28. */
  readonly kubernetesVersion: number;
  /**
   * Minor version of the libraries and language features that may be used; see
   * `EnvironmentOptions`.
   */
  readonly compatibilityVersion: number;
  readonly syntax: SyntaxOptions;
  readonly optionalName: OptionalName;
  readonly functions: ReadonlyMap<string, readonly Overload[]>;
  /** Ids of overloads that are declared, but not to be chosen. */
  readonly disabledOverloads: ReadonlySet<string>;
  /** Names that denote types. */
  readonly types: ReadonlyMap<string, CelType>;
  readonly variables: ReadonlyMap<string, CelType>;
  /**
   * The first parts of qualified names (`net.IP`, `optional.of`); a chain that begins otherwise is
   * none.
   */
  readonly qualifiers: ReadonlySet<string>;
}

/**
 * Which server, for which expressions, and what they may name. Two minor versions matter:
 * `kubernetesVersion` is that of the server's binary and decides how it behaves, the compatibility
 * version decides what it lets expressions use (Kubernetes `cel/environment/environment.go`,
 * NewExpressions and StoredExpressions).
 */
export interface EnvironmentOptions {
  /** Minor version of the server, 28 to 37. */
  readonly kubernetesVersion: number;
  /**
   * Compile as an expression that is stored already: with everything the server knows. A new
   * expression may use only what the server one version back knew as well (its minimum
   * compatibility version).
   */
  readonly stored?: boolean;
  /** The compatibility version of a server that was told to emulate another one. */
  readonly compatibilityVersion?: number;
  readonly variables?: ReadonlyMap<string, CelType>;
  /** Further names that denote types. */
  readonly typeNames?: ReadonlyMap<string, CelType>;
}

/**
 * The environment of a server (Kubernetes `cel/environment/base.go`); its tables are made once per
 * version.
 */
export function createEnvironment(options: EnvironmentOptions): Environment {
  const { kubernetesVersion, stored = false, variables = new Map<string, CelType>() } = options;
  const compatibilityVersion = stored
    ? kubernetesVersion
    : (options.compatibilityVersion ?? kubernetesVersion - 1);
  const base = baseEnvironment(kubernetesVersion, compatibilityVersion);
  const { typeNames } = options;
  if (typeNames === undefined) return withVariables(base, variables);
  const types = new Map([...base.types, ...typeNames]);
  const qualifiers = new Set([...base.qualifiers, ...qualifiersOf(typeNames.keys())]);
  return withVariables({ ...base, types, qualifiers }, variables);
}

/** By server and compatibility version. */
const environments = new Map<string, Environment>();

function baseEnvironment(server: number, compatibility: number): Environment {
  const key = `${server} ${compatibility}`;
  const known = environments.get(key);
  if (known !== undefined) return known;
  const functions = functionsOf(server, compatibility);
  const types = typesOf(server, compatibility);
  const made: Environment = {
    kubernetesVersion: server,
    compatibilityVersion: compatibility,
    syntax: syntaxOf(server, compatibility),
    optionalName: has(server, "optionalTypeName") ? "optional_type" : "optional",
    functions,
    disabledOverloads: disabledOverloads(functions, compatibility),
    types,
    variables: new Map(),
    qualifiers: new Set([...qualifiersOf(functions.keys()), ...qualifiersOf(types.keys())]),
  };
  environments.set(key, made);
  return made;
}

function qualifiersOf(names: Iterable<string>): readonly string[] {
  return Array.from(names)
    .filter((name) => name.includes("."))
    .map((name) => name.slice(0, name.indexOf(".")));
}

/** The same environment with other variables. */
export function withVariables(
  environment: Environment,
  variables: ReadonlyMap<string, CelType>,
): Environment {
  const more = qualifiersOf(variables.keys());
  const qualifiers =
    more.length === 0 ? environment.qualifiers : new Set([...environment.qualifiers, ...more]);
  return { ...environment, variables, qualifiers };
}

/** Tells whether a server knows a library, and its compatibility version does. */
export function isAvailable(library: Library, server: number, compatibility: number): boolean {
  const { introduced, removed = Infinity, firstServer = 0 } = library;
  return introduced <= compatibility && compatibility < removed && firstServer <= server;
}

function functionsOf(
  server: number,
  compatibility: number,
): ReadonlyMap<string, readonly Overload[]> {
  const functions = new Map<string, Overload[]>();
  for (const library of libraries) {
    if (!isAvailable(library, server, compatibility)) continue;
    for (const overload of library.overloads) {
      const overloads = functions.get(overload.function);
      if (overloads === undefined) functions.set(overload.function, [overload]);
      else overloads.push(overload);
    }
  }
  return functions;
}

function disabledOverloads(
  functions: ReadonlyMap<string, readonly Overload[]>,
  compatibility: number,
): ReadonlySet<string> {
  const disabled = [...functions.values()]
    .flat()
    .filter(({ chosenSince = 0 }) => compatibility < chosenSince);
  return new Set(disabled.map(({ id }) => id));
}

/**
 * Returns the options of the syntax. Those that follow the server's version came with its cel-go:
 * 0.16 in 1.28, 0.17 up to 1.30, 0.20 in 1.31, 0.22 in 1.32, 0.23 in 1.33, 0.26 up to 1.36, 0.29 in
 * 1.37. Those that follow the compatibility version are listed in `cel/environment/base.go`.
 */
function syntaxOf(server: number, compatibility: number): SyntaxOptions {
  return {
    macros: macrosOf(compatibility),
    accumulator: has(server, "hiddenAccumulators") ? "@result" : "__result__",
    argumentFaults: has(server, "faultsAtArguments") ? "at argument" : "at call",
    optionalReceiver: has(server, "copiedReceivers") ? "copied" : "shared",
    optionals: has(compatibility, "optionals"),
    backticks: backticksOf(server),
    formatsMessages: !has(server, "verbatimSyntaxErrors"),
  };
}

function backticksOf(server: number): SyntaxOptions["backticks"] {
  if (has(server, "backtickFields")) return "allowed";
  return has(server, "backtickTokens") ? "refused" : "no token";
}

function macrosOf(compatibility: number): Macros {
  const macros = new Map<string, Expand>(standardMacros);
  const add = (more: Macros): void => {
    for (const [key, expand] of more) macros.set(key, expand);
  };
  if (has(compatibility, "optionals")) add(optionalMacros);
  if (has(compatibility, "twoVariableMacros")) add(twoVariableMacros);
  if (has(compatibility, "listMacros")) add(listMacros);
  return macros;
}

function typesOf(server: number, compatibility: number): ReadonlyMap<string, CelType> {
  const types = new Map<string, CelType>(standardTypeNames);
  if (has(compatibility, "optionals") && has(server, "optionalTypeName")) {
    const hasParameter = has(server, "optionalTypeParameter");
    types.set("optional_type", hasParameter ? optionalType(dynType) : opaqueType("optional_type"));
  }
  if (has(compatibility, "networkTypes")) types.set("net.IP", ip).set("net.CIDR", cidr);
  return types;
}

/** The overloads of a function; a leading dot of its name means nothing. */
export function functionNamed(
  environment: Environment,
  name: string,
): readonly Overload[] | undefined {
  return environment.functions.get(name.startsWith(".") ? name.slice(1) : name);
}

/** Finds the meaning of a name that is no loop variable: a variable, a type or a constant. */
export function resolveGlobal(
  environment: Environment,
  name: string,
): { readonly type: CelType; readonly constant: Constant | undefined } | undefined {
  const variable = environment.variables.get(name);
  if (variable !== undefined) return { type: variable, constant: undefined };
  const type = environment.types.get(name);
  if (type !== undefined) return { type: typeType(type), constant: undefined };
  const value = enumConstants.get(name);
  return value === undefined ? undefined : { type: intType, constant: { type: "int", value } };
}
