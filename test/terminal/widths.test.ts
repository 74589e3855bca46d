import stringWidth from "string-width";
import { afterEach, expect, it } from "vitest";
import type { Host } from "../../src/cli/host.js";
import { lintCommand } from "../../src/cli/lint.js";
import { fitLines } from "../../src/cli/process/fit.js";
import { StatusLine } from "../../src/cli/process/status-line.js";
import { createProgress, withProgress } from "../../src/cli/terminal/progress.js";
import { faultyCrd } from "../support/boat.js";
import { Scratch, writeBelow } from "../support/cli.js";
import { memoryHost } from "../support/memory-host.js";
import { describeInTerminal, endAll, runInTerminal } from "../support/pseudo-terminal.js";
import { Random } from "../support/random.js";
import { isWhole } from "../support/scope.js";
import { seeds } from "../support/seeds.js";
import {
  framesLeft,
  framesOf,
  linesTooWide,
  VirtualTerminal,
} from "../support/virtual-terminal.js";
import { boatCrd } from "./world.js";

const scratch = new Scratch();
afterEach(endAll);

/** What stands in names and texts of people, and of those who mean no good. */
const pieces = [
  ..."abcxyzABC019-_ .,:'\"`{}[]<>|&%$#@!?~^*+=".split(""),
  ...["word", "a-rather-long-word-without-an-end", "    ", "日本語", "한글", "ﾊﾝｶｸ", "ｗｉｄｅ", "é", "e\u0301", "n\u0303\u0323"],
  ...["👨‍👩‍👧‍👦", "👋🏽", "❤️", "🇩🇪", "🇩", "🏴‍☠️", "1️⃣", "🫶🏿", "☎", "☎️", "😀"],
  ...["שלום", "مرحبا", "हिन्दी", "ไทย", "ᄀ", "가", "𝒳", "𠮷"],
  ...["\u200b", "\u200d", "\ufe0f", "\u0301", "\u202e", "\u2066", "\u00ad", "\u001b[31m", "\u0007", "\u0085"],
]; // prettier-ignore

function madeUpText(random: Random, longest: number): string {
  const count = 1 + random.below(longest);
  return Array.from({ length: count }, () => random.pick(pieces)).join("");
}

function madeUpPath(random: Random): string {
  const parts = Array.from({ length: 1 + random.below(12) }, () =>
    madeUpText(random, 12).replaceAll("/", "").trim(),
  );
  return `${parts.filter((part) => !/^\.*$/.test(part)).join("/")}x.yaml`;
}

/** A CRD with faults, whose lines are long and whose fields have odd names. */
function madeUpCrd(random: Random): string {
  const fields = Array.from({ length: 1 + random.below(4) }, () => {
    const name = JSON.stringify(madeUpText(random, 20));
    const schema = {
      description: madeUpText(random, 60),
      type: random.chance(0.5) ? "integr" : madeUpText(random, 10),
      ...(random.chance(0.3) ? { pattern: `[${madeUpText(random, 30)}` } : {}),
    };
    const entries = Object.entries(schema);
    if (random.chance(0.5)) entries.reverse();
    return `${" ".repeat(16)}${name}: ${JSON.stringify(Object.fromEntries(entries))}\n`;
  });
  return boatCrd("Boat", fields.join(""));
}

/** A host whose streams are one terminal. */
function hostIn(terminal: VirtualTerminal, files: Readonly<Record<string, string>>): Host {
  const { host } = memoryHost(files);
  const status = new StatusLine({
    columns: terminal.columns,
    write(text) {
      terminal.write(text);
    },
  });
  const say = (text: string): void => {
    status.clear();
    terminal.write(text);
  };
  const known: Partial<Host> = {
    print: say,
    warn(text, isData = false) {
      say(isData ? text : fitLines(text, terminal.columns));
    },
    outputIsTerminal: true,
    errorIsTerminal: true,
    outputColumns: terminal.columns,
    errorColumns: terminal.columns,
    showsStatus: true,
    showStatus(text, path) {
      if (text === undefined) status.clear();
      else status.show(text, path);
    },
  };
  return new Proxy(host, {
    get: (target, name) => Reflect.get(name in known ? known : target, name) as unknown,
  });
}

const flags = {
  format: "text",
  quiet: false,
  color: "always",
  verbose: false,
  watch: false,
} as const;

it("no line is wider than the terminal, and no frame stays, for 1,000 widths, paths and texts", async () => {
  for (const seed of seeds(1_000)) {
    const random = new Random(seed);
    const columns = 20 + random.below(181);
    const terminal = new VirtualTerminal(columns, 24, true);
    const paths = Array.from({ length: 1 + random.below(3) }, () => madeUpPath(random));
    const files = Object.fromEntries(paths.map((path) => [path, madeUpCrd(random)]));
    const host = hostIn(terminal, files);
    await withProgress("judging", false, host, async () => {
      const progress = createProgress(
        madeUpText(random, 6),
        false,
        host,
        performance.now() - 1_000,
      );
      progress.expect(random.below(2_000));
      progress.step(1 + random.below(2_000), random.pick(paths));
      await lintCommand(Object.keys(files), flags, host);
      progress.step(7, madeUpPath(random));
      progress.end();
    });
    const lines = linesTooWide(terminal.raw, columns);
    // Terminals differ in what marks and joined characters take: a frame is one row where it is
    // narrower than the terminal, and gone where it was erased.
    const frames = framesOf(terminal.raw).filter((text) => stringWidth(text) >= columns);
    const rest = terminal.raw.replace(/.*\n/gs, "");
    expect({ seed, columns, lines, frames }).toEqual({ seed, columns, lines: [], frames: [] });
    expect({ seed, isErased: rest === "" || rest.endsWith("\r\u001B[J") }).toEqual({
      seed,
      isErased: true,
    });
  }
});

describeInTerminal("the same of the built command", () => {
  it.each(seeds(isWhole ? 48 : 12))("seed %i", async (seed) => {
    const random = new Random(seed);
    const columns = 20 + random.below(181);
    const folder = scratch.next();
    for (let count = 1 + random.below(3); count > 0; count--) {
      const path = madeUpPath(random).replaceAll("\0", "");
      writeBelow(folder, `crds/${path}`, madeUpCrd(random));
    }
    const args = random.pick([
      ["lint", "crds"],
      ["generate", "crds", "--out", "out"],
      ["docs", "crds", "--out", "out"],
    ]);
    const { raw, screen, exitCode, cursor } = await runInTerminal({
      args,
      cwd: folder,
      columns,
      isKept: true,
    });
    expect({ columns, lines: linesTooWide(raw, columns) }).toEqual({ columns, lines: [] });
    expect(framesLeft(raw, screen)).toEqual([]);
    expect(exitCode).toBeLessThan(2);
    expect(cursor.column).toBe(0);
  });
});

describeInTerminal("diagnostics as data", () => {
  it("stay whole beside objects, on standard error too", async () => {
    const cwd = scratch.next();
    writeBelow(cwd, "crd.json", faultyCrd("Boat"));
    const object = { apiVersion: "sea.example.com/v1", kind: "Boat", metadata: { name: "a" } };
    writeBelow(cwd, "boat.json", JSON.stringify(object));
    const args = ["validate", "--crd", "crd.json", "boat.json", "--print", "--format", "json"];
    const { raw } = await runInTerminal({ args, cwd, columns: 40, isKept: true });
    const lines = raw.split("\r\n").filter((line) => line.startsWith("{"));
    const codes = lines.map((line) => (JSON.parse(line) as { readonly code: string }).code);
    expect(codes).toContain("schema/pattern-invalid");
  });
});
