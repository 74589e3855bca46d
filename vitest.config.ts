import { defineConfig } from "vitest/config";

// Which sample of what takes long a run looks at; test/support/scope.ts.
process.env["SAMPLE_SEED"] ??= String(Math.floor(Math.random() * 10_000));

// There a log shows colours, which tests ask for where they are about them.
delete process.env["GITHUB_ACTIONS"];

/** Suites that run the built command line or the built library. */
const built = ["test/cli/**/*.test.ts", "test/compat/**/*.test.ts", "test/terminal/**/*.test.ts"];

export default defineConfig({
  test: {
    // The default leaves one processor idle, which is half of a small machine.
    maxWorkers: "100%",
    reporters: ["default", "test/setup/scope-reporter.ts"],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    projects: [
      {
        extends: true,
        test: {
          name: "sources",
          // To load the sources anew for each file would take as long as the tests.
          isolate: false,
          include: ["test/**/*.test.ts"],
          exclude: [
            "test/apiserver/**",
            "test/browser/**",
            "test/hostile/**",
            "test/reach/**",
            "test/vscode/**",
            ...built,
          ],
          globalSetup: "test/setup/fresh-runtime.ts",
        },
      },
      {
        extends: true,
        test: {
          name: "build",
          isolate: false,
          include: built,
          globalSetup: "test/setup/fresh-build.ts",
        },
      },
    ],
  },
});
