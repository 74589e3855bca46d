import { nearest } from "../../../diagnostics/similar.js";
import { areAlternatives, oneOfThem } from "./alternatives.js";
import type { RefusedValue } from "./refused-value.js";

type Help = string | undefined;

/** Which of the allowed values is meant, where that can be told. */
export function enumHelp({ value, schema }: RefusedValue): Help {
  if (typeof value !== "string") return undefined;
  const texts = schema?.validation.enum.filter((one) => typeof one === "string") ?? [];
  const near = nearest(value, texts) ?? onlyBeginning(value, texts) ?? firstWord(value, texts);
  if (near !== undefined) return `write \`${near}\``;
  return areAlternatives(value, (text) => texts.includes(text)) ? oneOfThem : undefined;
}

/** The value with a remark behind it. */
function firstWord(value: string, texts: readonly string[]): string | undefined {
  const [, word = ""] = /^(\S+)\s+[(#]/.exec(value) ?? [];
  return texts.includes(word) ? word : undefined;
}

/** The only one that a value is short for, as `HelmRepo` is for `HelmRepository`. */
function onlyBeginning(value: string, texts: readonly string[]): string | undefined {
  if (value.length < shortestBeginning) return undefined;
  const wanted = value.toLowerCase();
  const [found, other] = texts.filter((text) => text.toLowerCase().startsWith(wanted));
  return other === undefined ? found : undefined;
}

const shortestBeginning = 3;
