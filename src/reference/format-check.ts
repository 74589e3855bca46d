import { normalFormat } from "../versions/formats.js";
export function formatCheck(format: string): ((text: string) => boolean) | undefined {
  return normalFormat(format) === "nope" ? () => true : undefined;
}
