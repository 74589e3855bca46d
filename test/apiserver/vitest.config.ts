import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/apiserver/**/*.test.ts"],
    // A whole Kubernetes is for those who have built one.
    exclude: process.env["GRAMMAR"] === "1" ? [] : ["test/apiserver/grammar/whole.test.ts"],
    testTimeout: 300_000,
    // The first build takes minutes.
    hookTimeout: 900_000,
    globalSetup: "test/setup/built-servers.ts",
    // Each file runs a server of its own, which waits for its disk as often as for the processor.
    maxWorkers: 2,
  },
});
