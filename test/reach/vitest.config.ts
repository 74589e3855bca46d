import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/reach/**/*.test.ts"],
    testTimeout: 120_000,
    globalSetup: ["test/setup/fresh-build.ts", "test/reach/engines.ts"],
  },
});
