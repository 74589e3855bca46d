import type { Transport, TransportRequest } from "./transport.js";

/**
 * Takes the warnings that the server sends along with its answers: unknown fields, ratcheted rules,
 * deprecated versions. Called once for each text of each answer, before the call resolves or
 * rejects.
 */
export type WarningHandler = (text: string, request: TransportRequest) => void;

/**
 * The texts of a `Warning` header: `299 - "text"`, several ones joined by commas (RFC 7234, section
 * 5.5). Codes other than 299 are not the API server's; what does not parse ends the list.
 */
export function parseWarnings(header: string | null): string[] {
  if (header === null) return [];
  const texts: string[] = [];
  const pattern = new RegExp(oneWarning, "y");
  for (let match = pattern.exec(header); match !== null; match = pattern.exec(header)) {
    const [, code, text = ""] = match;
    if (code === "299" && text !== "") texts.push(decodeUtf8(text.replace(/\\(.)/g, "$1")));
  }
  return texts;
}

/** The default handler: `console.warn`, once for each text and transport. */
export function createWarningLog(transport: Transport): WarningHandler {
  return (text) => {
    const seen = seenWarnings.get(transport) ?? new Set<string>();
    seenWarnings.set(transport, seen);
    if (seen.has(text)) return;
    if (seen.size >= rememberedWarnings) seen.clear();
    seen.add(text);
    console.warn(`Warning from the Kubernetes API server: ${text}`);
  };
}

const seenWarnings: WeakMap<Transport, Set<string>> = /* @__PURE__ */ new WeakMap<
  Transport,
  Set<string>
>();
const rememberedWarnings = 1000;

// code, agent, quoted text, and perhaps a quoted date
const oneWarning = /[\s,]*(\d{3}) \S+ "((?:[^"\\]|\\.)*)"(?: "[^"]*")?(?=\s*(?:,|$))/;

/** The server sends UTF-8, which HTTP libraries hand out byte by byte, as Latin-1. */
function decodeUtf8(text: string): string {
  if (!/[\x80-\xff]/.test(text) || /[^\x00-\xff]/.test(text)) return text;
  try {
    const bytes = Uint8Array.from(text, (byte) => byte.charCodeAt(0));
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return text;
  }
}
