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
