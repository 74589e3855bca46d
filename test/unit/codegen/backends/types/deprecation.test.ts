import { expect, it } from "vitest";
import { splitDeprecation } from "../../../../../src/codegen/backends/types/documentation.js";

it.each([
  ["Deprecated: use b.", "", "use b."],
  ["The a.\n\nDeprecated: use b\ninstead.\n\nMore.", "The a.\n\nMore.", "use b\ninstead."],
  [
    "An alias for serviceAccountName. Deprecated: Use serviceAccountName instead.",
    "An alias for serviceAccountName.",
    "Use serviceAccountName instead.",
  ],
  ["DEPRECATED: gone soon", "", "gone soon"],
  ["Deprecated. TCPSocket is NOT supported.", "", "TCPSocket is NOT supported."],
  ["This field is deprecated and will go.", "", "This field is deprecated and will go."],
  ["Deprecated", "", ""],
])("%j is deprecated", (description, text, deprecated) => {
  expect(splitDeprecation(description)).toEqual({ text, deprecated });
});

it.each([
  "The default of the deprecated field b.",
  "One of:\n- A: new\n- Deprecated: old",
  "The state: Deprecated or Active.",
  "Whether b is deprecated.",
  "Deprecated versions are listed here.",
])("%j is not", (description) => {
  expect(splitDeprecation(description)).toEqual({ text: description, deprecated: undefined });
});
