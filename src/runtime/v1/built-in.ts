/** Kinds of Kubernetes' own, for a server in memory. */
export { builtInKind, builtInKinds } from "./built-in/built-in-kinds.js";
export type { BuiltInKindOptions } from "./built-in/built-in-kinds.js";
