/*
 * Writes src/builtin/kinds.json: what Kubernetes says of its own kinds, release by release.
 *
 * The documents that a server serves say which resources and fields there are, what is required,
 * which lists have keys, how patches merge, and which values an enum has. The order of fields,
 * pointers, the names of types and numbers in Protocol Buffers, which answers show too, stand in
 * Go alone, as do the columns of tables and the fields to select by. The two must agree. Sentences
 * of the documents are left out.
 *
 *   node scripts/builtin-kinds.js RELEASE…
 *
 * A release is added to the table, or replaces what the table says of its minor. Its documents are
 * taken from ../shared/corpus/openapi where that has them, else from the module k8s.io/kubernetes;
 * the modules have to be in Go's cache: `go mod download k8s.io/kubernetes@v1.38.0`, and the same
 * version of api, apimachinery, apiextensions-apiserver and kube-aggregator, as 0.38.0.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { joinReleases, releasesOf } from "./builtin-kinds/join-releases.js";
import { readRelease } from "./builtin-kinds/read-release.js";

const output = join(import.meta.dirname, "../src/builtin/kinds.json");
const [, , ...asked] = process.argv;
const known = existsSync(output) ? JSON.parse(readFileSync(output, "utf8")) : undefined;
const releases = known === undefined ? new Map() : releasesOf(known);
for (const release of asked) {
  const [, minor] = release.split(".");
  releases.set(Number(minor), readRelease(release));
}
const { resources, structs, enums, ...head } = joinReleases(releases);
const lines = (rows) =>
  Object.entries(rows)
    .map(([name, row]) => `${JSON.stringify(name)}: ${JSON.stringify(row)}`)
    .join(",\n");
writeFileSync(
  output,
  `{
"minors": ${JSON.stringify(head.minors)},
"resources": {
${lines(resources)}
},
"structs": {
${lines(structs)}
},
"enums": {
${lines(enums)}
}
}
`,
);
