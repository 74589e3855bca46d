/** What stands in the place of a secret. */
const mask = "***";

/** A command line without what is secret in it: the value of `--token`, and secrets in URLs. */
export function maskCommandLine(words: readonly string[]): readonly string[] {
  return words.map((word, index) => {
    if (words[index - 1] === "--token") return mask;
    return maskUrls(word.replace(/^--token=.*/s, `--token=${mask}`));
  });
}

/** Options as they were read, without what is secret in them. */
export function maskOptions(options: Readonly<Record<string, unknown>>): string {
  return JSON.stringify(options, (key, value: unknown) => {
    if (key === "token" && value !== undefined) return mask;
    return typeof value === "string" ? maskUrls(value) : value;
  });
}

/** The user and the password of a URL, and all values of its query. */
export function maskUrls(text: string): string {
  return text.replace(/https?:\/\/\S+/gi, (url) =>
    url
      .replace(/^(https?:\/\/)[^/?#]*@/i, `$1${mask}@`)
      .replace(/([?&][^=&#]*=)[^&#]*/g, `$1${mask}`),
  );
}
