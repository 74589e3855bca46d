import type { FieldError } from "../../runtime/v1/values/field-error.js";
import type { Json } from "../../runtime/v1/values/json/json.js";
import type { KubernetesMinor } from "../../runtime/v1/values/kubernetes-version.js";
import type { Diagnostics } from "../diagnostics/diagnostics.js";
import type { StoredExpressions } from "../ir/annotations.js";
import type { Schema } from "../ir/schema.js";
import type { Path, SourceDocument } from "../source/source-file.js";

/**
 * Which rules hold for a CRD (`validationOptions` of apiextensions `validation.go`). On create all
 * do; on update a rule that the stored CRD breaks already is waived.
 */
export interface CheckOptions {
  /** Webhook conversion must name a ConversionReview version that servers know. */
  readonly requireRecognizedReviewVersion: boolean;
  readonly requireSchema: boolean;
  readonly requireValidTypes: boolean;
  readonly requireStructural: boolean;
  readonly requirePrunedDefaults: boolean;
  readonly requireAtomicSets: boolean;
  /**
   * Keys of list maps must be required or defaulted, and not nullable; items of sets and maps not
   * nullable.
   */
  readonly requireListKeyRules: boolean;
  readonly allowDefaults: boolean;
  /** Added to the error about a default that is not allowed. */
  readonly defaultsForbiddenReason: string;
  /** Old CRDs may keep all unknown fields in all versions. */
  readonly allowPreserveUnknownFields: boolean;
  /** Certificates of a webhook matter only once the CRD is established. */
  readonly allowBadCaBundle: boolean;
  /** The expressions of the CRD that is replaced. */
  readonly storedExpressions: StoredExpressions | undefined;
  /** Versions whose schemas are as they were: single rules may cost what they cost. */
  readonly unchangedSchemas: ReadonlySet<string>;
  /** Versions that may have more selectable fields than the limit; `""` is the top level. */
  readonly tooManySelectableFields: ReadonlySet<string>;
}

/** The rules of a create; what an update demands beyond what was stored. */
export const createOptions: CheckOptions = {
  requireRecognizedReviewVersion: true,
  requireSchema: true,
  requireValidTypes: true,
  requireStructural: true,
  requirePrunedDefaults: true,
  requireAtomicSets: true,
  requireListKeyRules: true,
  allowDefaults: true,
  defaultsForbiddenReason: "",
  allowPreserveUnknownFields: false,
  allowBadCaBundle: true,
  storedExpressions: undefined,
  unchangedSchemas: new Set(),
  tooManySelectableFields: new Set(),
};

/**
 * The checks that servers up to 1.21, the last to serve apiextensions.k8s.io/v1beta1, made on a CRD
 * of that version.
 */
export const v1beta1Options: CheckOptions = {
  ...createOptions,
  requireRecognizedReviewVersion: false,
  requireSchema: false,
  requireValidTypes: false,
  requireStructural: false,
  allowPreserveUnknownFields: true,
};

/*
 * What judging a CRD takes from later phases: `interpret` for defaults, and the compiler of `rules`
 * for CEL. The pipeline hands them in, so that the front end need not know them.
 */

/**
 * The parts of admission that a default must pass; the front end decides which, and in which order.
 */
export interface DefaultsJudge {
  /** Tells whether pruning would leave the value as it is. Does not change it. */
  isPruned(value: Json, schema: Schema, root: ValueRoot): boolean;
  /**
   * Coerces and validates the metadata of the value, if it is a resource, and of resources embedded
   * in it: the error of coercion alone, or those of validation (apiextensions `schema/objectmeta`).
   * May change the value.
   */
  checkMetadata(
    value: Json,
    schema: Schema,
    root: ValueRoot,
    place: DefaultPlace,
  ): readonly FieldError[];
  /** Value validation by the structural form: all registered formats count. */
  checkValue(value: Json, schema: Schema, place: DefaultPlace): readonly FieldError[];
  /**
   * Rules at and below the node, once with the value as its own old value and, if that passes, once
   * without one. Takes what they cost from the budget.
   */
  checkRules(
    value: Json,
    schema: Schema,
    root: ValueRoot,
    place: DefaultPlace,
    budget: RuleBudget,
  ): readonly FieldError[];
}

/**
 * The cost that the rules over all defaults of one schema may have together; below 0 no further
 * default is looked at.
 */
export interface RuleBudget {
  remaining: number;
}

/** For whom and where a default is judged. */
export interface DefaultPlace {
  readonly minor: KubernetesMinor;
  /** The prefix of the fields of errors; `""` for a value that stands for a whole object. */
  readonly path: string;
}

/**
 * The kind of a value: a whole resource, with apiVersion, kind and metadata, or any other value.
 */
export type ValueRoot = "resource" | "value";

/**
 * Compiles all rules of one schema: the server's CEL errors in its order, and what else crdgen has
 * to say of them.
 */
export type CompileRules = (unit: RuleUnit) => readonly RuleFault[];

/** One schema of a CRD whose rules are to be compiled: structural, with valid defaults. */
export interface RuleUnit {
  readonly schema: Schema;
  readonly minor: KubernetesMinor;
  /** The expressions of the CRD that is replaced; undefined where none is. */
  readonly stored: StoredExpressions | undefined;
  /** How the server calls the schema: `spec.validation.openAPIV3Schema`. */
  readonly field: string;
  readonly document: SourceDocument;
  /** Where the schema stands in the document. */
  readonly path: Path;
  /**
   * Tells whether the server found a fault at the node or below it, so that it compiles none of the
   * node's rules. `path` leads from the schema's root to the node: `["properties", "spec",
   * "items"]`.
   */
  hasFault(path: Path): boolean;
}

/** Something to say about a rule. */
export interface RuleFault {
  /** The server's cause; undefined where only crdgen has something to say. */
  readonly error: FieldError | undefined;
  /**
   * True if a single expression costs too much, which is waived for a schema that the stored CRD
   * has already.
   */
  readonly isExpressionCost: boolean;
  /** Adds the diagnostic, with the place inside of the rule, and with `error` as its cause. */
  report(diagnostics: Diagnostics): void;
}

/**
 * The judges that `lintCrd` can ask. Without a judge its question is left open: nothing is
 * reported.
 */
export interface Judges {
  readonly defaults: DefaultsJudge | undefined;
  readonly compileRules: CompileRules | undefined;
}
