import { Diagnostics } from "../../diagnostics/diagnostics.js";
import { reasonOf } from "../../diagnostics/reason.js";
import type { CrdDocument } from "../../frontend/find-crds.js";
import { objectAt, textAt } from "../../frontend/raw-fields.js";
import type { Host } from "../host.js";
import type { Input } from "../input.js";
import { nameSome } from "../report.js";
import type { FileWatch } from "./file-watch.js";
import type { Loader } from "./loader.js";

/** In ms. */
const pause = 300;

/** What the reloading of CRDs needs of the command. */
export interface Reloading {
  readonly watch: FileWatch;
  readonly loader: Loader;
  readonly host: Host;
  /** Reads the CRDs of a file. */
  readonly read: (input: Input, diagnostics: Diagnostics) => Promise<readonly CrdDocument[]>;
  readonly print: (diagnostics: Diagnostics) => void;
}

/**
 * Applies CRDs anew whose files change, until `end` is aborted. A file that cannot be used changes
 * nothing: what it held before stays. CRDs whose file is gone stay, too.
 */
export async function reloadCrds(reloading: Reloading, end: AbortSignal): Promise<void> {
  const { watch, host } = reloading;
  while (!end.aborted) {
    try {
      const { changed, gone } = await watch.changes();
      for (const path of gone) host.warn(`${path} is gone; its CRDs stay as they are\n`);
      for (const input of changed) await reloadFile(input, reloading);
    } catch (error) {
      host.warn(`the CRDs could not be read anew: ${reasonOf(error)}\n`);
    }
    await sleep(pause, end);
  }
}

async function reloadFile(input: Input, { loader, host, read, print }: Reloading): Promise<void> {
  const diagnostics = new Diagnostics();
  const crds = await read(input, diagnostics);
  print(diagnostics);
  if (diagnostics.hasErrors) {
    host.warn(`${input.path} cannot be used; what it held before stays\n`);
    return;
  }
  const refused = await loader.addCrds(crds);
  for (const { place, message } of refused) host.warn(`${place}: ${message}\n`);
  if (refused.length > 0 || crds.length === 0) return;
  const names = crds.map(({ value }) => textAt(objectAt(value, "metadata") ?? {}, "name"));
  host.warn(`${input.path} was read anew: ${nameSome(names, 3)}\n`);
}

function sleep(milliseconds: number, end: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const finish = (): void => {
      clearTimeout(timer);
      end.removeEventListener("abort", finish);
      resolve();
    };
    const timer = setTimeout(finish, milliseconds);
    end.addEventListener("abort", finish);
  });
}
