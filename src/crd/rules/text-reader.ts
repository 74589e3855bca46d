import type { Schema } from "../ir/schema.js";

/** The runtime's readers of texts, by what CEL makes of them. */
export type TextReader = "readBytes" | "readDate" | "readDateTime" | "readDuration" | "readString";

/**
 * How texts of a format are read (apiserver `common/schemas.go`, SchemaDeclType): most formats make
 * no other value of them.
 */
export function textReader(format: string): TextReader {
  switch (format) {
    case "byte":
      return "readBytes";
    case "date":
      return "readDate";
    case "date-time":
      return "readDateTime";
    case "duration":
      return "readDuration";
    default:
      return "readString";
  }
}

/**
 * Whether what an expression makes for a schema is no data: times, durations and bytes, lists, and
 * maps.
 */
export function isMadeOtherwise({ type, intOrString, values, validation }: Schema): boolean {
  if (intOrString) return false;
  if (type === "string") return textReader(validation.format) !== "readString";
  return type === "array" || (type === "object" && typeof values === "object");
}
