import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Answer } from "./answer.js";
import type { Difference } from "./episode.js";
import type { GrammarRequest } from "./request.js";

/** Which server is right. */
export type Reference = "crds" | "whole";

/** Requests that once were answered otherwise than a real server does. */
export interface GrammarCase {
  readonly reference: Reference;
  /** `<plural>.<group>`, whose objects are none at the beginning. */
  readonly resource: string;
  readonly requests: readonly GrammarRequest[];
  /** What the real server said to each. */
  readonly answers: readonly Answer[];
}

/** `GRAMMAR_CASES` names another folder, such as one for what is to be looked at first. */
const folder = process.env["GRAMMAR_CASES"] ?? join(import.meta.dirname, "cases");

/** All cases, by their names. */
export function readCases(): ReadonlyMap<string, GrammarCase> {
  const files = readdirSync(folder).filter((file) => file.endsWith(".json"));
  return new Map(
    files.sort().map((file) => {
      const text = readFileSync(join(folder, file), "utf8");
      return [file.slice(0, -".json".length), JSON.parse(text) as GrammarCase]; // written below
    }),
  );
}

/** Writes a difference as a case, under a name that says what it is about; gives that name. */
export function writeCase(reference: Reference, { episode, answers }: Difference): string {
  const { resource, requests } = episode;
  const written: GrammarCase = {
    reference,
    resource: `${resource.plural}.${resource.group}`,
    requests,
    answers,
  };
  const text = `${JSON.stringify(written, undefined, 2)}\n`;
  const hash = createHash("sha256").update(JSON.stringify(requests)).digest("hex").slice(0, 6);
  const [method = "", code = 0] = [requests.at(-1)?.method.toLowerCase(), answers.at(-1)?.code];
  const name = `${method}-${code}-${hash}`;
  writeFileSync(join(folder, `${name}.json`), text);
  return name;
}
