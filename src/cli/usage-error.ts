/**
 * A fault of the command line or of an input that cannot be read: printed without a stack, exit
 * code 2.
 */
export class UsageError extends Error {
  override readonly name = "UsageError";
}
