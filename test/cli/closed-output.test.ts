import { spawn } from "node:child_process";
import { describe, expect, it } from "vitest";

import { main } from "../support/cli.js";

describe("output that nobody reads any more", () => {
  it("ends the run without a word", async () => {
    const child = spawn(process.execPath, [main, "explain"], { stdio: ["ignore", "pipe", "pipe"] });
    child.stdout.destroy();
    let complaints = "";
    child.stderr.on("data", (chunk: Buffer) => (complaints += chunk.toString()));
    const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
    expect(complaints).toBe("");
    expect(code).toBe(0);
  });
});
