import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { main, runCold, Scratch, writeBelow } from "../support/cli.js";
import type { Listening } from "../support/listen.js";
import { listen } from "../support/listen.js";
import type { TerminalOutcome, TerminalSession } from "../support/pseudo-terminal.js";
import {
  describeInTerminal,
  endAll,
  keys,
  outcomeOf,
  startInTerminal,
} from "../support/pseudo-terminal.js";
import { framesLeft } from "../support/virtual-terminal.js";
import { boatCrd, field, kubeconfig, writeWorld } from "./world.js";

const scratch = new Scratch();
let folder = "";

beforeEach(() => {
  folder = scratch.next();
});
afterEach(endAll);

/** Presses Ctrl-C, and looks at what is left: the signal, and a neat screen. */
async function interrupt(session: TerminalSession): Promise<TerminalOutcome> {
  session.type(keys.ctrlC);
  const outcome = await outcomeOf(session);
  expect({ signal: outcome.signal, column: outcome.cursor.column }).toEqual({
    signal: "SIGINT",
    column: 0,
  });
  expect(framesLeft(outcome.raw, outcome.screen)).toEqual([]);
  return outcome;
}

/** Accepts connections, and answers nothing. */
async function silentServer(): Promise<{ listening: Listening; asked: Promise<void> }> {
  let note: () => void = () => undefined;
  const asked = new Promise<void>((resolve) => (note = resolve));
  return {
    listening: await listen(
      createServer(() => {
        note();
      }),
    ),
    asked,
  };
}

/** All files of a folder with their texts. */
function textsBelow(path: string): ReadonlyMap<string, string> {
  const files = readdirSync(path, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  return new Map(
    files.map(({ name, parentPath }) => {
      const file = join(parentPath, name);
      return [file, readFileSync(file, "utf8")] as const;
    }),
  );
}

function writeCrds(count: number, type: string): void {
  for (let index = 0; index < count; index++)
    writeBelow(
      folder,
      `crds/boat-${index}.yaml`,
      boatCrd(`Boat${index}`, field("sails", `type: ${type}`)),
    );
}

/** New texts stand beside the old ones until all are there. */
async function untilWriting(session: TerminalSession): Promise<void> {
  const place = join(folder, "out/example.com/v1/boat0s");
  const known = readdirSync(place).length;
  const ended = session.ended.then(() => "ended");
  while (readdirSync(place).length === known) {
    const now = await Promise.race([ended, pause(1)]);
    if (now !== undefined) throw new Error(`nothing was written: ${session.terminal.raw}`);
  }
}

function pause(milliseconds: number): Promise<undefined> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds, undefined);
  });
}

describeInTerminal("Ctrl-C", () => {
  it("while files are written: the folder is as it was, and it says so", async () => {
    const args = ["generate", "crds", "--out", "out", "--no-cache", "--parts", "types,validate"];
    writeCrds(250, "integer");
    expect(runCold(folder, args).code).toBe(0);
    const before = textsBelow(join(folder, "out"));
    const types = ["string", "number", "boolean", "array\n                  items: {}"];
    for (const type of types) {
      writeCrds(250, type);
      const session = startInTerminal({ args, cwd: folder });
      await untilWriting(session);
      const { raw } = await interrupt(session);
      // A busy machine may have written all before the key came.
      if (!raw.includes("undoing") && type !== types.at(-1)) {
        writeCrds(250, "integer");
        expect(runCold(folder, args).code).toBe(0);
        continue;
      }
      expect(raw).toContain("undoing");
      expect(textsBelow(join(folder, "out"))).toEqual(before);
      return;
    }
  });

  it("while a slow server is read", async () => {
    const { listening, asked } = await silentServer();
    const session = startInTerminal({
      args: ["lint", `http://${listening.host}/crd.yaml`],
      cwd: folder,
    });
    await asked;
    await session.until("judging");
    const { screen } = await interrupt(session);
    expect(screen.filter((row) => row !== "^C")).toEqual([]);
    listening.stop();
  });

  it("while a cluster is waited for, whose name, address and time it shows", async () => {
    const { listening, asked } = await silentServer();
    writeFileSync(join(folder, "kubeconfig"), kubeconfig(`http://${listening.host}`));
    const env = { KUBECONFIG: join(folder, "kubeconfig") };
    const session = startInTerminal({ args: ["lint", "cluster"], cwd: folder, env });
    await asked;
    await session.until(`waiting for the cluster harbour (http://${listening.host})`);
    await session.until(/\d s of 120 s/);
    await interrupt(session);
    listening.stop();
  });

  it("while standard input is waited for, which it says", async () => {
    writeWorld(folder);
    const session = startInTerminal({ args: ["validate", "--crd", "crds", "-"], cwd: folder });
    await session.until("reading standard input; Ctrl-D ends it");
    await interrupt(session);
  });

  it("while many CRDs are judged", async () => {
    writeCrds(1_500, "integr");
    const session = startInTerminal({ args: ["lint", "crds", "--quiet"], cwd: folder });
    await pause(300);
    await interrupt(session);
  });

  it("ends a loop of a shell", async () => {
    const { listening, asked } = await silentServer();
    const lint = `"${process.execPath}" "$0" lint http://${listening.host}/crd.yaml`;
    const session = startInTerminal({
      command: "/bin/bash",
      args: ["-c", `for i in 1 2 3; do echo "round $i"; ${lint}; done; echo over`, main],
      cwd: folder,
    });
    await asked;
    await session.until("judging");
    session.type(keys.ctrlC);
    const { raw } = await outcomeOf(session);
    expect(raw).toContain("round 1");
    expect(raw).not.toContain("round 2");
    expect(raw).not.toContain("over");
    listening.stop();
  });
});

describeInTerminal("standard input from the keyboard", () => {
  it("ends with Ctrl-D, and what was typed is judged", async () => {
    writeWorld(folder);
    const session = startInTerminal({ args: ["validate", "--crd", "crds", "-"], cwd: folder });
    await session.until("reading standard input");
    session.type(
      ["apiVersion: example.com/v1", "kind: Boat", "metadata: {name: b}", keys.ctrlD].join(
        keys.enter,
      ),
    );
    const { exitCode, raw, screen } = await outcomeOf(session);
    expect({ exitCode, frames: framesLeft(raw, screen) }).toEqual({ exitCode: 0, frames: [] });
    expect(screen.at(-1)).toMatch(/^✓ 1 object is accepted by Kubernetes/);
  });
});
