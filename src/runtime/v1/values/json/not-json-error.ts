/** Thrown for a value that JSON cannot hold. */
export class NotJsonError extends TypeError {
  /** The reason why JSON cannot hold it: `a function is not a JSON value`. */
  readonly fault: string;
  /** The path of the value; `""` is the root. */
  readonly place: string;

  constructor(fault: string, place: string, message: string) {
    super(message);
    this.fault = fault;
    this.place = place;
  }
}
