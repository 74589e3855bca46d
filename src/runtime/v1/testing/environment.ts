import type { AdmissionPlugins } from "./admission-plugins.js";
import type { ServerRights } from "./authorization/server-rights.js";
import type { Failure } from "./failure.js";
import type { ServedResource } from "./served-resource.js";
import type { Revision } from "./store.js";
import type { Pause } from "./turns.js";
import type { RecentLines, WatchStream } from "./watch-stream.js";
import type { ReadYamlBody } from "./yaml-body.js";

/** The parts of the server that handlers of requests share. */
export interface ServerEnvironment {
  /** Milliseconds since 1970. */
  now(): number;
  /** The last resource version that was given. */
  current(): number;
  readonly readYaml: ReadYamlBody;
  /** Why an object cannot be created in a namespace. */
  namespaceFault(resource: ServedResource, namespace: string, name: string): Failure | undefined;
  /** Undefined where everybody may do everything. */
  readonly rights: ServerRights | undefined;
  readonly watches: Set<WatchStream>;
  readonly lines: RecentLines;
  /** Milliseconds between the bookmarks of a watch. */
  readonly bookmarkInterval: number;
  /** How many changes of each resource are kept, and may wait for the reader of a watch. */
  readonly history: number;
  /** Lets others work while much is done for one. */
  readonly pause: Pause;
  /** Those who have a word in writes; undefined: nobody has. */
  readonly plugins: AdmissionPlugins | undefined;
  /** Tells whether the next update fails with a conflict. */
  takesConflict(resource: ServedResource, revision: Revision): boolean;
}

/** A time as the server writes it: seconds in UTC. */
export function serverTime(now: number): string {
  return new Date(now).toISOString().replace(/\.\d+/, "");
}
