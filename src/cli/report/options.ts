import type { ColourChoice } from "../terminal/appearance.js";

/** The forms in which diagnostics are printed. */
export const formats = ["text", "concise", "json", "github", "sarif", "junit", "gitlab"] as const;

export type Format = (typeof formats)[number];

/** The forms of which a run prints one document, in place of a line for each diagnostic. */
export const documentFormats = ["sarif", "junit", "gitlab"] as const;

export type DocumentFormat = (typeof documentFormats)[number];

/** Tells whether a run prints one document in this form. */
export function isDocument(format: string): format is DocumentFormat {
  return documentFormats.some((one) => one === format);
}

/** Tells whether people read this form; others are for programs. */
export function isText(format: string): boolean {
  return format === "text" || format === "concise";
}

/** Options that all commands share. */
export interface CommonOptions {
  readonly format: Format;
  readonly quiet: boolean;
  readonly color: ColourChoice;
  /** Name the documents that are skipped, beside counting them. */
  readonly verbose: boolean;
  /** How many diagnostics are printed; default: 100 as text, and all in other forms. */
  readonly maxDiagnostics?: number;
  /** Print how often each code occurs, in place of the diagnostics. */
  readonly statistics?: boolean;
}
