import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { main, Scratch, writeBelow } from "../support/cli.js";
import type { TerminalRun, TerminalSession } from "../support/pseudo-terminal.js";
import { describeInTerminal, endAll, keys, startInTerminal } from "../support/pseudo-terminal.js";
import { framesLeft, linesTooWide } from "../support/virtual-terminal.js";

const scratch = new Scratch();
afterEach(endAll);

function crd(kind: string, scope = "Namespaced"): string {
  const plural = `${kind.toLowerCase()}s`;
  const schema = { type: "object", properties: { spec: { type: "object" } } };
  return JSON.stringify({
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: `${plural}.example.com` },
    spec: {
      group: "example.com",
      scope,
      names: { plural, kind },
      versions: [{ name: "v1", served: true, storage: true, schema: { openAPIV3Schema: schema } }],
    },
  });
}

const wrong = crd("Wheel", "Everywhere");

function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = scratch.next();
  for (const [path, text] of Object.entries(files)) writeBelow(folder, path, text);
  return folder;
}

const footer = "watching crds · Enter runs again · q quits · h helps";

/** Clears a screen, as it begins behind what has scrolled away. */
const clearing = "\u001B[H\u001B[J";

async function wait(milliseconds: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/** A watch in a terminal, and what people see of it after each run. */
class Watched {
  readonly session: TerminalSession;
  readonly #lastLine: string;
  #runs = 0;

  constructor(session: TerminalSession, lastLine = footer) {
    this.session = session;
    this.#lastLine = lastLine;
  }

  /**
   * Waits for the end of the next run whose first line has a text: on a busy machine a file that
   * was saved once is looked at twice.
   */
  async nextRun(first = ""): Promise<readonly string[]> {
    const begun = Date.now();
    for (;;) {
      const runs = this.session.terminal.raw.split(this.#lastLine).length - 1;
      const rows = await this.run();
      const isOver = runs > this.#runs && rows.at(-1) === this.#lastLine;
      if (isOver && rows[0]?.includes(first) === true) {
        this.#runs = runs;
        return rows;
      }
      if (Date.now() - begun > 30_000) throw new Error(`no run: ${this.session.terminal.raw}`);
      await wait(20);
    }
  }

  /**
   * The rows from the last time of day on. Times of day and of work differ from run to run, and
   * counts of files from release to release.
   */
  async run(): Promise<readonly string[]> {
    const rows = await this.session.terminal.screen();
    const first = rows.findLastIndex((row) => /^\d\d:\d\d:\d\d /.test(row));
    const text = rows
      .slice(first)
      .join("\n")
      .replace(/^\d\d:\d\d:\d\d /, "10:42:07 ")
      .replaceAll(/\d+ files? written/g, "N written")
      .replaceAll(/ in \d+(?:\.\d+)? m?s\b/g, "");
    return text.split("\n");
  }
}

function start(cwd: string, args: readonly string[], more: Partial<TerminalRun> = {}): Watched {
  return new Watched(startInTerminal({ args: [...args, "--watch"], cwd, ...more }));
}

/** The same in a shell, which says afterwards how it ended, and how the terminal is. */
function startInShell(cwd: string, script: string): TerminalSession {
  const crdgen = [process.execPath, main, "lint", "crds", "--watch"];
  return startInTerminal({ command: "/bin/sh", args: ["-c", script, "sh", ...crdgen], cwd });
}

describeInTerminal("a watch in a terminal", () => {
  it.each([60, 100])("shows each run on a screen of its own, with %i columns", async (columns) => {
    const cwd = folderWith({ "crds/wheel.json": crd("Wheel"), "crds/door.json": crd("Door") });
    const watched = start(cwd, ["generate", "crds", "--out", "out"], { columns });
    const { session } = watched;
    const first = await watched.nextRun();
    expect(first.slice(0, 2)).toEqual(["10:42:07 first run", ""]);
    expect(first[2]).toMatch(/^✓ out: 2 versions of 2 resources: N written/);
    expect(first.slice(-2)).toEqual(["", footer]);

    writeBelow(cwd, "crds/wheel.json", wrong);
    const refused = await watched.nextRun("changed: crds/wheel.json");
    expect(refused.slice(0, 2)).toEqual(["10:42:07 changed: crds/wheel.json", ""]);
    expect(refused[2]).toMatch(/^error\[crd\/scope-invalid\]: spec\.scope: /);
    expect(refused.join("\n")).toContain("✗ nothing was written: 1 error");
    expect(refused.slice(-2)).toEqual(["", footer]);

    writeBelow(cwd, "crds/wheel.json", crd("Wheel"));
    await session.until(/mended[^\n]*1 error in crds\/wheel\.json/);

    rmSync(join(cwd, "crds/door.json"));
    const removed = await watched.nextRun("removed: ");
    expect(removed.slice(0, 2)).toEqual(["10:42:07 removed: crds/door.json", ""]);
    expect(removed[2]).toMatch(/^✓ out: 1 version of 1 resource: N written/);
    // A line of progress appears half a second after the work that it is about has begun.
    await wait(700);
    expect(await watched.run()).toEqual(removed);

    session.type("h");
    await session.until("watched for changes:");
    expect((await watched.run()).slice(removed.length)).toEqual([
      "",
      "  Enter   runs again, and reads the configuration anew",
      "  q       quits, and so does Ctrl-D",
      "  h       shows this",
      "",
      "  watched for changes:",
      "    crds",
    ]);
    session.type(keys.enter);
    await watched.nextRun("run again");
    session.type("q");
    expect(await session.ended).toEqual({ exitCode: 0, signal: undefined });

    const { terminal } = session;
    const screen = await terminal.screen();
    expect(linesTooWide(terminal.raw, columns)).toEqual([]);
    expect(framesLeft(terminal.raw, screen)).toEqual([]);
    expect(terminal.raw.split(clearing).length).toBeGreaterThan(5);
    // What has scrolled away can be read.
    expect(screen.join("\n")).toContain("✗ nothing was written");
  });

  it("shows all that is left on an empty screen, and only what is new without one", async () => {
    const cwd = folderWith({ "crds/wheel.json": wrong, "crds/door.json": crd("Door") });
    const args = ["generate", "crds", "--out", "out", "--allow-invalid"];
    for (const [more, shows] of [
      [[], true],
      [["--no-clear"], false],
    ] as const) {
      const watched = start(cwd, [...args, ...more]);
      await watched.nextRun();
      writeBelow(cwd, "crds/door.json", crd("Door", shows ? "Cluster" : "Namespaced"));
      const rows = await watched.nextRun("changed: crds/door.json");
      expect(rows.some((row) => row.includes("crd/scope-invalid"))).toBe(shows);
      watched.session.type(keys.ctrlD);
      expect(await watched.session.ended).toEqual({ exitCode: 0, signal: undefined });
      expect(watched.session.terminal.raw.includes(clearing)).toBe(shows);
    }
  });

  it.each([
    ["TERM=dumb", { env: { TERM: "dumb" } }, footer],
    ["an input that is no terminal", { input: "/dev/null" }, "watching crds · Ctrl-C ends it"],
  ])("knows %s", async (_, more, lastLine) => {
    const cwd = folderWith({ "crds/wheel.json": wrong });
    const args = ["lint", "crds", "--watch"];
    const watched = new Watched(startInTerminal({ args, cwd, ...more }), lastLine);
    expect((await watched.nextRun()).at(-1)).toBe(lastLine);
    expect(watched.session.terminal.raw.includes(clearing)).toBe("input" in more);
    watched.session.type(keys.ctrlC);
    expect(await watched.session.ended).toMatchObject({ signal: "SIGINT" });
  });

  it.each(["output", "error"] as const)(
    "says how to go on where people look, with standard %s in a file",
    async (stream) => {
      const cwd = folderWith({ "crds/wheel.json": wrong });
      const file = join(cwd, "said.txt");
      const watched = start(cwd, ["lint", "crds"], { [stream]: file });
      await watched.nextRun();
      watched.session.type(keys.enter);
      expect((await watched.nextRun()).at(-1)).toBe(footer);
      watched.session.type("q");
      expect(await watched.session.ended).toMatchObject({ exitCode: 0 });
      const said = readFileSync(file, "utf8");
      const [diagnostic, verdict] = ["error[crd/scope-invalid]", "✗ 1 CRD is refused"];
      expect(said.includes(diagnostic)).toBe(stream === "output");
      expect(said.includes(verdict)).toBe(stream === "error");
      expect(said).not.toContain("\u001B");
      expect(said).not.toContain("watching");
      expect(watched.session.terminal.raw.split(clearing)).toHaveLength(1 + 2);
    },
  );

  it.each([
    ["Ctrl-C", keys.ctrlC, 130],
    ["Ctrl-\\", "\u001C", 131],
    ["q", "q", 0],
  ])("leaves the terminal as it was after %s", async (_, key, code) => {
    const cwd = folderWith({ "crds/wheel.json": crd("Wheel") });
    const session = startInShell(cwd, `trap : INT QUIT; "$@"; echo "ended $?"; stty -a`);
    await session.until(footer);
    session.type(key);
    await session.ended;
    expectTerminal(session, code);
  });

  it("ends by a signal that comes from elsewhere, and leaves the terminal as it was", async () => {
    const cwd = folderWith({ "crds/wheel.json": crd("Wheel") });
    const script = `sh -c 'echo "pid $$"; exec "$@"' sh "$@"; echo "ended $?"; stty -a`;
    const session = startInShell(cwd, script);
    await session.until(footer);
    process.kill(Number(/pid (\d+)/.exec(session.terminal.raw)?.[1]), "SIGTERM");
    await session.ended;
    expectTerminal(session, 143);
  });

  it("gives the terminal back in the background, and hears keys again in the foreground", async () => {
    const cwd = folderWith({ "crds/wheel.json": crd("Wheel") });
    const script = `set -m; "$@"; stty -a; bg; echo back""ground; sleep 3; fg; echo "ended $?"; stty -a`;
    const session = startInShell(cwd, script);
    await session.until(footer);
    session.type(ctrlZ);
    await session.until("background");
    expectModes(session.terminal.raw.slice(session.terminal.raw.indexOf(footer)));
    const clearings = session.terminal.raw.split(clearing).length;
    writeBelow(cwd, "crds/wheel.json", wrong);
    await session.until("watching crds · Ctrl-C ends it");
    expect(session.terminal.raw.split(clearing)).toHaveLength(clearings);
    await session.until(/Ctrl-C ends it.*Enter runs again/s);
    session.type("q");
    await session.ended;
    expectTerminal(session, 0);
  });
});

const ctrlZ = "\u001A";

/** The shell says how the watch ended, and the modes of the terminal. */
function expectTerminal(session: TerminalSession, code: number): void {
  const said = session.terminal.raw.slice(session.terminal.raw.lastIndexOf("ended"));
  expect(said).toMatch(new RegExp(`^ended ${code}\r\n`));
  expectModes(said);
  // The cursor was never hidden.
  expect(session.terminal.raw).not.toContain("\u001B[?25l");
}

function expectModes(said: string): void {
  for (const mode of ["isig", "icanon", "echo", "icrnl"]) {
    expect(said).toMatch(new RegExp(`\\s${mode}\\b`));
    expect(said).not.toContain(`-${mode} `);
  }
}
