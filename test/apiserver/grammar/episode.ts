import { setTimeout as sleep } from "node:timers/promises";
import type { Answer } from "./answer.js";
import { isSame, withHeaders } from "./answer.js";
import type { GrammarRequest } from "./request.js";
import type { Side } from "./side.js";
import type { ApiResource } from "./world.js";

/** The servers that are compared: the one that is right, and ours. */
export interface Servers {
  readonly reference: Side;
  readonly ours: readonly Side[];
}

/** Requests in a row, before which there is nothing. */
export interface Episode {
  readonly resource: ApiResource;
  readonly requests: readonly GrammarRequest[];
}

/** The first request of an episode that a server of ours answered otherwise. */
export interface Difference {
  readonly episode: Episode;
  /** The name of our server. */
  readonly side: string;
  readonly request: GrammarRequest;
  readonly theirs: Answer;
  readonly ours: Answer;
  /** What the reference said to each request, with all its headers. */
  readonly answers: readonly Answer[];
}

/** How an episode went. */
export interface Outcome {
  /** How many requests were sent. */
  readonly sent: number;
  /** How many of them the reference did as it was asked. */
  readonly succeeded: number;
  readonly difference: Difference | undefined;
}

/**
 * Sends the requests of an episode one after the other to all servers, until one answers otherwise:
 * from then on the servers may hold different objects.
 *
 * @param pause milliseconds before each request, in which caches catch up
 * @param isExpected differences that count as none
 */
export async function runEpisode(
  servers: Servers,
  episode: Episode,
  isExpected: (difference: Difference) => boolean,
  pause = 0,
): Promise<Outcome> {
  const sides = [servers.reference, ...servers.ours];
  const clear = (): Promise<boolean[]> =>
    Promise.all(sides.map((side) => side.clear(episode.resource)));
  const areCleared = await clear();
  if (areCleared.includes(false)) return outcomeOf([], undefined);
  for (const side of sides) side.forget();
  const outcome = await sendAll(servers, episode, isExpected, pause);
  // What controllers put into namespaces would be seen by the episodes of other kinds.
  if (episode.resource.plural === "namespaces") await clear();
  return outcome;
}

async function sendAll(
  servers: Servers,
  episode: Episode,
  isExpected: (difference: Difference) => boolean,
  pause: number,
): Promise<Outcome> {
  const sides = [servers.reference, ...servers.ours];
  const said: Answer[] = [];
  for (const [index, request] of episode.requests.entries()) {
    if (pause > 0) await sleep(pause);
    const [theirs, ...answers] = await Promise.all(sides.map((side) => side.ask(request)));
    if (theirs === undefined) throw new Error("no reference");
    said.push(theirs);
    const found = differencesOf(servers.ours, theirs, answers).map((differing) => {
      const requests = episode.requests.slice(0, index + 1);
      return { ...differing, episode: { ...episode, requests }, request, answers: [...said] };
    });
    const unexpected = found.find((difference) => !isExpected(difference));
    if (unexpected !== undefined) return outcomeOf(said, unexpected);
    // Controllers empty a namespace in their own time.
    if (isGoing(request, theirs)) return outcomeOf(said, undefined);
    // What was done or seen otherwise makes all that follows another story.
    const isOther = found.some((difference) => difference.ours.code !== theirs.code);
    if (isOther || (found.length > 0 && request.method !== "GET")) {
      return outcomeOf(said, undefined);
    }
  }
  return outcomeOf(said, undefined);
}

/** Whether a namespace is being deleted from now on. */
function isGoing({ method, path }: GrammarRequest, { code }: Answer): boolean {
  return method === "DELETE" && code < 300 && /\/namespaces\/[^/]+\/*$/.test(path);
}

function outcomeOf(said: readonly Answer[], difference: Difference | undefined): Outcome {
  const done = said.filter(({ code }) => code >= 200 && code < 300);
  return { sent: said.length, succeeded: done.length, difference };
}

/** What our servers answered otherwise. */
export function differencesOf(
  sides: readonly Side[],
  theirs: Answer,
  answers: readonly Answer[],
): readonly Pick<Difference, "side" | "theirs" | "ours">[] {
  return answers.flatMap((ours, index) => {
    const { name = "", headers = [] } = sides[index] ?? {};
    const comparable = withHeaders(theirs, headers);
    return isSame(comparable, ours) ? [] : [{ side: name, theirs: comparable, ours }];
  });
}
