import { codePoints } from "../values/strings.js";

const maxTotal = 4096;
const maxWhileTruncating = 256;

/**
 * Warnings as they reach a client (apiserver `endpoints/filters/warning.go`): each once, none with
 * control characters. Once all together are longer than 4096 characters, each is cut to 256, and
 * those that come behind the limit are dropped.
 */
export function sentWarnings(texts: readonly string[]): string[] {
  const recorded = new Set<string>();
  let sent: string[] = [];
  let written = 0;
  let truncates = false;
  const send = (text: string): void => {
    const length = codePoints(text);
    const isLong = truncates && length > maxWhileTruncating;
    const kept = isLong ? Array.from(text).slice(0, maxWhileTruncating).join("") : text;
    if (/\p{Cc}/u.test(kept)) return;
    written += isLong ? maxWhileTruncating : length;
    sent.push(kept);
  };
  for (const text of texts) {
    if (text === "" || recorded.has(text)) continue;
    if (truncates && written >= maxTotal) break;
    recorded.add(text);
    if (truncates || written + codePoints(text) <= maxTotal) {
      send(text);
      continue;
    }
    truncates = true;
    written = 0;
    sent = [];
    recorded.forEach(send);
  }
  return sent;
}
