import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/apiserver/**/*.test.ts"],
    testTimeout: 120_000,
    // The first build takes minutes.
    hookTimeout: 900_000,
    // Each file runs a server of its own.
    fileParallelism: false,
  },
});
