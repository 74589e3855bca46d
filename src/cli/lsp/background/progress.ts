import type { Connection, WorkDoneProgressServerReporter } from "vscode-languageserver";

/** Milliseconds between two reports at least. */
const interval = 100;

/** Tells a client that can show it how many files have been judged. */
export class BackgroundProgress {
  readonly #connection: Connection;
  readonly #gone: AbortSignal;
  #reporter: WorkDoneProgressServerReporter | undefined;
  #onCancel: () => void = () => undefined;
  #count = 0;
  #done = 0;
  #last = 0;
  #isOver = false;

  /** `gone` aborts when nothing may be sent any more. */
  constructor(connection: Connection, gone: AbortSignal) {
    this.#connection = connection;
    this.#gone = gone;
  }

  /** Calls a function when the person does not want the work any more. */
  onCancel(onCancel: () => void): void {
    this.#onCancel = onCancel;
  }

  /** Of no files nothing is said. */
  begin(count: number): void {
    this.#count = count;
    if (count > 0) void this.#show().catch(() => undefined); // of a client that refuses
  }

  /** Says that one more is judged; those before the beginning do not count. */
  step(): void {
    if (this.#count === 0) return;
    this.#done++;
    const now = performance.now();
    if (now - this.#last < interval) return;
    this.#last = now;
    if (this.#reporter === undefined || this.#gone.aborted) return;
    this.#reporter.report(Math.floor((100 * this.#done) / this.#count), this.#message);
  }

  end(): void {
    this.#isOver = true;
    if (!this.#gone.aborted) this.#reporter?.done();
  }

  get #message(): string {
    return `${this.#done} of ${this.#count} files`;
  }

  async #show(): Promise<void> {
    const reporter = await this.#connection.window.createWorkDoneProgress();
    if (this.#gone.aborted) return;
    reporter.begin("crdgen: judging manifests", 0, this.#message, true);
    if (this.#isOver) reporter.done();
    else this.#reporter = reporter;
    reporter.token.onCancellationRequested(() => {
      this.#onCancel();
    });
  }
}
