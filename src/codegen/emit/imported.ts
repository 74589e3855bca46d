/** A name that generated code takes from another module. */
export interface Imported {
  /** As exported; `*` for all that the module exports. */
  readonly name: string;
  /**
   * As used in this file: `name`, or with a suffix that no CRD can produce where that is taken
   * (`Map$1`).
   */
  readonly local: string;
  readonly from: ModuleReference;
  readonly typeOnly: boolean;
}

/** A file of the output by its path without extension (`runtime/v1/json`), or a package. */
export type ModuleReference =
  | { readonly kind: "file"; readonly path: string }
  | { readonly kind: "package"; readonly specifier: string };
