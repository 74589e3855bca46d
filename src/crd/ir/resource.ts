import type { JsonObject } from "../../runtime/v1/values/json/json.js";
import type { Path, SourceDocument } from "../source/source-file.js";
import type { Annotations } from "./annotations.js";
import type { Schema } from "./schema.js";

/** One CustomResourceDefinition. */
export interface Resource {
  readonly group: string;
  readonly names: Names;
  readonly scope: "Namespaced" | "Cluster";
  /** In the order of the CRD. */
  readonly versions: readonly Version[];
  readonly conversion: "None" | "Webhook";
  /** `spec.preserveUnknownFields` of v1beta1: nothing is pruned in any version. */
  readonly preserveUnknownFields: boolean;
  readonly document: SourceDocument;
  /** Path of the CRD in its document: empty, or `["items", 3]` in a `kind: List`. */
  readonly path: Path;
}

/** `spec.names`, defaulted as the API server does. */
export interface Names {
  readonly kind: string;
  readonly listKind: string;
  readonly plural: string;
  readonly singular: string;
  readonly shortNames: readonly string[];
  readonly categories: readonly string[];
}

/** One entry of `spec.versions`; what a v1beta1 CRD says of all its versions is in each. */
export interface Version {
  readonly name: string;
  readonly served: boolean;
  readonly storage: boolean;
  readonly deprecated: boolean;
  /**
   * The warning that the API server sends for every request, when the version is deprecated;
   * defaulted.
   */
  readonly deprecationWarning: string | undefined;
  /** Absent where a v1beta1 CRD has none. */
  readonly schema: Schema | undefined;
  readonly annotations: Annotations;
  /**
   * The schema as the API server stores it, from which it publishes OpenAPI; absent where it has
   * none that is structural, which v1beta1 allowed.
   */
  readonly structuralSchema: JsonObject | undefined;
  /** The status subresource. */
  readonly status: boolean;
  readonly scale: Scale | undefined;
  /** Empty = the default column, Age. */
  readonly printerColumns: readonly PrinterColumn[];
  /** JSON paths as written (`.spec.color`). */
  readonly selectableFields: readonly string[];
  /** Path of the version in its document. */
  readonly path: Path;
}

/** `subresources.scale`: JSON paths as written (`.spec.replicas`). */
export interface Scale {
  readonly specReplicasPath: string;
  readonly statusReplicasPath: string;
  readonly labelSelectorPath: string | undefined;
}

/**
 * An entry of `additionalPrinterColumns`; `priority` 0 is shown by `kubectl get`, all others by
 * `-o wide` alone.
 */
export interface PrinterColumn {
  readonly name: string;
  readonly type: string;
  readonly format: string;
  readonly description: string;
  readonly priority: number;
  readonly jsonPath: string;
}
