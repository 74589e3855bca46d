import { errorText } from "../../runtime/v1/client/error-text.js";

/** What a caught error says, whatever was thrown. */
export function reasonOf(error: unknown): string {
  try {
    const text: unknown = errorText(error); // code of users throws errors whose message is no text
    return String(text);
  } catch {
    return "what was thrown has no text"; // such as an object without a prototype
  }
}
