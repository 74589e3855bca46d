import type { CelType } from "../type.js";
import {
  boolType,
  bytesType,
  doubleType,
  durationType,
  dynType,
  intType,
  listType,
  mapType,
  objectType,
  opaqueType,
  optionalType,
  stringType,
  timestampType,
  typeParameter,
  typeType,
  uintType,
} from "../type.js";

/** One overload of a function: what the checker may choose for a call. */
export interface Overload {
  /** Name in an expression: `size`, `_+_`, `sets.contains`. */
  readonly function: string;
  /** cel-go's overload id; what run-time implementations are found by. */
  readonly id: string;
  readonly style: "member" | "global";
  /** For members the receiver comes first. */
  readonly parameters: readonly CelType[];
  readonly result: CelType;
  /** Names of the type parameters in the signature, in the order in which they occur. */
  readonly typeParameters: readonly string[];
}

/** A set of functions that came to Kubernetes together. */
export interface Library {
  readonly name: string;
  /**
   * Minor version of the compatibility version that has it, as in Kubernetes' `environment/base.go`; 0 = always.
   * A server lets new expressions use what its compatibility version has, one below its own by default.
   */
  readonly introduced: number;
  /** The first compatibility version that does without it. */
  readonly removed?: number;
  /** Minor version of the first server whose binary has it, where that is no matter of compatibility versions. */
  readonly firstServer?: number;
  readonly overloads: readonly Overload[];
}

/** A function called as `receiver.name(…)`; the receiver is the first parameter. */
export function member(
  name: string,
  id: string,
  parameters: readonly CelType[],
  result: CelType,
): Overload {
  return overload(name, id, "member", parameters, result);
}

/** A function called as `name(…)`, or an operator. */
export function global(
  name: string,
  id: string,
  parameters: readonly CelType[],
  result: CelType,
): Overload {
  return overload(name, id, "global", parameters, result);
}

function overload(
  name: string,
  id: string,
  style: "member" | "global",
  parameters: readonly CelType[],
  result: CelType,
): Overload {
  const names = new Set<string>();
  for (const type of [...parameters, result]) collectTypeParameters(type, names);
  return { function: name, id, style, parameters, result, typeParameters: [...names] };
}

function collectTypeParameters(type: CelType, names: Set<string>): void {
  switch (type.kind) {
    case "param":
      names.add(type.name);
      break;
    case "list":
      collectTypeParameters(type.element, names);
      break;
    case "map":
      collectTypeParameters(type.key, names);
      collectTypeParameters(type.value, names);
      break;
    case "opaque":
      for (const parameter of type.parameters) collectTypeParameters(parameter, names);
      break;
    case "type":
      if (type.parameter !== undefined) collectTypeParameters(type.parameter, names);
      break;
    default:
      break;
  }
}

// Short names for the tables of signatures.
export const bool = boolType;
export const int = intType;
export const uint = uintType;
export const double = doubleType;
export const string = stringType;
export const bytes = bytesType;
export const timestamp = timestampType;
export const duration = durationType;
export const dyn = dynType;
export const A = typeParameter("A");
export const B = typeParameter("B");
export const K = typeParameter("K");
export const V = typeParameter("V");
export const T = typeParameter("T");
export const list = listType;
export const map = mapType;
export const optional = optionalType;
export const type = typeType;

/** Types of the Kubernetes libraries. */
export const url = objectType("kubernetes.URL");
export const quantity = objectType("kubernetes.Quantity");
export const semver = objectType("kubernetes.Semver");
export const format = objectType("kubernetes.NamedFormat");
export const ip = opaqueType("net.IP");
export const cidr = opaqueType("net.CIDR");
export const authorizer = objectType("kubernetes.authorization.Authorizer");
export const pathCheck = objectType("kubernetes.authorization.PathCheck");
export const groupCheck = objectType("kubernetes.authorization.GroupCheck");
export const resourceCheck = objectType("kubernetes.authorization.ResourceCheck");
export const decision = objectType("kubernetes.authorization.Decision");
