import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { main } from "../../support/cli.js";
import type { CronTabClient } from "../../support/serve.js";
import {
  cronTabCrdFile as crd,
  cronTabInput as input,
  ServeFolder,
  untilItListens,
} from "../../support/serve.js";

const folder = new ServeFolder();
const data = ["--data", "data.jsonl"] as const;

async function names(cronTabs: CronTabClient): Promise<readonly string[]> {
  return (await cronTabs.list()).items.map(({ metadata }) => metadata.name);
}

/** The file with some objects, whose server has ended. */
async function writeData(...objects: readonly string[]): Promise<string> {
  const { child, ended } = await folder.serve(crd, ...data);
  const cronTabs = await folder.client();
  for (const name of objects) await cronTabs.create(input(name));
  child.kill("SIGTERM");
  await ended;
  return folder.path("data.jsonl");
}

describe("the data file of crdgen serve", () => {
  it("keeps what was answered, even if the process is killed", async () => {
    const first = await folder.serve(crd, ...data);
    const before = await folder.client();
    await before.create(input("kept"));
    const { metadata } = await before.create(input("gone"));
    await before.delete("gone");
    first.child.kill("SIGKILL");
    await first.ended;
    writeFileSync(folder.path("data.jsonl"), '0123abcd {"resource":"cron', { flag: "a" });
    const second = await folder.serve(...data);
    expect(second.text()).toContain("the last line was not written whole");
    const after = await folder.client();
    expect(await names(after)).toEqual(["kept"]);
    const more = await after.create(input("more"));
    expect(Number(more.metadata.resourceVersion)).toBeGreaterThan(Number(metadata.resourceVersion));
    await expect(after.list({ resourceVersion: metadata.resourceVersion, resourceVersionMatch: "Exact" })).rejects.toMatchObject({ code: 410 }); // prettier-ignore
  });

  it("is for one process at a time; that of one that was killed is taken over", async () => {
    const first = await folder.serve(crd, ...data);
    const second = folder.start(...data, "--port", "0");
    expect(await second.ended).toBe(2);
    expect(second.text()).toContain(`is in use by process ${first.child.pid ?? 0}`);
    expect(await names(await folder.client())).toEqual([]);
    first.child.kill("SIGKILL");
    await first.ended;
    const third = await folder.serve(...data);
    third.child.kill("SIGTERM");
    expect(await third.ended).toBe(0);
    expect(third.text()).not.toContain("waiting");
    expect(readdirSync(folder.path()).sort()).toEqual(["crdgen.kubeconfig", "data.jsonl"]);
  });

  it("answers writes with what happened to the file, and reads as before", async () => {
    const { text } = await folder.serve(crd, ...data);
    const cronTabs = await folder.client();
    await cronTabs.create(input("a"));
    renameSync(folder.path("data.jsonl"), folder.path("away"));
    const message = expect.stringMatching(
      /^the data file cannot be written: \S+data\.jsonl was deleted or renamed while the server runs/,
    ) as string; // what the type says of a matcher
    await expect(cronTabs.create(input("b"))).rejects.toMatchObject({ code: 500, message });
    await expect(cronTabs.delete("a")).rejects.toMatchObject({ code: 500, message });
    expect(await names(cronTabs)).toEqual(["a"]);
    expect(text()).toContain("data.jsonl was deleted or renamed while the server runs");
    renameSync(folder.path("away"), folder.path("data.jsonl"));
    await cronTabs.create(input("b"));
    expect(await names(cronTabs)).toEqual(["a", "b"]);
  });

  it("is checked without being changed", async () => {
    const file = await writeData("a", "b");
    const check = async (expected: number): Promise<string> => {
      const before = readFileSync(file);
      const { ended, text } = folder.start(...data, "--check-data");
      expect(await ended).toBe(expected);
      expect(readFileSync(file).equals(before)).toBe(true);
      return text();
    };
    const whole = readFileSync(file, "utf8");
    expect(await check(0)).toMatch(
      /^data\.jsonl: whole; format 3, \d+ lines, \d+ objects, resource version \d+\n$/,
    );
    const lines = whole.split("\n");
    writeFileSync(file, [...lines.slice(0, 5), ...lines.slice(6)].join("\n"));
    expect(await check(1)).toContain("data.jsonl:6: a line is missing before it (byte ");
    writeFileSync(file, whole.slice(0, -5));
    expect(await check(1)).toContain("data.jsonl: the last line was not written whole");
    writeFileSync(file, "other\n");
    expect(await check(2)).toContain("is not a data file of crdgen serve");
    const { ended, text } = folder.start("--check-data");
    expect(await ended).toBe(2);
    expect(text()).toContain("--check-data: name a data file, with --data FILE");
  });

  it("is never written if it is damaged or of something else", async () => {
    const file = await writeData("a", "b");
    const whole = readFileSync(file);
    const place = whole.indexOf("0 3 * * *");
    const damaged = Buffer.from(whole);
    damaged.write("9", place);
    const line = whole.subarray(0, place).toString().split("\n").length;
    const other = Buffer.from('{"crdgen":"serve","format":99}\n');
    const cases: readonly (readonly [content: Buffer, words: string])[] = [
      [damaged, `is damaged at line ${line} (byte `],
      [Buffer.from("something else\n"), "is not a data file of crdgen serve"],
      [Buffer.from([0, 255, 254, 10, 13]), "is not a data file of crdgen serve"],
      [other, "was written by a newer version of crdgen, in format 99"],
    ];
    for (const [content, words] of cases) {
      writeFileSync(file, content);
      const { ended, text } = folder.start(...data, "--port", "0");
      expect(await ended).toBe(2);
      expect(text()).toContain(words);
      expect(text().trim().split("\n")).toHaveLength(1);
      expect(readFileSync(file).equals(content)).toBe(true);
    }
  });

  it("can be empty, a link, and torn anywhere in its last line", async () => {
    writeFileSync(folder.path("data.jsonl"), "");
    const file = await writeData("a", "b");
    const text = readFileSync(file, "utf8");
    // Without the line that says that nobody has it.
    const whole = Buffer.from(text.slice(0, text.trimEnd().lastIndexOf("\n") + 1));
    writeFileSync(file, whole);
    const last = whole.lastIndexOf("\n", whole.length - 2) + 1;
    mkdirSync(folder.path("elsewhere"));
    for (const end of [last + 1, Math.trunc((last + whole.length) / 2), whole.length - 1]) {
      copyFileSync(file, folder.path("elsewhere/real"));
      truncateSync(folder.path("elsewhere/real"), end);
      if (!existsSync(folder.path("link"))) symlinkSync("elsewhere/real", folder.path("link"));
      const { child, ended } = await folder.serve("--data", "link");
      // A line that lacks nothing but its end is whole.
      const expected = end === whole.length - 1 ? ["a", "b"] : ["a"];
      const cronTabs = await folder.client();
      expect(await names(cronTabs)).toEqual(expected);
      await cronTabs.create(input("c"));
      child.kill("SIGTERM");
      await ended;
      expect(statSync(folder.path("elsewhere/real")).size).not.toBe(end);
    }
  });

  it("has to be a file that can be written, in a folder that is there", async () => {
    mkdirSync(folder.path("folder"));
    const cases = [
      ["folder", "--data: folder cannot be used: it is a folder"],
      ["missing/data", "--data: missing/data cannot be used: ENOENT"],
      ["/dev/null", "--data: /dev/null cannot be used: it is no regular file"],
    ] as const;
    for (const [path, words] of cases) {
      const { ended, text } = folder.start("--data", path, "--port", "0");
      expect(await ended).toBe(2);
      expect(text()).toContain(words);
    }
  });

  it("is left alone where it may only be read", async () => {
    const file = await writeData("a");
    chmodSync(file, 0o444);
    chmodSync(folder.path(), 0o755);
    chmodSync(join(folder.path(), "crdgen.kubeconfig"), 0o666);
    // For root, nothing is closed.
    const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
    const args = [main, "serve", ...data, "--port", "0"];
    const { ended, text } = folder.run(process.execPath, args, nobody);
    expect(await ended).toBe(2);
    expect(text()).toContain("cannot be used: EACCES");
    expect(readdirSync(folder.path()).sort()).toEqual(["crdgen.kubeconfig", "data.jsonl"]);
  });

  it("refuses what does not fit on the disk, and goes on", async () => {
    // A limit of the system for the length of files does what a full disk does.
    const command = `ulimit -f 64; exec '${process.execPath}' "$@"`;
    const args = [main, "serve", crd, ...data, "--port", "0"];
    const served = folder.run("bash", ["-c", command, "bash", ...args]);
    await untilItListens(served);
    const cronTabs = await folder.client();
    const written: string[] = [];
    const large = "x".repeat(3000);
    let refused: unknown;
    for (let index = 0; index < 100 && refused === undefined; index++) {
      const name = `n${String(index).padStart(2, "0")}`;
      const object = input(name);
      object.spec.image = large;
      await cronTabs.create(object).then(
        () => written.push(name),
        (error: unknown) => (refused = error),
      );
    }
    expect(refused).toMatchObject({ code: 500, message: /the data file cannot be written: EFBIG/ });
    expect(written.length).toBeGreaterThan(3);
    expect(await names(cronTabs)).toEqual(written);
    // What is smaller may still fit, and what was refused left nothing behind.
    await cronTabs.delete(written[0] ?? "").then(
      () => written.shift(),
      () => undefined,
    );
    expect(await names(cronTabs)).toEqual(written);
    served.child.kill("SIGTERM");
    expect(await served.ended).toBe(0);
    const second = await folder.serve(...data);
    expect(second.text()).not.toContain("not written whole");
    expect(await names(await folder.client())).toEqual(written);
  });

  it("takes newer CRDs for the objects that it kept", async () => {
    await writeData("a");
    const text = readFileSync(crd, "utf8");
    writeFileSync(folder.path("newer.yaml"), text.replace("maximum: 10", "maximum: 11"));
    await folder.serve("newer.yaml", ...data);
    const cronTabs = await folder.client();
    expect(await names(cronTabs)).toEqual(["a"]);
    const many = { ...input("many").spec, replicas: 11, concurrency: "Forbid" };
    await cronTabs.create({ ...input("many"), spec: many });
  });
});

/** How often the server is killed at any moment; more with `SERVE_KILLS=25`. */
const kills = Number(process.env["SERVE_KILLS"] ?? 2);

describe("a server that is killed again and again", () => {
  it(`has lost nothing that was answered, ${kills} times`, async () => {
    let expected = new Map<string, string>();
    let [unknown, newest, answered] = ["", 0, 0];
    for (let round = 0; round < kills; round++) {
      const { child, ended } = await folder.serve(crd, ...data);
      const cronTabs = await folder.client();
      const { items, metadata } = await cronTabs.list();
      const stored = new Map(items.map((item) => [item.metadata.name, item.spec.image]));
      // Nobody knows whether the write was made that had no answer.
      for (const images of [expected, stored]) images.delete(unknown);
      expect(stored).toEqual(expected);
      expect(Number(metadata.resourceVersion)).toBeGreaterThan(newest);
      expected = new Map(items.map((item) => [item.metadata.name, item.spec.image]));
      const begun = answered;
      for (unknown = ""; unknown === ""; answered++) {
        if (answered === begun + 1) setTimeout(() => child.kill("SIGKILL"), Math.random() * 600);
        const name = `n${answered % 7}`;
        const image = `${answered}-${"x".repeat(Math.random() * 20_000)}`;
        const version = await write(cronTabs, name, image, expected).catch(() => undefined);
        if (version === undefined) unknown = name;
        else newest = Math.max(newest, version);
      }
      await ended;
    }
    expect(answered).toBeGreaterThan(kills);
  }, 600_000);
});

/** Creates or deletes an object; the resource version that the server answered. */
async function write(
  cronTabs: CronTabClient,
  name: string,
  image: string,
  expected: Map<string, string>,
): Promise<number> {
  if (expected.has(name)) {
    await cronTabs.delete(name);
    expected.delete(name);
    return 0;
  }
  const object = { ...input(name), spec: { ...input(name).spec, image } };
  const written = await cronTabs.create(object);
  expected.set(name, image);
  return Number(written.metadata.resourceVersion);
}
