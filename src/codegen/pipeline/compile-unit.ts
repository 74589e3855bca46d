import { Diagnostics } from "../../crd/diagnostics/diagnostics.js";
import type { Resource, Version } from "../../crd/ir/resource.js";
import { StoredRules } from "../../crd/rules/ruled-nodes.js";
import type { Admission, AdmitOptions } from "../../runtime/v1/admission/admission.js";
import type { ApplyToOptions } from "../../runtime/v1/apply/apply-to.js";
import type { Applied } from "../../runtime/v1/apply/merge-configuration.js";
import type { MergeSchema } from "../../runtime/v1/apply/merge-schema.js";
import type { CelRule } from "../../runtime/v1/cel/rules/rule-node.js";
import { parseJsonPath } from "../../runtime/v1/client/tables/json-path.js";
import type { ServedVersion } from "../../runtime/v1/testing/served-version.js";
import type {
  CheckOptions,
  ValidateOptions,
} from "../../runtime/v1/validation/resource-validation.js";
import type { ResourceSchema } from "../../runtime/v1/validation/standard-schema.js";
import type { FieldError } from "../../runtime/v1/values/field-error.js";
import type { KubernetesMinor } from "../../runtime/v1/values/kubernetes-version.js";
import type { ResourceDefinition } from "../../runtime/v1/values/resource-definition.js";
import type { Backend, Unit } from "../backends/backend.js";
import { loadBackends } from "../backends/builtin.js";
import { definitionOf } from "../backends/client.js";
import { createNames } from "../backends/names.js";
import type { ModuleReference } from "../emit/code.js";
import type { ModuleExports } from "../emit/evaluate.js";
import { evaluateFiles } from "../emit/evaluate.js";
import type { UnitFiles } from "./emit-context.js";
import { createEmitContext } from "./emit-context.js";

/**
 * The functions of one version of a resource: those that `generate` writes, without the kind in
 * their names.
 */
export interface CompiledVersion {
  /** Tells whether the API server would accept an object; defaults may still be missing. */
  readonly is: (value: unknown, options?: CheckOptions) => boolean;
  /**
   * Throws an `InvalidObjectError` that lists all faults of an object that the API server would
   * refuse.
   */
  readonly assert: (value: unknown, options?: ValidateOptions) => void;
  /** Why the API server would refuse an object as it is sent: the causes in its answer. */
  readonly validate: (object: unknown, options?: ValidateOptions) => FieldError[];
  /** Removes unknown fields in place; gives their paths as the server names them, sorted. */
  readonly prune: (object: unknown) => string[];
  /** Handles nulls and fills in defaults, in place. */
  readonly default: (object: unknown) => void;
  /** The errors of the CEL rules alone. */
  readonly checkRules: (object: unknown, oldObject?: unknown) => FieldError[];
  /** The CEL rules one by one, in the order of the schema. */
  readonly rules: readonly CelRule[];
  /** Returns the API server's answer to a write of an object. */
  readonly admit: (object: unknown, options?: AdmitOptions) => Admission;
  /**
   * Merges a configuration into an object as server-side apply does; without an object, it makes
   * one.
   */
  readonly applyTo: (
    live: object | undefined,
    configuration: object,
    manager: string | ApplyToOptions,
  ) => Applied;
  /** The facts about the schema that server-side apply needs. */
  readonly mergeSchema: MergeSchema;
  /** The validation as a Standard Schema. */
  readonly schema: ResourceSchema<unknown, unknown>;
  /** For `memoryApiServer` of `crdgen/runtime/v1/testing`. */
  readonly served: ServedVersion;
}

/** Compiles one version of a resource for one server. */
export type CompileUnit = (resource: Resource, version: Version) => CompiledVersion;

/** Linked under this name, and never resolved as a package. */
const runtimePackage: ModuleReference = {
  kind: "package",
  specifier: "crdgen/runtime/v1/internal",
};

/**
 * Loads what compiling needs: the back ends and the runtime. The runtime comes as a whole and by a
 * literal specifier, so that whoever bundles crdgen bundles it too.
 */
export async function loadUnitCompiler(kubernetes: KubernetesMinor): Promise<CompileUnit> {
  const loaded = await loadBackends(["prune", "defaults", "rules", "validate", "admit", "apply"]);
  // Types leave nothing to run.
  const backends = loaded.filter(({ name }) => name !== "types");
  const runtime: ModuleExports = await import("../../runtime/v1/internal.js");
  const rules = new StoredRules(kubernetes);
  const parts = new Set(backends.map(({ name }) => name));
  return (resource, version) => {
    const names = createNames(resource, version, new Diagnostics());
    return compileUnit({ resource, version, names, parts, rules, kubernetes }, backends, runtime);
  };
}

function compileUnit(
  unit: Unit,
  backends: readonly Backend[],
  runtime: ModuleExports,
): CompiledVersion {
  const files: UnitFiles = new Map();
  const context = createEmitContext(unit, files, [], new Diagnostics(), () => runtimePackage);
  for (const backend of backends) backend.generate(unit, undefined, context);
  const evaluated = evaluateFiles([...files.values()], () => runtime);
  const exported = new Map([...evaluated.values()].flatMap(Object.entries<unknown>));
  const { type, value } = unit.names;
  const functions: Readonly<Record<Exclude<keyof CompiledVersion, "served">, unknown>> = {
    is: exported.get(`is${type}`),
    assert: exported.get(`assert${type}`),
    validate: exported.get(`validate${type}`),
    prune: exported.get(`prune${type}`),
    default: exported.get(`default${type}`),
    checkRules: exported.get(`check${type}Rules`),
    rules: exported.get(`${value}Rules`),
    admit: exported.get(`admit${type}`),
    applyTo: exported.get(`${value}ApplyTo`),
    mergeSchema: exported.get(`${value}MergeSchema`),
    schema: exported.get(`${value}Schema`),
  };
  const compiled = functions as Omit<CompiledVersion, "served">; // each back end says what it exports
  return { ...compiled, served: servedVersion(unit, compiled) };
}

function servedVersion(
  unit: Unit,
  { admit, prune, default: fill, mergeSchema }: Omit<CompiledVersion, "served">,
): ServedVersion {
  return { ...servedHead(unit.resource, unit.version), admit, prune, fill, mergeSchema };
}

/** Returns a served version without its functions. */
function servedHead(
  resource: Resource,
  version: Version,
): Omit<ServedVersion, "admit" | "prune" | "fill"> {
  const { storage, served, deprecationWarning } = version;
  const definition = definitionOf({ resource, version }) as unknown as ResourceDefinition; // as it is generated
  return {
    ...definition,
    storage,
    served,
    ...(deprecationWarning !== undefined && { deprecationWarning }),
    readPath: parseJsonPath,
  };
}

/**
 * A version that is compiled when the first of its functions is asked for.
 *
 * @param resource of which only names, scope and what is no schema is looked at
 * @param compile gives the functions; called once
 * @param state of its definition
 */
export function servedWhenCompiled(
  resource: Resource,
  version: Version,
  compile: () => CompiledVersion,
  state: Pick<ServedVersion, "terminating" | "unresolved">,
): ServedVersion {
  let compiled: CompiledVersion | undefined;
  const functions = (): CompiledVersion => (compiled ??= compile());
  return {
    ...servedHead(resource, version),
    ...state,
    admit: (object, options) => functions().admit(object, options),
    prune: (object) => functions().prune(object),
    fill: (object) => {
      functions().default(object);
    },
    get mergeSchema() {
      return functions().mergeSchema;
    },
  };
}
