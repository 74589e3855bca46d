import type { KubernetesMinor } from "../../../runtime/v1/values/kubernetes-version.js";
import { CelReader } from "./reading.js";
import type { Word } from "./tokens.js";
import { wordsOf } from "./tokens.js";

/** Knows the expressions in the CRDs of texts. Offsets are in UTF-16 units. */
export interface CelLanguage {
  /** Whose language it is. */
  readonly minor: KubernetesMinor;
  /** The words of all expressions, in the text's order; none where it cannot be read. */
  words(text: string): Promise<readonly Word[]>;
}

/** The language as one server has it. */
export function createCelLanguage(minor: KubernetesMinor): CelLanguage {
  const reader = new CelReader(minor);
  return {
    minor,
    words: async (text) => wordsOf(await reader.read(text), text),
  };
}
