import type { DiagnosticValues } from "../../diagnostics/catalog.js";
import type { Diagnostics } from "../../diagnostics/diagnostics.js";
import type { Path, SourceDocument } from "../../source/document.js";
import type { PortabilityCode } from "./portability-code.js";

/** Collects portability warnings, save those that are switched off. */
export class Warnings {
  readonly #document: SourceDocument;
  readonly #ignored: ReadonlySet<PortabilityCode>;
  readonly #diagnostics: Diagnostics;
  #count = 0;

  constructor(
    document: SourceDocument,
    ignored: ReadonlySet<PortabilityCode>,
    diagnostics: Diagnostics,
  ) {
    this.#document = document;
    this.#ignored = ignored;
    this.#diagnostics = diagnostics;
  }

  /** How many there are, those that are switched off included. */
  get count(): number {
    return this.#count;
  }

  warn<C extends PortabilityCode>(
    code: C,
    path: Path,
    values: DiagnosticValues<C>,
    help?: string,
  ): void {
    this.#count++;
    if (this.#ignored.has(code)) return;
    this.#diagnostics.report(code, { document: this.#document, path, part: "key" }, values, {
      help,
    });
  }
}
