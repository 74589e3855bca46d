import type { Json, JsonObject } from "../values/json/json.js";
import { toDouble } from "../values/json/json.js";
import { metadataOf, raiseGeneration } from "../values/metadata/resource-metadata.js";
import { serverTime } from "./environment.js";
import type { GraceSeconds } from "./served-version.js";

/** An object that is marked now, or with less time than before; with 0 seconds it goes at once. */
export interface GraceMark {
  readonly kind: "marked";
  readonly object: JsonObject;
  readonly seconds: number;
}

/** What a request to delete means for an object that has time to end. */
export type GracefulDeletion =
  | GraceMark
  | {
      /** It has been marked before, with no more time than this request gives it. */
      readonly kind: "pending";
    };

/**
 * Gives an object its time to end; undefined where its time is over, so that it is deleted as any
 * other (apiserver `registry/rest/delete.go`, BeforeDelete).
 *
 * @param asked seconds, as the request has them; negative ones count as one
 * @param now milliseconds since 1970
 */
export function beginGracefully(
  object: JsonObject,
  asked: number | undefined,
  graceSeconds: GraceSeconds,
  now: number,
): GracefulDeletion | undefined {
  const wanted = asked === undefined ? undefined : graceOf(asked);
  const { deletionTimestamp, deletionGracePeriodSeconds = 0 } = metadataOf(object);
  if (typeof deletionTimestamp !== "string") {
    const seconds = graceOf(graceSeconds(object, wanted));
    const marked = withGrace(object, now + seconds * 1000, seconds);
    raiseGeneration(metadataOf(marked));
    return { kind: "marked", object: marked, seconds };
  }
  const before = secondsIn(deletionGracePeriodSeconds);
  if (before === 0) return undefined;
  if (wanted === undefined || wanted >= before) return { kind: "pending" };
  const end = Date.parse(deletionTimestamp) + (wanted - before) * 1000;
  const isOver = end < now;
  // Whoever ends the object gracefully sees it change, and still has to say when it has ended.
  const seconds = isOver && wanted > 0 ? 1 : wanted;
  return { kind: "marked", object: withGrace(object, isOver ? now : end, seconds), seconds };
}

/** Negative seconds are those of a request that wants to be quick, not at once. */
function graceOf(seconds: number): number {
  return seconds < 0 ? 1 : seconds;
}

function secondsIn(value: Json): number {
  const isNumber = typeof value === "number" || typeof value === "bigint";
  return isNumber ? graceOf(toDouble(value)) : 0;
}

function withGrace(object: JsonObject, end: number, seconds: number): JsonObject {
  const metadata = {
    ...metadataOf(object),
    deletionTimestamp: serverTime(end),
    deletionGracePeriodSeconds: seconds,
  };
  return { ...object, metadata };
}
