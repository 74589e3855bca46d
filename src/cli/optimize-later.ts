import { setFlagsFromString } from "node:v8";

/**
 * Lets the V8 of Node.js 20 run a function four times as long as it would before it optimizes it,
 * and copy less of what the function calls into it. A run of the command line is short, and by
 * default about half of it goes into optimizing what is hardly called any more: types and clients
 * of 10 CRDs take 0.3 s instead of 0.5, of 100 CRDs 1.0 s instead of 1.8. Later versions weigh this
 * otherwise and are left alone. To be called before there is work to do.
 */
export function optimizeLater(): void {
  if (!process.versions.v8.startsWith("11.")) return;
  setFlagsFromString("--interrupt-budget=528000");
  setFlagsFromString("--max-inlined-bytecode-size-cumulative=200");
}
