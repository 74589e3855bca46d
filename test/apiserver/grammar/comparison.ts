import { Random } from "../../support/random.js";
import type { Answer } from "./answer.js";
import { signatureOf } from "./answer.js";
import type { Difference, Episode, Servers } from "./episode.js";
import { runEpisode } from "./episode.js";
import { isExpected } from "./expected.js";
import { minimise } from "./minimise.js";
import { printRequest } from "./request.js";
import { episodeRequests } from "./requests.js";
import type { ApiResource } from "./world.js";

/** What is drawn. */
export interface Plan {
  readonly seed: number;
  /** How many requests. */
  readonly count: number;
  readonly resources: readonly ApiResource[];
  readonly isWhole: boolean;
}

/** What a comparison found. */
export interface Findings {
  readonly sent: number;
  /** How many requests the reference did as it was asked. */
  readonly succeeded: number;
  /** One of each kind, as small as possible. */
  readonly differences: readonly Difference[];
  /** How many episodes went another way when they were repeated, as answers depend on time too. */
  readonly unsteady: number;
}

const episodeLength = 25;

/** In a repetition caches catch up before each request. */
const pause = 120;

/** How many differences are made small before a comparison gives up. */
const mostDifferences = Number(process.env["MOST"] ?? 12);

/** Draws episodes and compares the servers, until so many requests were sent. */
export async function compareServers(servers: Servers, plan: Plan): Promise<Findings> {
  const { seed, count, resources, isWhole } = plan;
  const found = new Map<string, Difference>();
  let [sent, succeeded, unsteady] = [0, 0, 0];
  for (let index = 0; sent < count && found.size < mostDifferences; index++) {
    const random = new Random(seed * 100_003 + index);
    const resource = random.pick(resources);
    const requests = episodeRequests({ random, resource, isWhole }, episodeLength);
    const outcome = await runEpisode(servers, { resource, requests }, isExpected);
    sent += outcome.sent;
    succeeded += outcome.succeeded;
    const { difference } = outcome;
    if (difference === undefined || found.has(keyOf(difference))) continue;
    const smallest = await smallestOf(servers, difference);
    if (smallest === undefined) unsteady++;
    else if (!found.has(keyOf(smallest))) {
      found.set(keyOf(difference), smallest);
      found.set(keyOf(smallest), smallest);
      console.log(printDifference(smallest));
    }
  }
  return { sent, succeeded, differences: [...new Set(found.values())], unsteady };
}

function keyOf({ side, request, theirs, ours }: Difference): string {
  return `${side} ${signatureOf(request.method, theirs, ours)}`;
}

/** The difference with as little as shows it; undefined if it does not come again. */
async function smallestOf(
  servers: Servers,
  difference: Difference,
): Promise<Difference | undefined> {
  const { resource } = difference.episode;
  const again = async (episode: Episode, wait: number): Promise<Difference | undefined> => {
    const outcome = await runEpisode(servers, episode, isExpected, wait);
    return outcome.difference;
  };
  const repeated = await again(difference.episode, pause);
  if (repeated === undefined) return undefined;
  const key = keyOf(repeated);
  const smallest = await minimise(repeated.episode.requests, async (candidate) => {
    const other = await again({ resource, requests: candidate }, 5);
    return other !== undefined && keyOf(other) === key;
  });
  return again({ resource, requests: smallest }, pause);
}

/** A difference as people read it: the answers around the first character that differs. */
export function printDifference({ episode, side, theirs, ours }: Difference): string {
  const lines = episode.requests.map((request) => `  ${printRequest(request).slice(0, 1000)}`);
  const [one, other] = [printAnswer(theirs), printAnswer(ours)];
  let at = 0;
  while (at < one.length && one[at] === other[at]) at++;
  const begin = Math.max(0, at - 200);
  const part = (text: string): string => text.slice(begin, at + 300);
  return [`${side} differs:`, ...lines, `  theirs: ${part(one)}`, `  ours:   ${part(other)}`].join(
    "\n",
  );
}

function printAnswer({ code, headers, warnings, body }: Answer): string {
  return `${code} ${JSON.stringify(headers)} ${JSON.stringify(warnings)} ${body}`;
}
