// Writes the JSON Schema of the configuration, which editors read, from the schema that checks it.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { configJsonSchema } from "../build/cli/config/schema.js";

const target = join(import.meta.dirname, "../dist/config.schema.json");
writeFileSync(target, `${JSON.stringify(configJsonSchema(), undefined, 2)}\n`);
