import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/apiserver/**/*.test.ts"],
    // It finds a difference in some 400 requests still; what it found and was mended is replayed.
    exclude: process.env["GRAMMAR"] === "1" ? [] : ["test/apiserver/grammar/{crds,whole}.test.ts"],
    testTimeout: 300_000,
    // The first build takes minutes.
    hookTimeout: 900_000,
    globalSetup: "test/setup/built-servers.ts",
    // Each file runs a server of its own, which waits for its disk as often as for the processor.
    maxWorkers: 2,
  },
});
