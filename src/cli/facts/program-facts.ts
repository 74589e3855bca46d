import { release } from "node:os";
import { version } from "../../codegen/pipeline/settings.js";
import { printable } from "../../crd/diagnostics/render/printable.js";
import type { Environment } from "../../runtime/v1/node/proxy-environment.js";

/** Where bugs are reported: `bugs` of package.json (a test compares them). */
export const bugsUrl = "https://github.com/crdgen/crdgen/issues";

/** A name, and what there is to say of it. */
export type Fact = readonly [name: string, value: string];

/** What runs here, and on what. */
export function programFacts(environment: Environment): readonly Fact[] {
  return [
    ["crdgen", version],
    ["Node.js", process.version],
    ["system", `${process.platform} ${process.arch} ${release()}`],
    ["package manager", packageManager(environment)],
  ];
}

/** npm, pnpm, yarn and bun say who they are in `npm_config_user_agent`. */
function packageManager(environment: Environment): string {
  const [first] = (environment["npm_config_user_agent"] ?? "").split(" ");
  return first === undefined || first === "" ? "not known" : first.replace("/", " ");
}

/** A line for each, one below the other. */
export function factLines(facts: readonly Fact[]): string {
  const width = Math.max(...facts.map(([name]) => name.length));
  return facts
    .map(([name, value]) => `${name.padEnd(width)}  ${printable(value).replaceAll("\n", " ")}\n`)
    .join("");
}
