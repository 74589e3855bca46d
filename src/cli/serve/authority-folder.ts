import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { errorCode } from "../host.js";
import { UsageError } from "../usage-error.js";
import type { KeyPair } from "./certificates.js";
import { faultOfAuthority, makeAuthority } from "./certificates.js";

/**
 * The authority that a folder keeps in `ca.crt` and `ca.key`, so that clients that trust one start
 * of a server trust the next; made where there is none. The key can be read by its owner alone.
 *
 * @throws UsageError for what cannot be read or written, and for another authority than crdgen's
 */
export function authorityIn(folder: string): KeyPair {
  try {
    return read(folder) ?? make(folder);
  } catch (error) {
    if (error instanceof UsageError || errorCode(error) === undefined) throw error;
    throw new UsageError(`--cert-dir: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function read(folder: string): KeyPair | undefined {
  const [certificate, key] = [textOf(folder, "ca.crt"), textOf(folder, "ca.key")];
  if (certificate === undefined && key === undefined) return undefined;
  const found = { certificate: certificate ?? "", key: key ?? "" };
  const fault = faultOfAuthority(found, Date.now());
  if (fault === undefined) return found;
  const advice = "delete both or name another folder";
  throw new UsageError(`--cert-dir: ca.crt and ca.key in ${folder}: ${fault}; ${advice}`);
}

function textOf(folder: string, name: string): string | undefined {
  try {
    return readFileSync(join(folder, name), "utf8");
  } catch (error) {
    if (errorCode(error) === "ENOENT") return undefined;
    throw error;
  }
}

/** Of two servers that start at once one makes it, and the other ends by an error. */
function make(folder: string): KeyPair {
  const made = makeAuthority();
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const key = join(folder, "ca.key");
  writeFileSync(key, made.key, { flag: "wx", mode: 0o600 });
  writeFileSync(join(folder, "ca.crt"), made.certificate, { flag: "wx", mode: 0o644 });
  return made;
}
