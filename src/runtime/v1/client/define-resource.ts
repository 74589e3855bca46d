import type {
  KubernetesList,
  ObjectMeta,
  ObjectMetaApply,
  ObjectMetaInput,
} from "../values/kubernetes.js";
import type { ResourceDefinition, Scope, TypedDefinition } from "../values/resource-definition.js";

/** The facts about a resource that `defineResource` needs; all else has defaults. */
export interface ResourceSketch<S extends Scope = Scope>
  extends
    Partial<
      Omit<ResourceDefinition, "scope" | "subresources" | "group" | "version" | "kind" | "plural">
    >,
    Pick<ResourceDefinition, "group" | "version" | "kind" | "plural"> {
  readonly scope: S;
  /** The default is none. */
  readonly subresources?: Partial<ResourceDefinition["subresources"]> | undefined;
}

/**
 * The types of a resource whose objects are `T`, in whatever package of types that is. The metadata
 * have the types of this runtime, which say what the server sends; lists of built-in kinds leave
 * out the `apiVersion` and `kind` of their items.
 */
export interface DefinedTypes<T, S extends Scope> {
  readonly scope: S;
  readonly read: Omit<T, "metadata"> & { metadata: ObjectMeta };
  readonly input: Omit<T, "metadata"> & { metadata: ObjectMetaInput };
  readonly apply: DeepPartial<Omit<T, "metadata" | "apiVersion" | "kind">> & {
    apiVersion: string;
    kind: string;
    metadata: ObjectMetaApply;
  };
  readonly list: KubernetesList<DefinedTypes<T, S>["read"]>;
  readonly status: T extends { status?: infer Status } ? DeepPartial<Status> : unknown;
  readonly field: never;
}

/** A value whose fields may all be absent, at any depth. */
export type DeepPartial<T> = T extends readonly (infer Item)[]
  ? DeepPartial<Item>[]
  : T extends object
    ? { [Key in keyof T]?: DeepPartial<T[Key]> | undefined }
    : T;

/**
 * The definition of a resource that no CRD describes, such as Pod, for a client of it:
 *
 * ```ts
 * import type { Pod } from "kubernetes-types/core/v1";
 *
 * const pod = defineResource<Pod>({
 *   group: "", // the core group: /api/v1
 *   version: "v1",
 *   kind: "Pod",
 *   plural: "pods",
 *   scope: "Namespaced",
 *   subresources: { status: true },
 * });
 * const pods = new ResourceClient(pod, transport);
 * const status = statusClientOf(pods);
 * ```
 *
 * @typeParam T an object of the resource; any package of types will do
 * @throws TypeError if version, kind, plural or scope is missing
 */
export function defineResource<T>(
  sketch: ResourceSketch<"Namespaced">,
): TypedDefinition<DefinedTypes<T, "Namespaced">>;
export function defineResource<T>(
  sketch: ResourceSketch<"Cluster">,
): TypedDefinition<DefinedTypes<T, "Cluster">>;
export function defineResource(sketch: ResourceSketch): ResourceDefinition {
  for (const part of ["version", "kind", "plural", "scope"] as const) {
    if (!sketch[part]) throw new TypeError(`defineResource needs the ${part} of the resource`);
  }
  return {
    listKind: `${sketch.kind}List`,
    singular: sketch.kind.toLowerCase(),
    shortNames: [],
    categories: [],
    printerColumns: [],
    selectableFields: [],
    ...sketch,
    subresources: { status: false, ...sketch.subresources },
  };
}
