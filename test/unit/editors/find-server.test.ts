import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Surroundings } from "../../../editors/vscode/src/find-server.js";
import { findServer } from "../../../editors/vscode/src/find-server.js";
import { startOf } from "../../../editors/vscode/src/start.js";

describe("the crdgen that the extension for VS Code starts", () => {
  let root = "";

  beforeEach(() => {
    root = realpathSync(mkdtempSync(join(tmpdir(), "crdgen-editor-")));
  });

  afterEach(() => {
    rmSync(root, { recursive: true });
  });

  function write(path: string, text = ""): string {
    const whole = join(root, path);
    mkdirSync(dirname(whole), { recursive: true });
    writeFileSync(whole, text);
    return whole;
  }

  /** Installs the package in a folder; its program. */
  function install(folder: string, name = "crdgen"): string {
    const manifest = { name, bin: { crdgen: "./dist/main.js" } };
    write(join(folder, "node_modules/crdgen/package.json"), JSON.stringify(manifest));
    return write(join(folder, "node_modules/crdgen/dist/main.js"));
  }

  /** A program in a folder of the PATH. */
  function program(folder: string, name = "crdgen"): string {
    const path = write(join(folder, name));
    chmodSync(path, 0o755);
    return path;
  }

  function find(more: Partial<Surroundings>): ReturnType<typeof findServer> {
    const folders = [join(root, "first"), join(root, "second")];
    const env = { PATH: join(root, "bin") };
    return findServer({ folders, isTrusted: true, setting: "", env, platform: "linux", ...more });
  }

  it("is that of the workspace's node_modules, whatever else there is", () => {
    const path = install("second");
    const setting = program("own");
    program("bin");
    expect(find({ setting })).toEqual({ kind: "script", path, origin: "workspace" });
  });

  it("is none of the workspace where the user does not trust it", () => {
    install("first");
    const path = program("bin");
    expect(find({ isTrusted: false })).toEqual({ kind: "program", path, origin: "PATH" });
  });

  it("is not another package of the workspace, nor one that is broken", () => {
    install("first", "other");
    write("second/node_modules/crdgen/package.json", "{");
    expect(find({})).toBeUndefined();
  });

  it("is that of the setting, as a program, a script or a folder, from the first folder on", () => {
    const path = program("first/tools");
    const script = write("first/tools/main.mjs");
    const ofPackage = install("third");
    program("bin");
    expect(find({ setting: "tools/crdgen" })).toEqual({ kind: "program", path, origin: "setting" });
    const ofScript = { kind: "script", path: script, origin: "setting" };
    expect(find({ setting: "tools/main.mjs" })).toEqual(ofScript);
    expect(find({ setting: join(root, "third/node_modules/crdgen") })).toEqual({
      kind: "script",
      path: ofPackage,
      origin: "setting",
    });
    expect(find({ setting: "~/first/tools/crdgen", env: { HOME: root } })?.path).toBe(path);
  });

  it("is not another one where the setting leads nowhere", () => {
    program("bin");
    expect(find({ setting: "nowhere" })).toBeUndefined();
  });

  it("is the script that a link on the PATH leads to", () => {
    const path = install("global");
    mkdirSync(join(root, "bin"));
    symlinkSync(path, join(root, "bin/crdgen"));
    expect(find({})).toEqual({ kind: "script", path, origin: "PATH" });
  });

  it("is the script beside npm's launcher on Windows, else the launcher", () => {
    const launcher = program("bin", "crdgen.cmd");
    const env = { Path: join(root, "bin") };
    const found = { kind: "program", path: launcher, origin: "PATH" };
    expect(find({ env, platform: "win32" })).toEqual(found);
    const path = install("bin");
    expect(find({ env, platform: "win32" })).toEqual({ kind: "script", path, origin: "PATH" });
  });

  it("is none in a relative folder of the PATH, nor in one of a workspace without trust", () => {
    const path = program("first/bin");
    const PATH = ["first/bin", ".", join(root, "first/bin")].join(delimiter);
    expect(find({ env: { PATH } })?.path).toBe(path);
    expect(find({ env: { PATH }, isTrusted: false })).toBeUndefined();
    expect(find({ env: {} })).toBeUndefined();
  });
});

describe("how it is started", () => {
  const script = { kind: "script", path: "/app/main.js", origin: "workspace" } as const;

  it("runs a script in the Node.js of the editor", () => {
    expect(startOf(script, true, ["--kubernetes-version", "1.31"], "/editor")).toEqual({
      command: "/editor",
      args: ["/app/main.js", "lsp", "--kubernetes-version", "1.31"],
      env: { ELECTRON_RUN_AS_NODE: "1" },
      shell: false,
    });
  });

  it("reads no configuration of a workspace without trust", () => {
    expect(startOf(script, false, [], "/editor").args).toEqual([
      "/app/main.js",
      "lsp",
      "--no-config",
    ]);
  });

  it("starts batch files by the shell, in quotes", () => {
    const path = String.raw`C:\Program Files\crdgen.cmd`;
    expect(startOf({ kind: "program", path, origin: "PATH" }, true, ["a b"], "/editor")).toEqual({
      command: `"${path}"`,
      args: ['"lsp"', '"a b"'],
      env: {},
      shell: true,
    });
  });
});
