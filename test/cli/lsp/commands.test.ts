import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { ExecuteCommandRequest } from "vscode-languageserver-protocol/node";
import type { LanguageClient } from "./client.js";
import { openSample, sample } from "./client.js";

const object = `apiVersion: stable.example.com/v1
kind: CronTab
metadata:
  name: mine
spec:
  cronSpec: "* * * * *"
  image: a
  unknown: 1
`;

let folder: string;
let client: LanguageClient;

beforeEach(async () => {
  ({ folder, client } = await openSample());
});

function run(command: string, ...args: unknown[]): Promise<unknown> {
  return client.connection.sendRequest(ExecuteCommandRequest.type, { command, arguments: args });
}

function git(...args: readonly string[]): void {
  const name = ["-c", "user.name=a", "-c", "user.email=a@example.com"];
  execFileSync("git", [...name, ...args], { cwd: folder, stdio: "pipe" });
}

describe("commands of crdgen lsp", () => {
  it("give an object as it would be stored", async () => {
    const uri = await client.open("mine.yaml", object);
    const stored = await run("crdgen.stored", uri);
    expect(stored).toContain("concurrency: Allow\n");
    expect(stored).not.toContain("unknown");
    await client.change(uri, 2, object.replace("image: a", "image: 1"));
    await expect(run("crdgen.stored", uri)).rejects.toThrow("no object here is accepted");
    await client.change(uri, 3, "a: [");
    await expect(run("crdgen.stored", uri)).rejects.toThrow("no object here to judge");
    expect(await client.end()).toBe(0);
  });

  it("give the types of a kind, for an object and for a CRD", async () => {
    const uri = await client.open("mine.yaml", `a: 1\n---\n${object}`);
    await expect(run("crdgen.typescript", uri)).rejects.toThrow("no object and no CRD");
    const ofObject = await run("crdgen.typescript", uri, { line: 4, character: 0 });
    expect(ofObject).toContain("export interface CronTab ");
    const crd = await client.open("crd.yaml", readFileSync(sample, "utf8"));
    expect(await run("crdgen.typescript", crd)).toBe(ofObject);
    await client.change(uri, 2, object.replace("/v1", "/v9"));
    await expect(run("crdgen.typescript", uri)).rejects.toThrow("no CRD defines CronTab");
    expect(await client.end()).toBe(0);
  });

  it("judge a document as an update of git's HEAD", async () => {
    const uri = await client.open("mine.yaml", object);
    expect(await client.diagnostics(uri)).toHaveLength(1);
    await expect(run("crdgen.judgeAsUpdate", uri)).rejects.toThrow(/git: .*not a git repository/i);
    git("init", "-q");
    await expect(run("crdgen.judgeAsUpdate", uri)).rejects.toThrow(/git: .*HEAD/);
    writeFileSync(join(folder, "mine.yaml"), object.replace("image: a", "image: b"));
    git("add", ".");
    git("commit", "-q", "-m", "first");
    expect(await run("crdgen.judgeAsUpdate", uri)).toBe("refused");
    const told = await client.diagnosticsUntil(uri, (list) => list.length > 1);
    expect(
      told.map(({ message }) =>
        JSON.stringify(message)
          .split(/\\n|"$/)[0]
          ?.slice(1),
      ),
    ).toEqual(["spec.image: Forbidden: image is immutable", "unknown field 'spec.unknown'"]);
    expect(await run("crdgen.judgeAsUpdate", uri, false)).toBe("accepted");
    await client.diagnosticsUntil(uri, (list) => list.length === 1);
    expect(await client.end()).toBe(0);
  });

  it("survive what is no argument, and names that nobody knows", async () => {
    const uri = await client.open("mine.yaml", object);
    await expect(run("crdgen.stored")).rejects.toThrow("URI");
    await expect(run("crdgen.stored", client.uriOf("other.yaml"))).rejects.toThrow("is not open");
    await expect(run("crdgen.typescript", uri, "here")).rejects.toThrow("a position");
    await expect(run("crdgen.showRefused", [1])).rejects.toThrow("nothing is refused");
    await expect(run("crdgen.other")).rejects.toThrow("no command crdgen.other");
    expect(await client.end()).toBe(0);
  });
});
