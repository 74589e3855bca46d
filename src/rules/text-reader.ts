import type { Schema } from "../ir/schema.js";

/** The runtime's readers of texts, by what CEL makes of them. */
export type TextReader = "readBytes" | "readDate" | "readDateTime" | "readDuration" | "readString";

/** How texts of a format are read (apiserver `common/schemas.go`, SchemaDeclType): most formats make no other value of them. */
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

/** Whether a schema is of texts whose format makes another value of them. */
export function isFormattedText({ type, intOrString, validation }: Schema): boolean {
  return type === "string" && !intOrString && textReader(validation.format) !== "readString";
}
