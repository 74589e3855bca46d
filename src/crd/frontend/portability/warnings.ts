import type { KubernetesMinor } from "../../../runtime/versions/kubernetes-version.js";
import type { DiagnosticValues } from "../../diagnostics/catalog/catalog.js";
import type { Diagnostics, Place } from "../../diagnostics/diagnostics.js";
import type { Path, SourceDocument } from "../../source/document.js";
import type { NewerServerAdvice } from "../findings/newer-server-help.js";
import type { PortabilityCheck, PortabilityCode } from "./portability-code.js";

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

  /** What helps where only newer servers know a feature; undefined where nothing does. */
  get adviseNewer(): NewerServerAdvice | undefined {
    return this.#check.adviseNewer;
  }

  /** The document that the warnings are about. */
  get document(): SourceDocument {
    return this.#document;
  }

  /**
   * What is to be said of a place depends on how it is written: that an equal schema is good
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
