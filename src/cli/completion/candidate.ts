/** What can stand where the cursor is. */
export interface Candidate {
  /** The whole word, not only what is left to type. */
  readonly value: string;
  /** What it is, in a few words; may be empty. */
  readonly about: string;
}

/** All that can stand there. */
export interface Proposal {
  readonly candidates: readonly Candidate[];
  /** What the shell itself is to look for. */
  readonly paths: "none" | "files" | "folders";
  /** The word goes on behind these candidates: no space is written. */
  readonly goesOn: boolean;
}

/** Nothing can. */
export const nothing: Proposal = { candidates: [], paths: "none", goesOn: false };

/** Words without anything to say of them. */
export function plainCandidates(values: readonly string[]): readonly Candidate[] {
  return values.map((value) => ({ value, about: "" }));
}

/** Nothing but these. */
export function only(candidates: readonly Candidate[], goesOn = false): Proposal {
  return { candidates, paths: "none", goesOn };
}
