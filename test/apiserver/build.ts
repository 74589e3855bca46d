import { join } from "node:path";
import { buildGoProgram } from "../support/go-program.js";

/** The path of the API server's executable, see `buildGoProgram`. */
export function buildServer(): Promise<string> {
  return buildGoProgram("apiserver", join(import.meta.dirname, "server"));
}

/** The path of kubectl, see `buildGoProgram`. */
export function buildKubectl(): Promise<string> {
  return buildGoProgram("kubectl", join(import.meta.dirname, "../support/kubectl"));
}
