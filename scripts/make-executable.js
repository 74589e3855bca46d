// The compiler writes files without the executable bit, which the bin of a checkout needs.
import { chmodSync } from "node:fs";
import { join } from "node:path";

chmodSync(join(import.meta.dirname, "../dist/cli/main.js"), 0o755);
