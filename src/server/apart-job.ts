import type { TransportRequest } from "../runtime/v1/client/transport.js";
import type { StoredChange } from "../runtime/v1/testing/memory-api-server.js";

/** An object by its key, as JSON. */
export type StoredText = readonly [key: string, text: string];

/** All CRDs, and a number that is another one whenever they are others. */
export interface DefinitionTexts {
  readonly generation: number;
  readonly texts: readonly StoredText[];
}

/** A request that is answered elsewhere, with all that the answer depends on; it can be cloned. */
export interface ApartJob {
  /** `<plural>.<group>` */
  readonly resource: string;
  /** What there is of its objects: the one that is asked for, or none. */
  readonly objects: readonly StoredText[];
  /** The namespace that is asked for, or none. */
  readonly namespaces: readonly StoredText[];
  readonly request: Omit<TransportRequest, "signal">;
}

/** The answer, and what has to be stored before it is given. */
export interface ApartAnswer {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
  /**
   * Their resource versions stand in for those that they get where they are stored. Nobody can
   * guess them, so that they stand nowhere else, in the body neither.
   */
  readonly changes: readonly StoredChange[];
}

/**
 * Answers a job elsewhere.
 *
 * @throws Failure if that takes too much memory or time
 */
export type RunApart = (job: ApartJob, definitions: DefinitionTexts) => Promise<ApartAnswer>;
