import { stripVTControlCharacters } from "node:util";
import { reasonOf } from "../crd/diagnostics/wording.js";

let owner: string | undefined;

/**
 * Says that code of the user's runs in this process from now on: a configuration that is code, with
 * its back ends, or plugins of prettier. Errors that nobody catches are told under the name of the
 * first of these.
 */
export function noteForeignCode(name: string): void {
  owner ??= name;
}

/** The name that such code was given; `undefined` as long as there is none. */
export function foreignCode(): string | undefined {
  return owner;
}

/** Why such code failed, without the colours that other tools give their messages. */
export function foreignReason(error: unknown): string {
  return stripVTControlCharacters(reasonOf(error));
}
