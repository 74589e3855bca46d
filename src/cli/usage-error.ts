/**
 * A fault of the command line or of an input that cannot be read: printed without a stack, exit
 * code 2.
 */
export class UsageError extends Error {
  override readonly name = "UsageError";
  /** What to do instead, such as `did you mean 'ts'?`. */
  readonly help: string | undefined;

  constructor(message: string, { help, ...options }: UsageErrorOptions = {}) {
    super(message, options);
    this.help = help;
  }
}

interface UsageErrorOptions extends ErrorOptions {
  readonly help?: string | undefined;
}

/** The help that proposes what was probably meant; `undefined` where nothing is near. */
export function didYouMean(name: string | undefined): string | undefined {
  return name === undefined ? undefined : `did you mean '${name}'?`;
}

/** Exit codes of every command. */
export const exitCode = {
  good: 0,
  /** The input, or the check, is not good. */
  notGood: 1,
  /** Wrong usage, or an input that cannot be read. */
  usage: 2,
  /** A bug in crdgen. */
  bug: 70,
} as const;

/** The exit code of a command; the process passes it on as it is. */
export type ExitCode = (typeof exitCode)[keyof typeof exitCode];
