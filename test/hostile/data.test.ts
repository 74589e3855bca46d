import { execFileSync } from "node:child_process";
import {
  appendFileSync,
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { main } from "../support/cli.js";
import type { Served } from "../support/serve.js";
import { ServeFolder } from "../support/serve.js";
import { AttackedServer } from "./attacked-server.js";

/* Nothing that was answered is lost, and no server writes a data file that it does not own. */

const folder = new ServeFolder();
const configMaps = "/api/v1/namespaces/default/configmaps";

/** A server with one data file, in whatever process it runs. */
class DataServer {
  readonly served: Served;
  readonly #server: AttackedServer;

  private constructor(served: Served, server: AttackedServer) {
    this.served = served;
    this.#server = server;
  }

  static async of(served: Served): Promise<DataServer> {
    return new DataServer(served, await AttackedServer.of(served));
  }

  static start(file = "data"): Promise<DataServer> {
    return DataServer.of(folder.start("--port", "0", "--data", file));
  }

  /** Writes a text under a name; the status of the answer. */
  async put(name: string, text: string): Promise<number> {
    const object = { apiVersion: "v1", kind: "ConfigMap", metadata: { name }, data: { text } };
    const body = JSON.stringify(object);
    const { status } = await this.#server.ask("PUT", `${configMaps}/${name}`, { body });
    return status === 404 ? (await this.#server.ask("POST", configMaps, { body })).status : status;
  }

  async remove(name: string): Promise<number> {
    return (await this.#server.ask("DELETE", `${configMaps}/${name}`)).status;
  }

  /** The texts by their names. */
  async texts(): Promise<ReadonlyMap<string, string>> {
    const { text } = await this.#server.ask("GET", configMaps);
    const { items } = JSON.parse(text) as ConfigMapList; // by the path
    const ours = items.filter(({ metadata }) => metadata.name !== "kube-root-ca.crt");
    return new Map(ours.map(({ metadata, data }) => [metadata.name, data?.text ?? ""]));
  }

  async end(signal: "SIGKILL" | "SIGTERM"): Promise<void> {
    this.served.child.kill(signal);
    await this.served.ended;
  }
}

interface ConfigMapList {
  readonly items: readonly {
    readonly metadata: { readonly name: string };
    readonly data?: { readonly text?: string };
  }[];
}

/** Begins a second server on the file, which must not come up; what it said. */
async function refused(file: string, code = 2): Promise<string> {
  const { ended, text } = folder.start("--port", "0", "--kubeconfig", "second", "--data", file);
  expect(await ended).toBe(code);
  expect(text()).not.toContain("listens");
  return text();
}

describe("many writers and a server that is killed", () => {
  it("20 times: every answered write is found again", async () => {
    const rounds = 20;
    const writers = 8;
    /** What is known of each name: the answered text, or those of which one must be there. */
    const known = new Map<string, ReadonlySet<string | undefined>>();
    let answered = 0;
    for (let round = 0; round <= rounds; round++) {
      const server = await DataServer.start();
      const texts = await server.texts();
      for (const [name, possible] of known) {
        expect(possible, `${name} in round ${round}`).toContain(texts.get(name));
        known.set(name, new Set([texts.get(name)]));
      }
      expect(texts.size).toBeLessThanOrEqual(known.size);
      if (round === rounds) break;
      const write = async (writer: number): Promise<void> => {
        for (let at = 0; ; at++) {
          const name = `w${writer}-${at % 5}`;
          const before = known.get(name) ?? new Set([undefined]);
          const text =
            at % 4 === 3 ? undefined : `${round}-${at}-${"x".repeat(Math.random() * 9000)}`;
          known.set(name, new Set([...before, text]));
          const status = await (text === undefined ? server.remove(name) : server.put(name, text));
          expect([200, 201, 404]).toContain(status);
          known.set(name, new Set([text]));
          answered++;
        }
      };
      const writing = Array.from({ length: writers }, (_, writer) => write(writer));
      const before = answered;
      // Killed in the middle of its work, not before.
      await expect.poll(() => answered, { interval: 5, timeout: 20_000 }).toBeGreaterThan(before + 40); // prettier-ignore
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 100));
      server.served.child.kill("SIGKILL");
      const ends = await Promise.allSettled(writing);
      for (const end of ends) {
        expect(String(end.status === "rejected" && end.reason)).toMatch(/fetch failed|terminated|other side closed/); // prettier-ignore
      }
      await server.served.ended;
    }
    expect(answered).toBeGreaterThan(rounds * 40);
  }, 150_000);
});

describe("a damaged data file", () => {
  it("is refused with line and reason, and left as it is; a cut end is mended", async () => {
    const first = await DataServer.start();
    for (const name of ["a", "b", "c"]) expect(await first.put(name, name)).toBe(201);
    await first.end("SIGKILL");
    const file = folder.path("data");
    const whole = readFileSync(file, "utf8");
    const lines = whole.split(/(?<=\n)/);
    const at = lines.length - 3;
    const [head, line = "", next = "", rest] = [lines.slice(0, at), lines[at], lines[at + 1], lines.slice(at + 2)]; // prettier-ignore
    const cases: readonly (readonly [content: readonly string[], place: string, reason: string])[] =
      [
        [[...head, next, ...rest], `line ${at + 1} `, "a line is missing before it"],
        [[...head, line, line, next, ...rest], `line ${at + 2} `, "it is there twice"],
        [[...head, next, line, ...rest], `line ${at + 1} `, "a line is missing before it"],
        [[...head, line.replace("ConfigMap", "ConfigMaq"), next, ...rest], `line ${at + 1} `, "it does not match its checksum"], // prettier-ignore
        [[whole, "rubbish\n"], `line ${lines.length + 1} `, "it does not match its checksum"],
      ];
    for (const [content, place, reason] of cases) {
      writeFileSync(file, content.join(""));
      const said = await refused("data");
      expect(said).toContain(`is damaged at ${place}`);
      expect(said).toContain(reason);
      expect(readFileSync(file, "utf8")).toBe(content.join(""));
    }
    for (const [content, expected] of [
      [whole.slice(0, -30), ["a", "b"]],
      [`${whole}rubb`, ["a", "b", "c"]],
      ["", []],
    ] as const) {
      writeFileSync(file, content);
      const server = await DataServer.start();
      expect([...(await server.texts()).keys()]).toEqual(expected);
      if (content !== "")
        expect(server.served.text()).toContain("the last line was not written whole");
      await server.end("SIGTERM");
    }
  }, 60_000);
});

describe("two servers and one data file", () => {
  it("are kept apart under each name of it; copies are files of their own", async () => {
    const first = await DataServer.start();
    expect(await first.put("a", "1")).toBe(201);
    linkSync(folder.path("data"), folder.path("link"));
    copyFileSync(folder.path("data"), folder.path("copy"));
    for (const name of ["data", "link"]) {
      const process = first.served.child.pid ?? 0;
      expect(await refused(name)).toContain(`is in use by process ${process}; end that one`);
    }
    const second = await DataServer.start("copy");
    expect(await second.put("b", "2")).toBe(201);
    expect(await first.put("c", "3")).toBe(201);
    expect([...(await first.texts()).keys()]).toEqual(["a", "c"]);
    expect([...(await second.texts()).keys()]).toEqual(["a", "b"]);
    await first.end("SIGKILL");
    const third = await DataServer.start("link");
    expect([...(await third.texts()).keys()]).toEqual(["a", "c"]);
  }, 60_000);

  const noSpaces = reasonAgainst(() => {
    execFileSync("unshare", ["--pid", "--fork", "--mount-proc", "true"], { stdio: "pipe" });
  }, "unshare --pid");

  it.skipIf(noSpaces)(
    "are kept apart where each is process 1 of its namespace",
    async () => {
      const inNamespace = (kubeconfig: string): Served => {
        const inner = [process.execPath, main, "serve", "--port", "0", "--data", "data"];
        const args = ["--pid", "--fork", "--kill-child", "--mount-proc", ...inner];
        return folder.run("unshare", [...args, "--kubeconfig", kubeconfig]);
      };
      const first = await DataServer.of(inNamespace("first"));
      expect(await first.put("a", "1")).toBe(201);
      const second = inNamespace("second");
      expect(await second.ended).toBe(2);
      expect(second.text()).toContain("is in use by process 1;");
      expect(await first.put("b", "2")).toBe(201);
      // With it, the process in the namespace is killed.
      await first.end("SIGKILL");
      const third = await DataServer.of(inNamespace("third"));
      expect(third.served.text()).toContain("waiting up to 10 s to see if process 1 still has it");
      expect([...(await third.texts()).keys()]).toEqual(["a", "b"]);
      await third.end("SIGKILL");
    },
    90_000,
  );

  it.skipIf(noSpaces)(
    "stop writing when they were stopped, and another one took over",
    async () => {
      const first = await DataServer.start();
      expect(await first.put("a", "1")).toBe(201);
      first.served.child.kill("SIGSTOP");
      const inner = [process.execPath, main, "serve", "--port", "0", "--data", "data"];
      const args = ["--pid", "--fork", "--kill-child", "--mount-proc", ...inner];
      const second = await DataServer.of(
        folder.run("unshare", [...args, "--kubeconfig", "second"]),
      );
      expect(await second.put("b", "2")).toBe(201);
      first.served.child.kill("SIGCONT");
      expect(await first.put("c", "3")).toBe(500);
      expect([...(await first.texts()).keys()]).toEqual(["a"]);
      expect(first.served.text()).toContain("was taken over by process 1 while the server runs");
      expect(await second.put("d", "4")).toBe(201);
      await first.end("SIGTERM");
      await second.end("SIGKILL");
      const third = await DataServer.start();
      expect([...(await third.texts()).keys()]).toEqual(["a", "b", "d"]);
    },
    90_000,
  );
});

describe("a full disk", () => {
  let mounted: string | undefined;
  afterEach(() => {
    if (mounted !== undefined) execFileSync("umount", ["--lazy", mounted]);
    mounted = undefined;
  });

  function mount(path: string): void {
    mkdirSync(path);
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=512k", "tmpfs", path], { stdio: "pipe" });
  }

  const noMount = reasonAgainst(() => {
    const path = join("/tmp", `crdgen-mount-${process.pid}`);
    try {
      mount(path);
      execFileSync("umount", [path]);
    } finally {
      rmSync(path, { recursive: true, force: true });
    }
  }, "mount of a tmpfs");

  it.skipIf(noMount)(
    "loses nothing, and needs no more room to start again",
    async () => {
      mounted = folder.path("disk");
      mount(mounted);
      const ballast = join(mounted, "ballast");
      writeFileSync(ballast, Buffer.alloc(65_536));
      const first = await DataServer.start("disk/data");
      const expected = new Map<string, string>();
      let status = 0;
      for (let at = 0; status !== 500; at++) {
        const text = `${at}${"x".repeat(Math.random() * 3000)}`;
        status = await first.put(`n${at}`, text);
        if (status === 201) expected.set(`n${at}`, text);
      }
      expect(await first.texts()).toEqual(expected);
      // Others take what is left.
      appendUntilFull(join(mounted, "others"));
      expect(statfsSync(mounted).bfree).toBe(0);
      await first.end("SIGKILL");
      for (let round = 0; round < 6; round++) {
        const server = await DataServer.start("disk/data");
        expect(await server.texts()).toEqual(expected);
        await server.end(round % 2 === 0 ? "SIGKILL" : "SIGTERM");
      }
      expect(readdirSync(mounted).sort()).toEqual(["ballast", "data", "others"]);
      const last = await DataServer.start("disk/data");
      expect(await last.put("large", "x".repeat(5000))).toBe(500);
      expect(await last.remove("n0")).toBe(200);
      expected.delete("n0");
      rmSync(ballast);
      expect(await last.put("small", "y")).toBe(201);
      expected.set("small", "y");
      await last.end("SIGKILL");
      expect(await (await DataServer.start("disk/data")).texts()).toEqual(expected);
    },
    60_000,
  );
});

function appendUntilFull(path: string): void {
  for (const size of [65_536, 4096, 1]) {
    try {
      for (;;) appendFileSync(path, Buffer.alloc(size));
    } catch {
      // There is less room than that.
    }
  }
  expect(existsSync(path) && statSync(path).size).toBeGreaterThanOrEqual(0);
}

/** Why something cannot be tried here, said aloud; false where it can. */
function reasonAgainst(attempt: () => void, what: string): boolean {
  try {
    attempt();
    return false;
  } catch (error) {
    const [words] = String(error instanceof Error ? error.message : error).split("\n");
    console.warn(`NOT TESTED here, as ${what} is not possible: ${words ?? ""}`);
    return true;
  }
}
