import type { Effect } from "../../diff/change.js";

/**
 * The content of pages, as plain data: it is written into pages as JSON, and read by their scripts.
 */

/** One distinct field, whatever the places where it stands; shared by all of them. */
export interface FieldNode {
  /** As people write it: `string`, `[]object`, `map[string]integer`, `integer or string`, `any`. */
  readonly type: string;
  /** Untrusted text. */
  readonly description?: string;
  /** As JSON. */
  readonly default?: string;
  /** Each as JSON. */
  readonly enum?: readonly string[];
  readonly constraints?: readonly FieldConstraint[];
  readonly rules?: readonly FieldRule[];
  /**
   * The keywords of the schema as YAML, without descriptions and the schemas of fields; absent
   * where the schema says nothing but its type.
   */
  readonly source?: string;
  /** Those of the innermost items or values, where the field is a list or a map of objects. */
  readonly fields?: readonly FieldEntry[];
  /** The steps between a field and its fields in a path: `[*]` per list, `.*` per map. */
  readonly steps?: string;
}

/** A field of an object: its name, the index of its node, and whether it is required. */
export type FieldEntry = readonly [name: string, node: number, required?: 1];

/**
 * A demand of a field in words: `["Length", "at most 63 characters"]`. What its items or values
 * have to be is about them: `["each item", "at least 1 character"]`.
 */
export type FieldConstraint = readonly [label: string, text: string];

/** A demand as a sentence needs it: `each item: at least 1 character`. */
export function constraintText([label, text]: FieldConstraint): string {
  return label.startsWith("each ") ? `${label}: ${text}` : text;
}

/** A rule of CEL. */
export interface FieldRule {
  readonly rule: string;
  readonly message?: string;
  /** The value that it is about, where that is not the field itself: `each item`, `each value`. */
  readonly subject?: string;
  /** A transition rule holds for updates alone. */
  readonly isTransition?: 1;
}

/** The fields of one version; node 0 is the object itself. */
export interface FieldTable {
  readonly nodes: readonly FieldNode[];
  /** What kubectl does with fields, in words, by path: `column AGE`. */
  readonly kubectl?: Readonly<Record<string, readonly string[]>>;
}

/** One version among those of a kind. */
export interface VersionLink {
  readonly name: string;
  /** From the root of the site. */
  readonly href: string;
  readonly served: boolean;
  readonly storage: boolean;
  readonly deprecated: boolean;
}

/** A fault of a CRD, in the API server's words. */
export interface CrdFault {
  readonly severity: "error" | "warning";
  readonly code: string;
  readonly message: string;
  readonly line: number | undefined;
  readonly help: string | undefined;
}

/** A change from one version of a kind to another, as `crdgen diff` tells it. */
export interface VersionChange {
  readonly code: string;
  /** The gravest first. */
  readonly effects: readonly Effect[];
  readonly path: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
  readonly reason: string;
}

/** The changes from an older version of a kind to this one. */
export interface VersionComparison {
  readonly from: VersionLink;
  readonly changes: readonly VersionChange[];
}

/** A column of `kubectl get`. */
export interface Column {
  readonly name: string;
  readonly type: string;
  readonly path: string;
  readonly description: string;
  /** Shown by `-o wide` alone. */
  readonly wide: boolean;
}

/** `minimal`: with what is required alone; `full`: with as many fields as go together. */
export type ExampleSize = "minimal" | "full";

/** An example as YAML, or why there is none. */
export type ExampleText =
  | {
      /** With the first sentence of each description as a comment. */
      readonly yaml: string;
      /** Without comments, the fields in the order of the page; absent in the editor. */
      readonly plain?: string;
    }
  | { readonly faults: readonly string[] };

/** The content of the page of one version of a kind. */
export interface VersionPage {
  /** From the root of the site: `stable.example.com/crontabs/v1.html`. */
  readonly href: string;
  readonly group: string;
  readonly kind: string;
  readonly plural: string;
  readonly singular: string;
  readonly shortNames: readonly string[];
  readonly categories: readonly string[];
  readonly scope: "Namespaced" | "Cluster";
  readonly version: VersionLink;
  /**
   * The warning that the server sends with each answer; absent where the version is not deprecated.
   */
  readonly deprecationWarning: string | undefined;
  readonly versions: readonly VersionLink[];
  readonly description: string;
  readonly columns: readonly Column[];
  readonly subresources: {
    readonly status: boolean;
    readonly scale: { readonly spec: string; readonly status: string } | undefined;
  };
  readonly selectableFields: readonly string[];
  readonly fields: FieldTable;
  readonly comparisons: readonly VersionComparison[];
  /** Absent where the API server refuses the CRD. */
  readonly examples: { readonly minimal: ExampleText; readonly full: ExampleText } | undefined;
  /**
   * The types of TypeScript that `crdgen generate` writes for the objects as they are read, without
   * comments; absent where there are none, as of a CRD that the API server refuses.
   */
  readonly types?: string | undefined;
  readonly faults: readonly CrdFault[];
}

/** Characters that are shown as they are in URLs, and that stand in ids without an escape. */
const odd = /[^\w.[\]*$-]/gu;

/**
 * The id of a field on the page of its version, from its path (`spec.env[*].name`): the path, in
 * which other characters than letters and digits of ASCII and `_.[]*$-` are `~` and their code
 * point in hexadecimal and `~`. Different paths have different anchors, and no id of another
 * part of a page is one, since these have a `:`.
 */
export function fieldAnchor(path: string): string {
  return path.replace(odd, (character) => `~${(character.codePointAt(0) ?? 0).toString(16)}~`);
}
