import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { commands } from "../../../src/cli/lsp/features/commands.js";

const path = join(import.meta.dirname, "../../../editors/vscode/package.json");

interface Manifest {
  readonly contributes: { readonly commands: readonly { readonly command: string }[] };
}

it("the extension for VS Code offers the server's commands, and some of its own", () => {
  const { contributes } = JSON.parse(readFileSync(path, "utf8")) as Manifest; // a file of ours
  const offered = contributes.commands.map(({ command }) => command);
  // A lens alone knows what it counts.
  const ofServer = commands.capabilities.executeCommandProvider?.commands ?? [];
  const asked = ofServer.filter((name) => name !== "crdgen.showRefused");
  const own = ["crdgen.restartServer", "crdgen.showLog", "crdgen.judgeAsCreation"];
  expect(asked.length).toBeGreaterThan(0);
  expect([...offered].sort()).toEqual([...asked, ...own].sort());
});
