import { buildIfOlder } from "./fresh-build.js";

/** For suites that run the sources, which read the runtime as data. */
export default function freshRuntime(): void {
  buildIfOlder("runtime");
}
