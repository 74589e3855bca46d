// Writes the JSON Schemas that the package publishes, from the schemas that the code has: of the
// configuration, which editors read, and of the lines that commands print with --format json.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { configJsonSchema } from "../build/cli/config/schema.js";
import { outputJsonSchema } from "../build/cli/report/output-schemas.js";

const dist = join(import.meta.dirname, "../dist");
for (const [name, schema] of [
  ["config.schema.json", configJsonSchema()],
  ["output.schema.json", outputJsonSchema()],
]) {
  writeFileSync(join(dist, name), `${JSON.stringify(schema, undefined, 2)}\n`);
}
