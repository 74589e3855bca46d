/** A path leads to no field. */
export class NoFieldError extends Error {
  override readonly name = "NoFieldError";
  /** The name that leads nowhere. */
  readonly field: string;
  /** The fields that there are in its place. */
  readonly known: readonly string[];
  /** What kubectl prints before it finds that out. */
  readonly printed: string;

  /**
   * `named` is the field that kubectl names: OpenAPI v3 is explained with the last field of the
   * path, v2 with the first that is not there.
   */
  constructor(named: string, field: string, known: readonly string[], printed = "") {
    super(`field "${named}" does not exist`);
    this.field = field;
    this.known = known;
    this.printed = printed;
  }
}
