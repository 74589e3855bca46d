/** Deeper levels are indented no further: a text would be as long as the square of its depth. */
const mostIndented = 500;

/**
 * JSON text with two blanks for each level, as Go indents it (`encoding/json`, Indent).
 *
 * @param depth at which it begins; it may be a part of a text
 */
export function indentJson(text: string, depth = 0): string {
  const parts: string[] = [];
  const line = (): string => `\n${"  ".repeat(Math.min(depth, mostIndented))}`;
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|\{\}|\[\]|[{}[\],:]|[^\s"{}[\],:]+/g)) {
    switch (token) {
      case "{":
      case "[":
        depth++;
        parts.push(token, line());
        break;
      case "}":
      case "]":
        depth--;
        parts.push(line(), token);
        break;
      case ",":
        parts.push(token, line());
        break;
      case ":":
        parts.push(": ");
        break;
      default:
        parts.push(token);
    }
  }
  return parts.join("");
}
