/**
 * How people say that none of their servers is older than `version`, such as `1.30`, in the words
 * of the program that they use: a command, without a full stop.
 */
export type NewerServerAdvice = (version: string) => string;

/**
 * What to do where older servers do something else than those from `version` on. Without advice it
 * only says what they do.
 */
export function newerServerHelp(
  elsewhere: string,
  version: string,
  advise: NewerServerAdvice | undefined,
): string {
  const fact = `older servers ${elsewhere}`;
  return advise === undefined ? fact : `${fact}; if you need none of them, ${advise(version)}`;
}
