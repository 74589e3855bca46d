import type * as fs from "node:fs";
import {
  appendFileSync,
  closeSync,
  copyFileSync,
  existsSync,
  fstatSync,
  linkSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { DataFile } from "../../../../src/cli/serve/data-file.js";
import type { Contender } from "../../../../src/cli/serve/data-owner.js";
import type { DataFault, ReadData } from "../../../../src/cli/serve/data-reader.js";
import {
  checksum,
  headingLine,
  lineAfter,
  readData,
} from "../../../../src/cli/serve/data-reader.js";
import type {
  ServerSnapshot,
  StoredChange,
} from "../../../../src/runtime/v1/testing/memory-api-server.js";

/** What the system does with a write: how many bytes it takes, or its error. */
let system: ((length: number, file: number) => number) | undefined;
/** How much of the disk is left. */
let disk: (() => { readonly bavail: number; readonly bsize: number }) | undefined;
vi.mock("node:fs", async (original) => {
  const real = await original<typeof fs>();
  const writeSync = (file: number, bytes: Uint8Array, from: number, length: number) =>
    real.writeSync(file, bytes, from, system?.(length, file) ?? length);
  const statfsSync = (at: string) => disk?.() ?? real.statfsSync(at);
  return { ...real, writeSync, statfsSync };
});

/** This process, and one of which this machine knows nothing, such as one in another container. */
const here: Contender = { processId: process.pid, isRunning: () => true, warn: () => undefined };
const elsewhere: Contender = { ...here, processId: 2 ** 30, patience: 200 };
let folder: string;
let path: string;
const opened = new Set<Objects>();
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "crdgen-data-"));
  path = join(folder, "data");
});
afterEach(() => {
  system = undefined;
  disk = undefined;
  for (const objects of opened) objects.close();
  opened.clear();
  rmSync(folder, { recursive: true });
});

/** A server of one resource, as far as its data file goes. */
class Objects {
  readonly file: DataFile;
  readonly #texts = new Map<string, string>();
  #version: number;

  constructor(file: DataFile) {
    opened.add(this);
    this.file = file;
    this.#version = file.snapshot?.resourceVersion ?? 0;
    for (const [key, text] of file.snapshot?.objects["as."] ?? []) this.#texts.set(key, text);
    file.begin(() => this.snapshot());
  }

  snapshot(): ServerSnapshot {
    return { resourceVersion: this.#version, objects: { "as.": [...this.#texts] } };
  }

  write(key: string, text: string | undefined): void {
    const change: StoredChange = { resource: "as.", key, resourceVersion: this.#version + 1, text };
    this.file.append(change);
    this.#version++;
    if (text === undefined) this.#texts.delete(key);
    else this.#texts.set(key, text);
  }

  close(): void {
    this.file.close();
    opened.delete(this);
  }
}

async function open(contender = here, at = path): Promise<Objects> {
  return new Objects(await DataFile.open(at, contender));
}

/** What a file holds that nobody opens. */
function read(faults?: DataFault[]): ReadData {
  const file = openSync(path, "r");
  try {
    return readData(file, path, faults && ((fault) => faults.push(fault)));
  } finally {
    closeSync(file);
  }
}

/** The disk is full: only what was given already can be written, in blocks of 4096 bytes. */
function fillDisk(): void {
  system = (length, file) => {
    const { size } = fstatSync(file);
    const room = Math.ceil(size / 4096) * 4096 - size;
    if (room === 0) throw noSpace();
    return Math.min(room, length);
  };
}

function noSpace(): Error {
  return Object.assign(new Error("ENOSPC: no space left"), { code: "ENOSPC" });
}

describe("a data file", () => {
  it("gives what was written, with the resource version, even where nothing is left", async () => {
    const first = await open();
    first.write("a", "1");
    first.write("b", "ü\n\u2028");
    first.write("a", undefined);
    const expected = first.snapshot();
    first.close();
    const second = await open();
    expect(second.snapshot()).toEqual(expected);
    second.write("b", undefined);
    second.close();
    const third = await open();
    expect(third.snapshot()).toEqual({ resourceVersion: 4, objects: { "as.": [] } });
  });

  it("is as it was where nothing was written", async () => {
    (await DataFile.open(path, here)).close();
    expect(existsSync(path)).toBe(false);
    const objects = await open();
    objects.write("a", "1");
    objects.close();
    const before = readFileSync(path);
    (await open()).close();
    expect(readFileSync(path).equals(before)).toBe(true);
  });

  it("is written anew when it has grown, and is whole at every moment", async () => {
    const objects = await open();
    const text = "x".repeat(1_000_000);
    let [longest, shrunk] = [0, 0];
    for (let index = 0; index < 60; index++) {
      objects.write(`n${index % 3}`, `${index}${text}`);
      const { size } = statSync(path);
      if (size < longest) {
        shrunk++;
        longest = 0;
      }
      longest = Math.max(longest, size);
      expect(size).toBeLessThan(11_000_000);
    }
    expect(shrunk).toBeGreaterThan(3);
    const expected = objects.snapshot();
    objects.close();
    expect(readdirSync(folder)).toEqual(["data"]);
    // What a crash leaves of the next one does not matter.
    writeFileSync(`${path}.crdgen-new-0123456789abcdef`, '{"crdgen":"serve","fo');
    const again = await open();
    expect(again.snapshot()).toEqual(expected);
    expect(readdirSync(folder)).toEqual(["data"]);
  });

  it("keeps objects that the server does not know, also where it is written anew", async () => {
    const first = await open();
    first.write("a", "1");
    first.close();
    const file = await DataFile.open(path, here);
    let large = "";
    const bs = (): ServerSnapshot => ({ resourceVersion: 1, objects: { "bs.": [["b", large]] } });
    file.begin(bs);
    for (let index = 0; index < 20; index++) {
      large = `${index}${"x".repeat(1_000_000)}`;
      file.append({ resource: "bs.", key: "b", resourceVersion: 2, text: large });
    }
    expect(statSync(path).size).toBeLessThan(10_000_000);
    file.close();
    expect(read().snapshot?.objects).toEqual({ "as.": [["a", "1"]], "bs.": [["b", large]] });
  });

  it("keeps what the server made before it began", async () => {
    const file = await DataFile.open(path, here);
    file.begin(() => ({ resourceVersion: 7, objects: { "as.": [["a", "1"]] } }));
    file.close();
    const objects = { "as.": [["b", "2"] as const] };
    const again = await DataFile.open(path, here);
    again.begin(() => ({ resourceVersion: 9, objects }));
    again.close();
    expect(read().snapshot).toEqual({ resourceVersion: 9, objects });
  });

  it("is written whole where the system takes a few bytes at a time", async () => {
    system = (length) => Math.min(length, 7);
    const objects = await open();
    objects.write("a", "1".repeat(100));
    const expected = objects.snapshot();
    objects.close();
    system = undefined;
    expect((await open()).snapshot()).toEqual(expected);
  });

  it("is as it was where a write fails in the middle, and takes the next one", async () => {
    const objects = await open();
    objects.write("a", "1");
    const before = readFileSync(path);
    let room = 20;
    system = (length) => {
      if (room === 0) throw noSpace();
      const taken = Math.min(room, length);
      room -= taken;
      return taken;
    };
    expect(() => {
      objects.write("b", "2".repeat(100));
    }).toThrow("the data file cannot be written: ENOSPC: no space left");
    expect(readFileSync(path).equals(before)).toBe(true);
    system = undefined;
    objects.write("c", "3");
    const expected = objects.snapshot();
    objects.close();
    expect((await open()).snapshot()).toEqual(expected);
  });

  it("grows on where there is no room to write it anew", async () => {
    const objects = await open();
    const text = "x".repeat(1_000_000);
    system = (length, file) => {
      // It is another file that is written then.
      if (fstatSync(file).ino !== statSync(path).ino) throw noSpace();
      return length;
    };
    for (let index = 0; index < 20; index++) objects.write("a", `${index}${text}`);
    expect(statSync(path).size).toBeGreaterThan(20_000_000);
    expect(readdirSync(folder)).toEqual(["data"]);
    expect(read().snapshot).toEqual(objects.snapshot());
  });

  it("of format 2 is read, and goes on in the newest one", async () => {
    const lines = [
      { resourceVersion: 5 },
      { resource: "as.", key: "a", resourceVersion: 6, text: "1" },
    ];
    const old = lines
      .map((line) => JSON.stringify(line))
      .map((json) => `${checksum(Buffer.from(json))} ${json}\n`);
    const content = `{"crdgen":"serve","format":2}\n${old.join("")}`;
    writeFileSync(path, content);
    (await DataFile.open(path, here)).close();
    expect(readFileSync(path, "utf8")).toBe(content);
    // Without room for two, the lines of both stand in one.
    fillDisk();
    const full = await open();
    full.write("b", "2");
    system = undefined;
    full.close();
    expect(readFileSync(path, "utf8").startsWith(content)).toBe(true);
    const objects = await open();
    expect(objects.snapshot().objects).toEqual({ "as.": [["a", "1"], ["b", "2"]] }); // prettier-ignore
    expect(readFileSync(path, "utf8").startsWith('{"crdgen":"serve","format":3}\n')).toBe(true);
  });

  it("of an older version that may have it is left alone", async () => {
    writeFileSync(`${path}.lock`, "");
    const words = `an older version of crdgen may have it; end that one, or remove ${path}.lock`;
    await expect(DataFile.open(path, here)).rejects.toThrow(words);
  });

  it("may lack anything of its end, which was never answered", async () => {
    const objects = await open();
    for (const name of ["a", "b"]) objects.write(name, name.repeat(20));
    const whole = readFileSync(path);
    objects.close();
    const last = whole.lastIndexOf("\n", whole.length - 2) + 1;
    for (let end = 0; end <= whole.length; end++) {
      writeFileSync(path, whole.subarray(0, end));
      const again = await open(elsewhereGone);
      const { warning, snapshot } = again.file;
      const isCut = end > 0 && whole[end - 1] !== 10 && whole[end] !== 10;
      expect(warning, String(end)).toBe(
        isCut ? `${path}: the last line was not written whole, and is left out` : undefined,
      );
      const names = snapshot?.objects["as."]?.map(([name]) => name) ?? [];
      expect(names.includes("b"), String(end)).toBe(end >= whole.length - 1);
      if (end >= last) expect(names).toContain("a");
      again.write("c", "3");
      again.close();
      const faults: DataFault[] = [];
      expect(read(faults).snapshot?.objects["as."]).toContainEqual(["c", "3"]);
      expect(faults).toEqual([]);
    }
  });
});

/** Asks nobody: the file it opens is nobody's. */
const elsewhereGone: Contender = { ...here, isRunning: () => false };

describe("damage of a data file", () => {
  /** Lines of several owners. */
  async function write(): Promise<Buffer> {
    for (const names of ["ab", "cde", "f"]) {
      const objects = await open();
      for (const name of names) objects.write(name, `{"name":"${name}"}`);
      objects.close();
    }
    return readFileSync(path);
  }

  async function expectFault(
    content: Buffer,
    line: number,
    reason: string | RegExp,
  ): Promise<void> {
    writeFileSync(path, content);
    const place = `${path} is damaged at line ${line} (byte `;
    const opening = DataFile.open(path, here);
    await expect(opening).rejects.toThrow(place);
    await expect(opening).rejects.toThrow(reason);
    expect(readFileSync(path).equals(content)).toBe(true);
    const faults: DataFault[] = [];
    read(faults);
    expect(faults[0]?.line).toBe(line);
    // What is before it can be kept.
    writeFileSync(path, content.subarray(0, faults[0]?.offset));
    expect(read().length).toBe(faults[0]?.offset);
  }

  it("is found, whichever byte it is", async () => {
    const whole = await write();
    for (let index = 0; index < whole.length - 1; index++) {
      const damaged = Buffer.from(whole);
      damaged[index] = (damaged[index] ?? 0) ^ 1;
      const line = lineAt(whole, index);
      if (line > 2) await expectFault(damaged, line, "does not match its checksum");
      else {
        writeFileSync(path, damaged);
        const words = /is not a data file|in format \d+;|damaged at line 2/;
        await expect(DataFile.open(path, here), String(index)).rejects.toThrow(words);
      }
    }
  });

  it("is found where a line is missing, doubled or elsewhere", async () => {
    const lines = linesOf(await write());
    expect(lines.length).toBeGreaterThan(10);
    for (let at = 2; at < lines.length; at++) {
      const line = lines[at] ?? empty;
      const [before, behind] = [lines.slice(0, at), lines.slice(at + 1)];
      if (behind.length > 0) {
        const missing = Buffer.concat([...before, ...behind]);
        await expectFault(missing, at + 1, "a line is missing before it");
        const [next = empty, ...rest] = behind;
        const swapped = Buffer.concat([...before, next, line, ...rest]);
        await expectFault(swapped, at + 1, "a line is missing before it");
      }
      const doubled = Buffer.concat([...before, line, line, ...behind]);
      await expectFault(doubled, at + 2, "it is there twice");
      const again = Buffer.concat([...lines, line]);
      await expectFault(again, lines.length + 1, /twice|the lines are out of order/);
    }
    const many = Buffer.concat([...lines.slice(0, 3), ...lines.slice(6)]);
    await expectFault(many, 4, "3 lines are missing before it");
  });

  it.each([
    ["text", "rubbish\n", "it does not match its checksum"],
    ["an empty line", "\n", "it is out of place"],
    ["the heading", headingLine.toString(), "it is out of place"],
    ["zeros", `${"\0".repeat(512)}\n`, "it does not match its checksum"],
  ])("is found where there is something else: %s", async (_, rubbish, reason) => {
    const lines = linesOf(await write());
    const other = Buffer.from(rubbish === String(headingLine) ? headingLine : rubbish);
    for (let at = 3; at <= lines.length; at++) {
      // Before the line of an owner, it may be the end of one that was not written whole.
      if (String(lines[at]).includes('{"owner"')) continue;
      const content = Buffer.concat([...lines.slice(0, at), other, ...lines.slice(at)]);
      await expectFault(content, at + 1, reason);
    }
  });

  it("is found where lines come from another file", async () => {
    const one = linesOf(await write());
    rmSync(path);
    const other = linesOf(await write());
    for (let at = 3; at < one.length - 1; at++) {
      const content = Buffer.concat([...one.slice(0, at), ...other.slice(at)]);
      await expectFault(content, at + 1, /behind another line|is there twice|out of order/);
    }
  });

  it("is all told, as far as it can be read", async () => {
    const lines = linesOf(await write());
    const damaged = Buffer.from(lines[3] ?? empty);
    damaged.write("?", 40);
    writeFileSync(
      path,
      Buffer.concat([...lines.slice(0, 3), damaged, ...lines.slice(4, 6), ...lines.slice(7)]),
    );
    const faults: DataFault[] = [];
    expect(read(faults).snapshot).toBeDefined();
    expect(faults.map(({ line, reason }) => [line, reason])).toEqual([
      [4, "it does not match its checksum"],
      [7, "a line is missing before it"],
    ]);
  });
});

describe("the owner of a data file", () => {
  it("is one of several that come at once", async () => {
    (await open()).close();
    for (const contender of [here, { ...elsewhere, patience: 3000 }]) {
      for (const isNew of contender === here ? [true, false] : [true]) {
        if (isNew) rmSync(path, { force: true });
        const all = await Promise.allSettled(
          [1, 2, 3, 4].map(() => DataFile.open(path, contender)),
        );
        const won = all.flatMap((each) => (each.status === "fulfilled" ? [each.value] : []));
        expect(won).toHaveLength(1);
        for (const file of won) {
          const objects = new Objects(file);
          objects.write("a", "1");
          objects.close();
        }
        expect(read().late).toBe(0);
      }
    }
  });

  it("keeps others away while it is there, under each name of the file", async () => {
    const owner = await open();
    owner.write("a", "1");
    linkSync(path, `${path}.link`);
    const words = `is in use by process ${process.pid}; end that one, or name another file`;
    for (const name of [path, `${path}.link`]) {
      await expect(DataFile.open(name, here)).rejects.toThrow(words);
      await expect(DataFile.open(name, { ...elsewhere, patience: 3000 })).rejects.toThrow(words);
    }
    owner.write("b", "2");
    owner.close();
    (await open(here, `${path}.link`)).close();
  });

  it.each([
    ["that has ended", elsewhereGone],
    ["of another machine that shows itself no more", elsewhere],
  ])("may follow one %s", async (_, contender) => {
    const first = await open();
    first.write("a", "1");
    const content = readFileSync(path);
    first.close();
    writeFileSync(path, content);
    const second = await open(contender);
    expect(second.snapshot()).toEqual(first.snapshot());
  });

  it.runIf(existsSync("/proc/self/stat"))("may follow one whose id was given again", async () => {
    const first = await open();
    const content = readFileSync(path, "utf8");
    first.close();
    writeFileSync(path, content);
    await expect(DataFile.open(path, here)).rejects.toThrow("is in use by process");
    // The same process id, another process.
    const { owner, place } = read();
    if (owner === undefined) throw new Error("nobody has the file");
    appendFileSync(path, lineAfter(place, { owner: { ...owner, id: "x", started: "1" } }).bytes);
    (await DataFile.open(path, here)).close();
  });

  it("of a copy is nobody", async () => {
    const first = await open();
    first.write("a", "1");
    copyFileSync(path, `${path}.copy`);
    const second = await open(here, `${path}.copy`);
    second.write("b", "2");
    first.write("c", "3");
    expect(second.snapshot().objects["as."]?.map(([name]) => name)).toEqual(["a", "b"]);
  });

  it("stops once another one took over, and what it wrote too late is passed over", async () => {
    const first = await open();
    first.write("a", "1");
    const { place, owner } = read();
    if (owner === undefined) throw new Error("nobody has the file");
    const second = await open({ ...elsewhere, patience: 20 });
    const taken = `${path} was taken over by process ${2 ** 30} while the server runs: nothing can be written, reads go on until it is started again`;
    const writing = (): void => {
      first.write("b", "2");
    };
    expect(writing).toThrow(taken);
    expect(writing).toThrow(taken);
    second.write("c", "3");
    const late: StoredChange = { resource: "as.", key: "late", resourceVersion: 9, text: "9" };
    appendFileSync(path, lineAfter(place, late).bytes);
    second.write("d", "4");
    // Somebody else who wanted it, and came too late.
    appendFileSync(path, lineAfter(place, { owner: { ...owner, id: "x" } }).bytes);
    second.write("e", "5");
    const expected = second.snapshot();
    second.close();
    first.close();
    const third = await open();
    expect(third.snapshot()).toEqual(expected);
    expect(third.file.warning).toContain("a line is left out that a process wrote after another");
  });

  it("writes nothing while its file is deleted, renamed or replaced, and says so once", async () => {
    const said: string[] = [];
    const owner = await open({ ...here, warn: (text) => said.push(text) });
    owner.write("a", "1");
    const writing = (): void => {
      owner.write("b", "2");
    };
    renameSync(path, `${path}.away`);
    const deleted = `the data file cannot be written: ${path} was deleted or renamed while the server runs: nothing can be written, reads go on`;
    expect(writing).toThrow(deleted);
    expect(writing).toThrow(deleted);
    writeFileSync(path, "other");
    expect(writing).toThrow(`another file took the place of ${path} while the server runs`);
    expect(readFileSync(path, "utf8")).toBe("other");
    expect(said).toHaveLength(2);
    renameSync(`${path}.away`, path);
    writing();
    owner.close();
    expect((await open()).snapshot()).toEqual(owner.snapshot());
  });

  it("leaves a file alone that took the place of its own", async () => {
    const owner = await open();
    rmSync(path);
    writeFileSync(path, "other");
    owner.close();
    expect(readFileSync(path, "utf8")).toBe("other");
  });

  it.each([
    ["cut", () => { truncateSync(path, 100); }, "was cut by another program"],
    ["emptied", () => { truncateSync(path, 0); }, "was cut by another program"],
    ["longer", () => { appendFileSync(path, "rubbish\n"); }, "was changed by another program"],
  ])("writes nothing any more where its file was %s", async (_, change, words) => {
    const owner = await open();
    owner.write("a", "1");
    change();
    const content = readFileSync(path);
    const writing = (): void => {
        owner.write("b", "2");
      };
      expect(writing).toThrow(`${path} ${words} while the server runs`);
      expect(writing).toThrow(`${path} ${words} while the server runs`);
      owner.close();
    expect(readFileSync(path).equals(content)).toBe(true);
  }); // prettier-ignore

  it("tells where the objects are, under names that lead to an older state", async () => {
    const owner = await open();
    owner.write("a", "1");
    linkSync(path, `${path}.link`);
    for (let index = 0; index < 12; index++) owner.write("b", "x".repeat(1_000_000));
    owner.write("b", "2");
    expect(statSync(path).ino).not.toBe(statSync(`${path}.link`).ino);
    await expect(DataFile.open(`${path}.link`, here)).rejects.toThrow(
      `${path}.link is an older state of a file with several names; the objects are in ${path} since`,
    );
  });
});

describe("a data file on a full disk", () => {
  it("makes room of what counts no more, where there is some for that", async () => {
    const blocks = (name: string): number => Math.ceil(statSync(join(folder, name)).size / 4096);
    const free = (): number =>
      64 - readdirSync(folder).reduce((sum, name) => sum + blocks(name), 0);
    disk = () => ({ bavail: free(), bsize: 4096 });
    system = (length, file) => {
      const { size } = fstatSync(file);
      const room = (Math.ceil(size / 4096) + free()) * 4096 - size;
      if (room <= 0) throw noSpace();
      return Math.min(room, length);
    };
    const objects = await open();
    // Nearly half of the room is for objects.
    for (let index = 0; index < 2000; index++) objects.write(`n${index % 70}`, "x".repeat(1000));
    for (let index = 0; index < 300; index++) {
      try {
        objects.write(`m${index}`, "x".repeat(1000));
      } catch (error) {
        expect(String(error)).toContain("ENOSPC");
        expect(index).toBeGreaterThan(50);
        break;
      }
    }
    const expected = objects.snapshot();
    objects.close();
    expect(readdirSync(folder)).toEqual(["data"]);
    expect((await open()).snapshot()).toEqual(expected);
  });

  it("needs no more room to begin, however often, and takes deletions for a while", async () => {
    const objects = await open();
    for (let index = 0; index < 40; index++) {
      objects.write(`n${index}`, "x".repeat(Math.trunc(Math.random() * 600)));
      const left = 4096 - (statSync(path).size % 4096);
      expect(left % 4096).toBeGreaterThanOrEqual(1024);
    }
    fillDisk();
    expect(() => {
      objects.write("large", "x".repeat(5000));
    }).toThrow("ENOSPC");
    for (let index = 0; index < 40; index++) {
      const deleting = (): void => {
        objects.write(`n${index}`, undefined);
      };
      try {
        deleting();
      } catch (error) {
        expect(String(error)).toContain("ENOSPC");
        expect(index).toBeGreaterThan(0);
        break;
      }
    }
    const expected = objects.snapshot();
    expect(expected.objects["as."]?.length).toBeLessThan(40);
    objects.close();
    for (let round = 0; round < 30; round++) {
      const again = await open(elsewhereGone);
      expect(again.snapshot()).toEqual(expected);
      // Half of them are killed.
      const content = readFileSync(path);
      again.close();
      if (round % 2 === 0) writeFileSync(path, content);
    }
  });
});

const empty = Buffer.alloc(0);

function linesOf(content: Buffer): readonly Buffer[] {
  const lines: Buffer[] = [];
  for (let begin = 0, end; begin < content.length; begin = end) {
    end = content.indexOf(10, begin) + 1;
    lines.push(content.subarray(begin, end));
  }
  return lines;
}

function lineAt(content: Buffer, offset: number): number {
  return content.subarray(0, offset).toString("latin1").split("\n").length;
}
