import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/hostile/**/*.test.ts"],
    testTimeout: 120_000,
    hookTimeout: 60_000,
    globalSetup: "test/setup/fresh-build.ts",
    // What is measured is how long others wait: a second attack beside the first would count.
    fileParallelism: false,
    isolate: false,
  },
});
