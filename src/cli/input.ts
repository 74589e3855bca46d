/** An input that has been found but not read. */
export interface Input {
  /** As diagnostics print it. */
  readonly path: string;
  read(): Promise<Uint8Array>;
}
