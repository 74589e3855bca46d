import type { SourceDocument } from "../../source/source-file.js";
import type { GoType } from "./go-type.js";

/** For those who wrote `no` or `1.20` in the place of a text. */
export function quotesAdvice(format: SourceDocument["format"]): string {
  const advice = "put it in quotes";
  return format === "yaml"
    ? `${advice}: YAML reads unquoted numbers and words like \`no\` as other types`
    : advice;
}

/** What to write in the place of a value of the wrong type, by the kind of Go's type. */
export const typeAdvice: Readonly<Partial<Record<GoType["kind"], string>>> = {
  bool: "write `true` or `false`, without quotes",
  uint8: "write a string: the bundle, encoded as base64",
  int32: "write a whole number, without quotes",
  int64: "write a whole number, without quotes",
  float64: "write a number, without quotes",
  string: "write a string",
  slice: "write a list: its items begin with `- `",
  map: "write keys with their values",
  struct: "write keys with their values",
};
