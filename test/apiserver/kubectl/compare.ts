import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Printed } from "../two-clusters.js";
import { runProgram } from "../two-clusters.js";
import { maskPrinted } from "./mask.js";
import type { Command, Reference, Section } from "./table.js";
import { readManifests } from "./table.js";

/** A command that did not do what the table says. */
export interface Surprise {
  readonly line: string;
  /** What is wrong, in words. */
  readonly what: string;
  readonly ours?: Printed;
  readonly theirs?: Printed;
}

/** Where kubectl is, and what it talks to. */
export interface Compared {
  readonly kubectl: string;
  /** Paths of kubeconfigs. */
  readonly ours: string;
  readonly theirs: string;
  /** What `theirs` is. */
  readonly reference: Reference;
}

/**
 * Runs all commands in order on both servers and gives those that surprise: that print or end
 * otherwise without a reason in the table, or alike although the table has one.
 */
export async function compareCommands(
  sections: readonly Section[],
  compared: Compared,
): Promise<readonly Surprise[]> {
  const folder = mkdtempSync(join(tmpdir(), "crdgen-kubectl-"));
  try {
    const ours = new Shell(compared.kubectl, compared.ours, join(folder, "ours"));
    const theirs = new Shell(compared.kubectl, compared.theirs, join(folder, "theirs"));
    const surprises: Surprise[] = [];
    for (const command of sections.flatMap((section) => section.commands)) {
      const printed = await Promise.all([ours.run(command), theirs.run(command)]);
      const surprise = judge(command, compared.reference, ...printed);
      if (surprise !== undefined) surprises.push(surprise);
    }
    return surprises;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function judge(
  { line, differs }: Command,
  reference: Reference,
  ours: Printed,
  theirs: Printed,
): Surprise | undefined {
  const isSame = JSON.stringify(ours) === JSON.stringify(theirs);
  const reason = differs[reference];
  if (isSame === (reason === undefined)) return undefined;
  if (isSame) return { line, what: `prints the same, although: ${reason ?? ""}` };
  return { line, what: "prints something else", ours, theirs };
}

/** kubectl for one server, in a folder of its own with the manifests in it. */
class Shell {
  readonly #kubectl: string;
  readonly #env: Readonly<Record<string, string>>;
  readonly #folder: string;

  constructor(kubectl: string, kubeconfig: string, folder: string) {
    this.#kubectl = kubectl;
    this.#folder = join(folder, "manifests");
    this.#env = { HOME: folder, KUBECONFIG: kubeconfig, TZ: "UTC" };
    mkdirSync(this.#folder, { recursive: true });
    for (const [name, text] of Object.entries(readManifests())) {
      writeFileSync(join(this.#folder, name), text);
    }
  }

  /** What is printed, masked. */
  async run({ args, input, editor, after, seconds }: Command): Promise<Printed> {
    await sleep(after * 1000);
    const { code, stdout, stderr } = await runProgram(this.#kubectl, args, {
      cwd: this.#folder,
      env: { ...this.#env, KUBE_EDITOR: editor },
      input,
      timeout: seconds * 1000,
    });
    return { code, stdout: maskPrinted(stdout), stderr: maskPrinted(stderr) };
  }
}
