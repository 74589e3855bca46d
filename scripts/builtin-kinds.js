/*
 * Writes src/runtime/v1/built-in/table/kind-rows.ts: what Kubernetes says of its own kinds,
 * release by release.
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
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { joinReleases, releasesOf } from "./builtin-kinds/join-releases.js";
import { readRelease } from "./builtin-kinds/read-release.js";

const output = join(import.meta.dirname, "../src/runtime/v1/built-in/table/kind-rows.ts");
const [, , ...asked] = process.argv;
const source = readFileSync(output, "utf8");
const start = source.lastIndexOf("\n} = ") + "\n} = ".length;
const known = JSON.parse(source.slice(start).replace(/;\n$/, ""));
const releases = releasesOf(known);
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
  `${source.slice(0, start)}{
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
};
`,
);
