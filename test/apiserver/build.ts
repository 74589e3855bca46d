import { join } from "node:path";
import { buildGoProgram } from "../support/go-program.js";

/** The path of the API server's executable, see `buildGoProgram`. */
export function buildServer(): Promise<string> {
  return buildGoProgram("apiserver", join(import.meta.dirname, "server"));
}

/** The path of kubectl, see `buildGoProgram`. */
export function buildKubectl(): Promise<string> {
  const sources = join(import.meta.dirname, "../support/kubectl");
  // A kubectl without a version cannot compare it with that of a server.
  const gitVersion = "k8s.io/component-base/version.gitVersion";
  return buildGoProgram("kubectl", sources, { [gitVersion]: "v1.37.2" });
}
