import type { OlderWords } from "../../../runtime/v1/values/dialect.js";
import type { FieldError } from "../../../runtime/v1/values/field-error.js";
import {
  badValueText,
  fieldError,
  forbiddenError,
  notSupportedError,
  requiredError,
  tooManyError,
} from "../../../runtime/v1/values/field-errors.js";
import { quote } from "../../../runtime/v1/values/go/quote.js";
import type { Json } from "../../../runtime/v1/values/json/json.js";
import { pathText } from "../../../runtime/v1/values/json/path-text.js";
import type { CrdRules } from "../../../runtime/versions/crd-rules.js";
import { dialectOf } from "../../../runtime/versions/dialects.js";
import type { DiagnosticCode, DiagnosticValues } from "../../diagnostics/catalog/catalog.js";
import type { Path } from "../../source/source-file.js";
import type { RuleFault } from "../check-options.js";

/** Codes whose message is the server's: a place and its words. */
export type RuleCode = {
  [Code in CrdCode]: DiagnosticValues<Code> extends RuleValues ? Code : never;
}[CrdCode];

type CrdCode = Extract<DiagnosticCode, `crd/${string}` | `schema/${string}`>;
type RuleValues = DiagnosticValues<"crd/name-invalid">;

/** A rule of the API server that a CRD breaks. */
export interface Finding {
  readonly code: RuleCode;
  readonly at: FieldPath;
  /**
   * The part to mark: the key where something is missing or misplaced, the value where it is wrong.
   */
  readonly part: "key" | "value";
  /** The cause in the server's answer. */
  readonly error: FieldError;
  /** The server's reason without the bad value. */
  readonly detail: string;
  readonly help: string | undefined;
  readonly related: readonly RelatedPlace[];
  /** The schema node whose rules are broken, where the place lies below another one. */
  readonly node: FieldPath;
}

/** A further place that has to do with a finding. */
export interface RelatedPlace {
  readonly message: string;
  readonly at: FieldPath;
}

/**
 * A default whose metadata the server coerces while it checks it: from then on its messages show it
 * so.
 */
export interface CoercedDefault {
  /** The way through the document. */
  readonly path: Path;
  readonly value: Json;
}

/** The optional parts that a rule can add to a finding. */
export interface FindingExtra {
  readonly help?: string | undefined;
  readonly related?: readonly RelatedPlace[];
  readonly node?: FieldPath;
  /** The part to mark, where it is not the usual one. */
  readonly part?: Finding["part"];
  /** The bad value as text, where it is no JSON value. */
  readonly valueText?: string | undefined;
}

/** Collects what is wrong with one CRD, in the order in which the server finds it. */
export class Findings {
  readonly #all: (Finding | RuleFault)[] = [];
  readonly #coerced: CoercedDefault[] = [];
  #shownValue: Json | undefined;
  #shownText = "";
  readonly #words: OlderWords | undefined;
  readonly rules: CrdRules;

  constructor(rules: CrdRules) {
    this.rules = rules;
    this.#words = dialectOf(rules.minor).words;
  }

  /** How many there are so far: as long as it stays the same, nothing was found. */
  get count(): number {
    return this.#all.length;
  }

  /**
   * The findings, and among them what the compiler of rules found: the server reports it after the
   * faults of its schema.
   */
  get all(): readonly (Finding | RuleFault)[] {
    return this.#all;
  }

  /**
   * Returns the findings of the front end, without those of the compiler of rules; of both, the
   * first `since` are left out.
   */
  ofFrontEnd(since = 0): readonly Finding[] {
    return this.#all.slice(since).filter(isFinding);
  }

  /** Defaults whose metadata the server changed while it checked them. */
  get coerced(): readonly CoercedDefault[] {
    return this.#coerced;
  }

  /** The server's errors, in its order. */
  get errors(): readonly FieldError[] {
    return this.#all.map(({ error }) => error).filter((error) => error !== undefined);
  }

  /**
   * The value at a place is wrong. The server shows it whole; diagnostics do so where it is short.
   */
  invalid(
    code: RuleCode,
    at: FieldPath,
    value: Json,
    detail: string,
    extra: FindingExtra = {},
  ): void {
    const text = extra.valueText ?? this.#textOf(value);
    this.#add(
      code,
      at,
      "value",
      fieldError("FieldValueInvalid", at.field, text, detail),
      detail,
      extra,
    );
  }

  /** Something must be there and is not. `detail` may be empty, as it may be in all of these. */
  required(code: RuleCode, at: FieldPath, detail: string, extra: FindingExtra = {}): void {
    this.#add(code, at, "key", requiredError(at.field, detail), detail, extra);
  }

  /** Something must not be there. */
  forbidden(code: RuleCode, at: FieldPath, detail: string, extra: FindingExtra = {}): void {
    this.#add(code, at, "key", forbiddenError(at.field, detail), detail, extra);
  }

  /** A value is none of those that there are, which the server names in the order given. */
  notSupported(
    code: RuleCode,
    at: FieldPath,
    value: string,
    supported: readonly string[],
    extra: FindingExtra = {},
  ): void {
    const error =
      extra.valueText === undefined
        ? notSupportedError(at.field, value, supported)
        : fieldError(
            "FieldValueNotSupported",
            at.field,
            extra.valueText,
            `supported values: ${supported.map(quote).join(", ")}`,
          );
    this.#add(code, at, "value", error, error.message, extra);
  }

  /** A value that may occur once occurs again. */
  duplicate(code: RuleCode, at: FieldPath, value: string, extra: FindingExtra = {}): void {
    const error = fieldError("FieldValueDuplicate", at.field, badValueText(value), "");
    this.#add(code, at, "value", error, "", extra);
  }

  /** A list is longer than `limit`. */
  tooMany(code: RuleCode, at: FieldPath, size: number, limit: number): void {
    const newest = tooManyError(at.field, size, limit);
    const error = this.#words?.ofValues(newest) ?? newest;
    this.#add(code, at, "key", error, error.message, {});
  }

  /** An error that another part of the server's code has made, at the place it names. */
  error(code: RuleCode, at: FieldPath, error: FieldError, extra: FindingExtra = {}): void {
    this.#add(code, at, "value", error, error.message, extra);
  }

  /** An error that the server sends once more, of which there is nothing new to say. */
  repeated(error: FieldError): void {
    this.#all.push({ error, isExpressionCost: false, report: () => undefined });
  }

  /** Adds a fault that the compiler of rules found. */
  ruleFault(fault: RuleFault): void {
    this.#all.push(fault);
  }

  /** A default that the server changed, for those who judge the CRD once more. */
  coercedDefault(coerced: CoercedDefault): void {
    this.#coerced.push(coerced);
  }

  /** Findings that were collected apart, in the order given. */
  addAll(findings: readonly Finding[]): void {
    for (const finding of findings) this.#all.push(finding);
  }

  /** One value can have thousands of faults, each of which shows it. */
  #textOf(value: Json): string {
    if (this.#shownValue !== value) {
      this.#shownText = (this.#words?.valueText ?? badValueText)(value);
      this.#shownValue = value;
    }
    return this.#shownText;
  }

  #add(
    code: RuleCode,
    at: FieldPath,
    part: Finding["part"],
    error: FieldError,
    detail: string,
    extra: FindingExtra,
  ): void {
    this.#all.push({
      code,
      at,
      part: extra.part ?? part,
      error,
      detail,
      help: extra.help,
      related: extra.related ?? [],
      node: extra.node ?? at,
    });
  }
}

/** Tells whether the front end found it, not the compiler of rules. */
export function isFinding(found: Finding | RuleFault): found is Finding {
  return "code" in found;
}

/**
 * A place in a CRD in two spellings: as the API server names it in a cause, in terms of its
 * internal form (`spec.validation.openAPIV3Schema.properties[spec]`), and as the way through the
 * document that leads there (`["spec", "versions", 0, "schema", …]`). Made step by step while
 * walking; spelled out only for faults.
 */
export class FieldPath {
  readonly #parent: FieldPath | undefined;
  readonly #text: string;
  readonly #steps: Path;

  private constructor(parent: FieldPath | undefined, text: string, steps: Path) {
    this.#parent = parent;
    this.#text = text;
    this.#steps = steps;
  }

  /** A starting point: the server's text, and the way through the document. */
  static root(text: string, steps: Path): FieldPath {
    return new FieldPath(undefined, text, steps);
  }

  /**
   * A field; `steps` where the document names it otherwise than the server, or reaches it in
   * several steps.
   */
  child(name: string, steps?: Path): FieldPath {
    return new FieldPath(this, `.${name}`, steps ?? [name]);
  }

  /** A key of a map. */
  key(name: string): FieldPath {
    return new FieldPath(this, `[${name}]`, [name]);
  }

  /** An item of a list. */
  index(index: number): FieldPath {
    return new FieldPath(this, `[${index}]`, [index]);
  }

  /** The same field for the server, while the document shows something below it. */
  marking(...steps: Path): FieldPath {
    return new FieldPath(this, "", steps);
  }

  /** The server's name of the field. */
  get field(): string {
    return this.#ancestry()
      .map((at) => at.#text)
      .join("")
      .replace(/^\./, "");
  }

  /** The way through the document. */
  get path(): Path {
    return this.#ancestry().flatMap((at) => at.#steps);
  }

  /** From the root to this place. */
  #ancestry(): FieldPath[] {
    const ancestry: FieldPath[] = [this];
    for (let at = this.#parent; at !== undefined; at = at.#parent) ancestry.push(at);
    return ancestry.reverse();
  }
}

/**
 * A place in a CRD for people. Below a schema the way through the data counts, not that through the
 * schema: `spec.ports[*].protocol`, with the keyword behind it where one is meant.
 */
export function labelOf(path: Path): string {
  const root = path.indexOf("openAPIV3Schema");
  if (root === -1) return pathText(path);
  return schemaLabel(path.slice(root + 1)) || "the root of the schema";
}

/** Keywords followed by the name of a field. */
const named: ReadonlySet<string | number> = new Set([
  "properties",
  "patternProperties",
  "definitions",
  "dependencies",
]);
/** Keywords that lead to all values of a list or map. */
const repeated: ReadonlySet<string | number> = new Set(["items", "additionalProperties"]);

function schemaLabel(path: Path): string {
  let label = "";
  for (let at = 0; at < path.length; at++) {
    const step = path[at] ?? "";
    const next = path[at + 1];
    if (named.has(step) && next !== undefined) {
      label += `.${next}`;
      at++;
    } else if (repeated.has(step) && next !== undefined) {
      label += "[*]";
    } else {
      label += typeof step === "number" ? `[${step}]` : `.${step}`;
    }
  }
  return label.replace(/^\./, "");
}
