import type { Connection, Diagnostic, InitializeParams } from "vscode-languageserver";

/** Who has something to say about a document. */
export type ProblemSource = "open" | "configuration" | "background";

/**
 * What is told of each document. The protocol replaces all diagnostics of a document at once, so
 * those of several sources have to be put together.
 */
export class ProblemBoard {
  readonly #connection: Connection;
  readonly #gone: AbortSignal;
  readonly #lists = new Map<string, Map<ProblemSource, readonly Diagnostic[]>>();

  #showsRelated = false;

  constructor(connection: Connection, gone: AbortSignal) {
    this.#connection = connection;
    this.#gone = gone;
  }

  /** Takes what a client can show. */
  initialize({ capabilities }: InitializeParams): void {
    const { publishDiagnostics } = capabilities.textDocument ?? {};
    this.#showsRelated = publishDiagnostics?.relatedInformation === true;
  }

  /**
   * Replaces what one source says of a document, and tells the client.
   *
   * @param version of the document, where it is open
   */
  async tell(
    uri: string,
    source: ProblemSource,
    list: readonly Diagnostic[],
    version?: number,
  ): Promise<void> {
    const all = this.#lists.get(uri) ?? new Map<ProblemSource, readonly Diagnostic[]>();
    const wasTold = (all.get(source) ?? []).length > 0;
    all.set(source, list);
    // What the file says counts no more once its text is open.
    if (source === "open") all.delete("background");
    this.#lists.set(uri, all);
    // Who has open documents waits to hear that one is good; nobody waits for others.
    if (source !== "open" && !wasTold && list.length === 0) return;
    if (this.#gone.aborted) return;
    const told = [...all.values()].flat();
    const diagnostics = this.#showsRelated ? told : told.map(withoutRelated);
    await this.#connection.sendDiagnostics({
      uri,
      diagnostics,
      ...(version !== undefined && { version }),
    });
  }
}

function withoutRelated({ relatedInformation: _, ...diagnostic }: Diagnostic): Diagnostic {
  return diagnostic;
}
