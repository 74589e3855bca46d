import { createHash, randomBytes } from "node:crypto";
import type { Stats } from "node:fs";
import { readFileSync, readlinkSync, statSync } from "node:fs";
import { hostname } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import type { Owner } from "./data-reader.js";

/** A process that wants to own a data file, and what it can learn of others. */
export interface Contender {
  readonly processId: number;
  /** Tells whether there is a process with this id here, whoever it belongs to. */
  isRunning(processId: number): boolean;
  /** Standard error. */
  warn(text: string): void;
  /** How long an owner of whom nothing is known has to be silent, in ms. Default: 10,000. */
  readonly patience?: number | undefined;
}

/** How often an owner shows that it is there, by changing the time of its file, in ms. */
export const heartbeat = 1000;

const defaultPatience = 10_000;
/** The longest host name, since the text has to fit into the room that is kept for it. */
const longestHost = 32;
const pollInterval = 50;

/** Returns the description of this process for the file that it owns. */
export function ownerOf(file: Stats, { processId }: Contender): Owner {
  return {
    id: randomBytes(8).toString("hex"),
    pid: processId,
    host: hostname().slice(0, longestHost),
    started: lifeOf("self")?.started,
    space: idSpace(processId),
    device: file.dev,
    inode: file.ino,
  };
}

/** An owner in words. */
export function nameOfOwner({ pid, host }: Owner): string {
  return host === hostname().slice(0, longestHost)
    ? `process ${pid}`
    : `process ${pid} of the host ${host}`;
}

/**
 * Tells whether the owner that a file names still has it. A process in the same space of ids is
 * asked for by its id. Another one, such as in another container, shows that it is there by
 * changing the time of the file, for which this waits.
 *
 * @param path of the file, which is looked up anew each time: network file systems keep what they
 *   know of an open one
 */
export async function isOwned(
  path: string,
  file: Stats,
  owner: Owner,
  contender: Contender,
): Promise<boolean> {
  // A copy is nobody's.
  if (owner.inode !== file.ino) return false;
  const isThere = isRunningHere(owner, contender);
  if (isThere === false) return false;
  if (isThere === true && owner.device === file.dev) return true;
  return showsItself(path, file, owner, contender);
}

/** Undefined: nobody here can know. */
function isRunningHere(owner: Owner, contender: Contender): boolean | undefined {
  const space = idSpace(contender.processId);
  if (space === undefined || space !== owner.space) return undefined;
  if (!contender.isRunning(owner.pid)) return false;
  const life = lifeOf(owner.pid);
  if (life === undefined || owner.started === undefined) return undefined;
  return life.started === owner.started && !life.hasEnded;
}

async function showsItself(
  path: string,
  file: Stats,
  owner: Owner,
  contender: Contender,
): Promise<boolean> {
  const { patience = defaultPatience } = contender;
  const seconds = `${patience / 1000} s`;
  contender.warn(
    `${path}: waiting up to ${seconds} to see if ${nameOfOwner(owner)} still has it\n`,
  );
  for (const end = performance.now() + patience; performance.now() < end;) {
    await sleep(pollInterval);
    const now = statSync(path, { throwIfNoEntry: false });
    if (now === undefined) return false;
    if (now.ino !== file.ino || now.size !== file.size || now.mtimeMs !== file.mtimeMs) return true;
  }
  return false;
}

/**
 * Where a process id means one process: this boot of the machine, and the namespace of ids.
 * Undefined where the system does not tell, or tells it of another namespace.
 */
function idSpace(processId: number): string | undefined {
  try {
    if (readlinkSync("/proc/self") !== String(processId)) return undefined;
    const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
    const space = `${boot} ${readlinkSync("/proc/self/ns/pid")}`;
    return createHash("sha256").update(space).digest("hex").slice(0, 12);
  } catch {
    return undefined;
  }
}

/** The facts that the system tells about a process. */
interface Life {
  /** When it began. */
  readonly started: string;
  /** Nobody has asked yet how it ended. */
  readonly hasEnded: boolean;
}

/** Fields 3 and 22 of `/proc/PID/stat` (proc(5)), where there is one. */
function lifeOf(process: number | "self"): Life | undefined {
  try {
    const stat = readFileSync(`/proc/${process}/stat`, "utf8");
    // The name of the program stands in parentheses, and may hold any text.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return { started: fields[19] ?? "", hasEnded: /^[ZX]/.test(fields[0] ?? "") };
  } catch {
    return undefined;
  }
}
