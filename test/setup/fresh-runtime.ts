import { buildIfOlder } from "./fresh-build.js";

/**
 * For suites that run the sources, which read the runtime as data: makes that data anew if the
 * runtime is newer.
 */
export default function freshRuntime(): void {
  const sources = ["src/runtime", "scripts/embed-runtime.js", "scripts/runtime"];
  buildIfOlder(["dist/runtime-files/contents.js"], sources, "build:runtime");
}
