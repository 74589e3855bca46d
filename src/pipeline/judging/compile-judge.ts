import { admitBackend } from "../../backends/admit.js";
import type { Unit } from "../../backends/backend.js";
import { defaultsBackend } from "../../backends/defaults.js";
import { pruneBackend } from "../../backends/prune.js";
import { rulesBackend } from "../../backends/rules.js";
import { validateBackend } from "../../backends/validate/backend.js";
import { Diagnostics } from "../../diagnostics/diagnostics.js";
import type { ModuleReference } from "../../emit/code.js";
import type { ModuleExports } from "../../emit/evaluate.js";
import { evaluateFiles } from "../../emit/evaluate.js";
import type { Resource, Version } from "../../ir/resource.js";
import { StoredRules } from "../../rules/stored-rules.js";
import type { KubernetesMinor } from "../../versions/kubernetes-version.js";
import type { CompiledVersion } from "../compile-unit.js";
import type { UnitFiles } from "../emit-context.js";
import { createEmitContext } from "../emit-context.js";
import * as runtime from "./runtime.js";
import { createShortNames } from "./short-names.js";

/** The functions of a version that judge objects. */
export type CompiledJudge = Pick<CompiledVersion, "admit" | "prune" | "default">;

/** Gives the functions of a version of a resource. */
export type CompileJudge = (resource: Resource, version: Version) => CompiledJudge;

/** In their order: each imports files of those before it. */
const backends = [pruneBackend, defaultsBackend, rulesBackend, validateBackend, admitBackend];

/** Linked under this name, and never resolved as a package. */
const runtimePackage: ModuleReference = {
  kind: "package",
  specifier: "crdgen/runtime/v1/internal",
};

/**
 * Compiles what judges objects, and nothing else: a fraction of crdgen, for programs to which its
 * size matters. The functions of a version are made once.
 *
 * @returns a function that throws a CodeGenerationForbiddenError where the host forbids making
 *   functions from text
 */
export function createJudgeCompiler(kubernetes: KubernetesMinor): CompileJudge {
  const rules = new StoredRules(kubernetes);
  const known = new WeakMap<Version, CompiledJudge>();
  return (resource, version) => {
    let compiled = known.get(version);
    if (compiled === undefined) {
      compiled = compile({ resource, version, names: createShortNames(), rules, kubernetes });
      known.set(version, compiled);
    }
    return compiled;
  };
}

function compile(unit: Unit): CompiledJudge {
  const files: UnitFiles = new Map();
  const context = createEmitContext(unit, files, [], new Diagnostics(), () => runtimePackage);
  for (const backend of backends) backend.generate(unit, undefined, context);
  const evaluated = evaluateFiles([...files.values()], () => runtimeExports);
  const exported = new Map([...evaluated.values()].flatMap(Object.entries<unknown>));
  const { type } = unit.names;
  const functions: Readonly<Record<keyof CompiledJudge, unknown>> = {
    admit: exported.get(`admit${type}`),
    prune: exported.get(`prune${type}`),
    default: exported.get(`default${type}`),
  };
  return functions as CompiledJudge; // each back end says what it exports
}

const runtimeExports: ModuleExports = runtime;
