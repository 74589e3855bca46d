import { fileURLToPath } from "node:url";
import type { ExitCode } from "../exit-code.js";
import { exitCode } from "../exit-code.js";
import type { Host } from "../host.js";

/** Seen from `dist/cli`, where the bundle lies. */
const scripts = new URL("../../templates/completion/", import.meta.url);

/**
 * `crdgen completion SHELL`: prints a script that lets the shell ask `crdgen complete`. It knows no
 * command and no option itself, so it need not change with crdgen, and it never lets the shell
 * evaluate what was typed or what is proposed.
 *
 * The scripts are our own: those of `@bomb.sh/tab` 0.0.22 evaluate the words of the line, and let
 * bash expand the candidates, which here are names of CRDs that nobody vouches for. Its sources of
 * values have to answer at once, without reading files.
 */
export async function completionCommand(
  shell: "bash" | "zsh" | "fish",
  host: Host,
): Promise<ExitCode> {
  const script = await host.readFile(fileURLToPath(new URL(`crdgen.${shell}`, scripts)));
  host.print(Buffer.from(script).toString("utf8"));
  return exitCode.good;
}
