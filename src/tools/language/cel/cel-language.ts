import type { KubernetesMinor } from "../../../runtime/v1/values/kubernetes-version.js";
import type { CelProposal } from "./complete.js";
import { completeExpression } from "./complete.js";
import type { CostNote } from "./costs.js";
import { costNotes } from "./costs.js";
import type { CelHelp } from "./help.js";
import { helpAt } from "./help.js";
import type { KnownExpression } from "./reading.js";
import { CelReader } from "./reading.js";
import { spotAt } from "./spot.js";
import type { Word } from "./tokens.js";
import { wordsOf } from "./tokens.js";

/** Knows the expressions in the CRDs of texts. Offsets are in UTF-16 units. */
export interface CelLanguage {
  /** Whose language it is. */
  readonly minor: KubernetesMinor;
  /** The expressions of a text, in its order; none where it cannot be read. */
  expressions(text: string): Promise<readonly KnownExpression[]>;
  /** The words of all expressions, in the text's order; none where it cannot be read. */
  words(text: string): Promise<readonly Word[]>;
  /**
   * What may be written at an offset, the best first; undefined where there is no expression. The
   * expression, and its line, may be half written.
   */
  complete(text: string, offset: number): Promise<readonly CelProposal[] | undefined>;
  /** What is known of the word at an offset; undefined where nothing is. */
  help(text: string, offset: number): Promise<CelHelp | undefined>;
  /** What rules cost, by lines; none where the text cannot be read. */
  costs(text: string): Promise<readonly CostNote[]>;
}

/** The language as one server has it. */
export function createCelLanguage(minor: KubernetesMinor): CelLanguage {
  const reader = new CelReader(minor);
  return {
    minor,
    expressions: async (text) => (await reader.read(text)).expressions,
    words: async (text) => wordsOf(await reader.read(text), text),
    complete: async (text, offset) => {
      const spot = await spotAt(reader, text, offset);
      return spot && completeExpression(spot);
    },
    help: async (text, offset) => {
      const spot = await spotAt(reader, text, offset);
      return spot && helpAt(spot);
    },
    costs: async (text) => costNotes(await reader.read(text), text),
  };
}
