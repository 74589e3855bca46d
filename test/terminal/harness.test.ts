import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { Scratch } from "../support/cli.js";
import {
  describeInTerminal,
  endAll,
  keys,
  outcomeOf,
  runInTerminal,
  startInTerminal,
} from "../support/pseudo-terminal.js";
import {
  framesLeft,
  framesOf,
  linesTooWide,
  VirtualTerminal,
} from "../support/virtual-terminal.js";

const scratch = new Scratch();
afterEach(endAll);

it.each([
  ["plain", 5],
  ["日本", 4],
  ["👨‍👩‍👧‍👦", 2],
  ["🇩🇪", 2],
  ["👍🏽", 2],
  ["❤️", 2],
  ["e\u0301", 1],
  ["한글", 4],
])("a terminal shows %s in %i columns", async (text, width) => {
  const terminal = new VirtualTerminal(80);
  terminal.write(text);
  expect((await terminal.cursor()).column).toBe(width);
  expect(linesTooWide(text, width)).toEqual([]);
  expect(linesTooWide(text, width - 1)).toEqual([text]);
});

it("lines that are too wide are found, also those that were there for a moment", () => {
  expect(
    linesTooWide("\r\u001B[Klong frame\r\u001B[Kok\r\n\u001B[31mfine\u001B[0m\r\n", 5),
  ).toEqual(["long frame"]);
});

it("frames that were not taken away are found", async () => {
  const terminal = new VirtualTerminal(12);
  terminal.write("reading 1/2 a-long-path\r\u001B[Jreading 2/2\r\u001B[Jdone\r\n");
  const screen = await terminal.screen();
  expect(framesOf(terminal.raw)).toEqual(["reading 1/2 a-long-path", "reading 2/2"]);
  expect(screen).toEqual(["reading 1/2", "done"]);
  expect(framesLeft(terminal.raw, screen)).toEqual(["reading 1/2"]);
  expect(framesLeft("done\r\nwaiting^C\r\n", ["done", "waiting^C"])).toEqual(["waiting^C"]);
  expect(framesLeft("waiting\r\u001B[A\u001B[Jdone\r\n", ["done"])).toEqual([]);
});

describeInTerminal("a process in a pseudo-terminal", () => {
  const node = (script: string): { command: string; args: string[]; cwd: string } => ({
    command: process.execPath,
    args: ["-e", script],
    cwd: scratch.next(),
  });

  it("knows the size, and says how it ended", async () => {
    const run = node("console.log(process.stdout.columns, process.stderr.isTTY); process.exit(7)");
    const { screen, exitCode, signal, cursor } = await runInTerminal({ ...run, columns: 61 });
    expect({ screen, exitCode, signal, cursor }).toEqual({
      screen: ["61 true"],
      exitCode: 7,
      signal: undefined,
      cursor: { row: 1, column: 0 },
    });
  });

  it("sends streams to files, and takes keys", async () => {
    const run = node(
      "process.stdin.once('data', (text) => { console.log('out', String(text).trim(), process.stdout.isTTY === true); console.error('err'); process.exit() })",
    );
    const output = join(run.cwd, "it's out");
    const session = startInTerminal({ ...run, output });
    session.type("hello\r");
    const { screen } = await outcomeOf(session);
    expect(screen).toEqual(["hello", "err"]);
    expect(readFileSync(output, "utf8")).toBe("out hello false\n");
  });

  it("dies by the signal of Ctrl-C", async () => {
    const session = startInTerminal(node("console.log('ready'); setInterval(() => {}, 1e6)"));
    await session.until("ready");
    session.type(keys.ctrlC);
    expect(await session.ended).toMatchObject({ signal: "SIGINT" });
  });

  it("is told of a new size", async () => {
    const session = startInTerminal(
      node(
        "console.log('ready'); process.stdout.on('resize', () => { console.log(process.stdout.columns); process.exit() }); setInterval(() => {}, 1e6)",
      ),
    );
    await session.until("ready");
    session.resize(100, 30);
    expect((await outcomeOf(session)).screen).toEqual(["ready", "100"]);
  });
});
