// The measure of the command line's rows: reads the files that are named, parses them with yaml,
// and does nothing else.
import { readFileSync } from "node:fs";
import { parseAllDocuments } from "yaml";

for (const path of process.argv.slice(2)) {
  for (const document of parseAllDocuments(readFileSync(path, "utf8"))) document.toJS();
}
