import type { FollowedEvent, Follower } from "./followers.js";

/** What is wrong with the events that a follower told, one after the other. */
export function faultsOfEvents(events: readonly FollowedEvent[]): string[] {
  const known = new Map<string, FollowedEvent>();
  const faults: string[] = [];
  for (const event of events) {
    const before = known.get(event.name);
    const fault = faultOf(event, before);
    if (fault !== undefined) faults.push(`${event.event} ${event.name}: ${fault}`);
    if (event.event === "deleted") known.delete(event.name);
    else known.set(event.name, event);
  }
  return faults;
}

function faultOf(event: FollowedEvent, before: FollowedEvent | undefined): string | undefined {
  if (event.event === "added") return before === undefined ? undefined : "was there already";
  if (before === undefined) return "was not there";
  if (before.uid !== event.uid) return "is another object";
  if (event.event === "deleted") return undefined;
  if (event.version === before.version) return "told twice";
  return Number(event.version) < Number(before.version) ? "went back" : undefined;
}

/** The objects in which a cache differs from a list, as `name: version, not version`. */
export function differences(follower: Follower, list: Readonly<Record<string, string>>): string[] {
  const names = new Set([...follower.cache.keys(), ...Object.keys(list)]);
  return [...names]
    .filter((name) => follower.cache.get(name) !== list[name])
    .map((name) => `${name}: ${follower.cache.get(name)}, not ${list[name]}`);
}
