/** Tells whether what bears this name must not be written. */
export function isSecretName(name: string): boolean {
  return /^(authorization|(set-)?cookie|stringData|data)$|(token|password|passphrase|secret|(private|api)-?key|key-?data)$/i.test(
    name,
  );
}

/**
 * The text without bearer tokens, JSON Web Tokens, private keys, and what stands in the `data` of a
 * Secret: servers quote bodies that they cannot read. As its texts may have braces, nobody can tell
 * where `data` ends: the rest of the line is left out.
 */
export function withoutSecrets(text: string): string {
  return text
    .replace(/\b(bearer|basic)\s+[\w+/=.~-]{8,}/gi, "$1 ***")
    .replace(/(\\?"(?:data|stringData)\\?"\s*:\s*\{).*/g, "$1***")
    .replace(/\beyJ[\w-]{8,}\.[\w-]+\.[\w-]*/g, "***")
    .replace(/-----BEGIN [A-Z ]*PRIVATE KEY-----[^]*?(-----END [A-Z ]*PRIVATE KEY-----|$)/g, "***");
}

/** An error as it may be written. */
export interface ErrorReport {
  readonly type: string;
  readonly message: string;
  /** With the stacks of what caused it. */
  readonly stack: string;
}

/** Causes of causes that are written. */
const deepestCause = 5;

/** An error with its stack, and those of its causes. */
export function errorReport(error: Error): ErrorReport {
  const stacks: string[] = [];
  let next: unknown = error;
  for (let depth = 0; depth < deepestCause && next !== undefined && next !== null; depth++) {
    const stack = next instanceof Error ? (next.stack ?? String(next)) : String(next);
    stacks.push(depth === 0 ? stack : `Caused by: ${stack}`);
    next = next instanceof Error ? next.cause : undefined;
  }
  return {
    type: error.name,
    message: withoutSecrets(error.message),
    stack: withoutSecrets(stacks.join("\n")),
  };
}
