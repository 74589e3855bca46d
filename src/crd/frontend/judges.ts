import type { FieldError } from "../../runtime/v1/values/field-error.js";
import type { Json } from "../../runtime/v1/values/json/json.js";
import type { KubernetesMinor } from "../../runtime/versions/kubernetes-version.js";
import type { Diagnostics } from "../diagnostics/diagnostics.js";
import type { StoredExpressions } from "../ir/annotations.js";
import type { Schema } from "../ir/schema.js";
import type { Path, SourceDocument } from "../source/source-file.js";

/*
 * What judging a CRD takes from later phases: `interpret` for defaults, and the compiler of `rules`
 * for CEL. The pipeline hands them in, so that the front end need not know them.
 */

/**
 * The parts of admission that a default must pass; the front end decides which, and in which order.
 */
export interface DefaultsJudge {
  /** Whether pruning would leave the value as it is. Does not change it. */
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
 * What the rules over all defaults of one schema may cost together; below 0 no further default is
 * looked at.
 */
export interface RuleBudget {
  remaining: number;
}

/** For whom and where a default is judged. */
export interface DefaultPlace {
  readonly minor: KubernetesMinor;
  /** What the fields of errors begin with; `""` for a value that stands for a whole object. */
  readonly path: string;
}

/** Whether a value is a whole resource, with apiVersion, kind and metadata, or any other value. */
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
   * Whether the server found a fault at the node or below it, so that it compiles none of the
   * node's rules. `path` leads from the schema's root to the node:
   * `["properties", "spec", "items"]`.
   */
  hasFault(path: Path): boolean;
}

/** Something to say about a rule. */
export interface RuleFault {
  /** The server's cause; undefined where only crdgen has something to say. */
  readonly error: FieldError | undefined;
  /**
   * Whether a single expression costs too much, which is waived for a schema that the stored CRD
   * has already.
   */
  readonly isExpressionCost: boolean;
  /** Adds the diagnostic, with the place inside of the rule, and with `error` as its cause. */
  report(diagnostics: Diagnostics): void;
}

/** What `lintCrd` can call upon. Without a judge its question is left open: nothing is reported. */
export interface Judges {
  readonly defaults: DefaultsJudge | undefined;
  readonly compileRules: CompileRules | undefined;
}
