/** What a caught error says, whatever was thrown. */
export function reasonOf(error: unknown): string {
  try {
    return String(error instanceof Error ? error.message : error);
  } catch {
    return "what was thrown has no text"; // such as an object without a prototype
  }
}
