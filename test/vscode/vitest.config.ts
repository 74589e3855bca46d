import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/vscode/**/*.test.ts"],
    testTimeout: 240_000,
    hookTimeout: 400_000,
    globalSetup: "test/setup/fresh-build.ts",
    // The editor takes a processor by itself.
    maxWorkers: 1,
  },
});
