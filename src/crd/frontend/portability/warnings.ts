import type { KubernetesMinor } from "../../../runtime/v1/values/kubernetes-version.js";
import type { DiagnosticValues } from "../../diagnostics/catalog/catalog.js";
import { portabilityCatalog } from "../../diagnostics/catalog/crds.js";
import type { Diagnostics, Place } from "../../diagnostics/diagnostics.js";
import type { SchemaTable } from "../../ir/schema-table.js";
import type { Path, SourceDocument } from "../../source/source-file.js";
import type { NewerServerAdvice } from "../findings/help.js";
import type { CleanSchemas } from "../schema/raw-schema.js";

/**
 * Collects portability warnings, save those that are switched off, and those beside an error about
 * the same.
 */
export class Warnings {
  readonly #document: SourceDocument;
  readonly #check: PortabilityCheck;
  readonly #diagnostics: Diagnostics;
  #count = 0;

  constructor(document: SourceDocument, check: PortabilityCheck, diagnostics: Diagnostics) {
    this.#document = document;
    this.#check = check;
    this.#diagnostics = diagnostics;
  }

  /**
   * Grows with every warning, those that are not reported included, and with all that depends on
   * the text.
   */
  get count(): number {
    return this.#count;
  }

  /** The oldest server that the CRD has to work on. */
  get minimum(): KubernetesMinor {
    return this.#check.minimum;
  }

  /** The help where only newer servers know a feature; undefined where nothing does. */
  get adviseNewer(): NewerServerAdvice | undefined {
    return this.#check.adviseNewer;
  }

  /** The document that the warnings are about. */
  get document(): SourceDocument {
    return this.#document;
  }

  /**
   * Notes that the warnings at a place depend on how it is written: that an equal schema is good
   * elsewhere tells nothing.
   */
  dependOnText(): void {
    this.#count++;
  }

  /**
   * Counts a warning, and reports it unless it is ignored or an error says more of the same place.
   */
  warn<C extends PortabilityCode>(
    code: C,
    path: Path,
    values: DiagnosticValues<C>,
    help?: string,
    part: Place["part"] = "key",
  ): void {
    this.#count++;
    if (this.#check.ignored.has(code) || this.#check.faults.has(path)) return;
    this.#diagnostics.report(code, { document: this.#document, path, part }, values, { help });
  }
}

/**
 * The places of a document that errors are about: a schema node as a whole, and anything else by
 * itself.
 */
export class FaultyPlaces {
  readonly #places: ReadonlySet<string>;

  constructor(errors: readonly Path[]) {
    this.#places = new Set(errors.flatMap((path) => placesOf(path)));
  }

  /** Tells whether an error is about the same place, or about the same schema node. */
  has(path: Path): boolean {
    return this.#places.size > 0 && placesOf(path).some((place) => this.#places.has(place));
  }
}

/** A place itself and, below a schema, the node whose keyword it is. */
function placesOf(path: Path): string[] {
  const places = [JSON.stringify(path)];
  const isKeyword = path.includes("openAPIV3Schema") && path.at(-2) !== "properties";
  if (isKeyword) places.push(JSON.stringify(path.slice(0, -1)));
  return places;
}

/** Warnings of crdgen's own; each can be switched off by its code. */
export type PortabilityCode = keyof typeof portabilityCatalog;

/** All of them. */
export const portabilityCodes: readonly PortabilityCode[] = Object.keys(
  portabilityCatalog,
) as PortabilityCode[]; // its only keys

/** The inputs of a search for portability warnings, besides the CRD. */
export interface PortabilityCheck {
  readonly ignored: ReadonlySet<PortabilityCode>;
  /** The oldest server that the CRD has to work on. */
  readonly minimum: KubernetesMinor;
  readonly adviseNewer: NewerServerAdvice | undefined;
  readonly table: SchemaTable;
  readonly clean: CleanSchemas;
  /** Where errors are: what they are about is not warned of too. */
  readonly faults: FaultyPlaces;
}
