/**
 * Advice on objects that cannot be judged, in the words of the program that people use. Each is a
 * command that a sentence can end with, without a full stop: `name its CRD with …`.
 */
export interface ObjectAdvice {
  /** Makes the CRD of a kind known. */
  readonly giveCrd: string;
  /** Leaves out objects of kinds that no CRD defines; absent where that cannot be done. */
  readonly leaveOut?: string;
  /** Makes the object known that is replaced. */
  readonly giveOld: string;
  /**
   * Behind `build it, as with `: a command of another program, in backticks, and how the output
   * comes here.
   */
  readonly takeOutput: (command: string) => string;
}
