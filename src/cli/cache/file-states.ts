import { createHash } from "node:crypto";
import type { FileFacts, Host } from "../host.js";

/**
 * One hash of what the system knows of files: it stands for their content, as it does for git. It
 * is `undefined` where one of them is no file any more, or `stands` says that its facts may not
 * stand for what is in it.
 */
export async function stateOf(
  paths: readonly string[],
  host: Host,
  stands: (facts: FileFacts, path: string) => boolean = () => true,
): Promise<string | undefined> {
  const hash = createHash("sha256");
  for (const path of paths) {
    // Who may not look at a file learns so from what reads it.
    const facts = await host.factsOfFile(path).catch(() => undefined);
    if (facts === undefined || !stands(facts, path)) return undefined;
    hash.update(`${JSON.stringify(path)} ${facts.state}\n`);
  }
  return hash.digest("hex");
}

/** How coarse the times of files are, at most, in milliseconds; some systems count seconds. */
export const coarseness = { milliseconds: 20, seconds: 2_000 } as const;

/**
 * Whether a change after `now` bears another time than the last one did: two that follow each other
 * at once can have the same time.
 *
 * @param now when the facts were looked up at the earliest, in milliseconds since 1970
 */
export function isSettled({ changed }: FileFacts, now: number): boolean {
  const coarse = changed % 1_000 === 0 ? coarseness.seconds : coarseness.milliseconds;
  return now - changed >= coarse;
}
