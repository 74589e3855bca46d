// The lines of one operator, written three times: `npm run bench:operator-lines`. Counted are lines
// with code: neither blank ones, nor comments, nor what a generator writes. Markers of kubebuilder
// are code, since they are what rules and rights are written in.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "../..");
const operators = {
  crdgen: {
    "API: a CRD, or types with markers": ["examples/operator/deploy/crd.yaml"],
    "what is kept in the cluster": ["examples/operator/src/children.ts"],
    "reconcile, status, finalizer": [
      "examples/operator/src/reconcile.ts",
      "examples/operator/src/hosts.ts",
    ],
    "webhooks: validation, conversion": ["examples/operator/src/webhooks.ts"],
    "the program: caches, election, probes": [
      "examples/operator/src/controllers.ts",
      "examples/operator/src/main.ts",
    ],
  },
  "controller-runtime": {
    "API: a CRD, or types with markers": [
      "bench/operator-lines/go/api/v1/groupversion.go",
      "bench/operator-lines/go/api/v1/site_types.go",
      "bench/operator-lines/go/api/v1beta1/groupversion.go",
      "bench/operator-lines/go/api/v1beta1/site_types.go",
    ],
    "what is kept in the cluster": ["bench/operator-lines/go/internal/controller/children.go"],
    "reconcile, status, finalizer": [
      "bench/operator-lines/go/internal/controller/site_controller.go",
      "bench/operator-lines/go/internal/controller/hosts.go",
    ],
    "webhooks: validation, conversion": [
      "bench/operator-lines/go/internal/webhook/site_webhook.go",
      "bench/operator-lines/go/api/v1beta1/site_conversion.go",
    ],
    "the program: caches, election, probes": ["bench/operator-lines/go/main.go"],
  },
  "client-node": {
    "API: a CRD, or types with markers": [
      "examples/operator/deploy/crd.yaml",
      "bench/operator-lines/client-node/src/types.ts",
    ],
    "what is kept in the cluster": ["bench/operator-lines/client-node/src/children.ts"],
    "reconcile, status, finalizer": [
      "bench/operator-lines/client-node/src/reconcile.ts",
      "bench/operator-lines/client-node/src/hosts.ts",
      "bench/operator-lines/client-node/src/events.ts",
    ],
    "webhooks: validation, conversion": ["bench/operator-lines/client-node/src/webhooks.ts"],
    "the program: caches, election, probes": [
      "bench/operator-lines/client-node/src/main.ts",
      "bench/operator-lines/client-node/src/queue.ts",
      "bench/operator-lines/client-node/src/leader.ts",
    ],
  },
};

checkComplete();
const parts = Object.keys(operators.crdgen);
const names = Object.keys(operators);
console.log(["", ...names].map((text, index) => cell(text, index)).join(""));
const sums = names.map(() => 0);
for (const part of parts) {
  const counts = names.map((name) => linesOf(operators[name][part]));
  for (const [index, count] of counts.entries()) sums[index] += count;
  console.log([part, ...counts].map((text, index) => cell(text, index)).join(""));
}
console.log(["all", ...sums].map((text, index) => cell(text, index)).join(""));

/** @param {string | number} text @param {number} index */
function cell(text, index) {
  return index === 0 ? String(text).padEnd(42) : String(text).padStart(20);
}

/** @param {readonly string[]} files */
function linesOf(files) {
  return files.reduce((sum, file) => sum + countLines(readFileSync(join(root, file), "utf8")), 0);
}

/** @param {string} text */
function countLines(text) {
  return text.split("\n").filter((line) => {
    const trimmed = line.trim();
    if (trimmed === "") return false;
    return /^\/\/ ?\+/.test(trimmed) || !/^(\/\/|\/\*|\*|#)/.test(trimmed);
  }).length;
}

/** Each source file is counted, so that none can hide lines. */
function checkComplete() {
  const counted = new Set(Object.values(operators).flatMap((parts) => Object.values(parts).flat()));
  for (const folder of ["examples/operator/src", "bench/operator-lines"]) {
    const found = readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .filter(
        (file) => /\.(ts|go)$/.test(file) && !/generated|zz_|node_modules|\.test\./.test(file),
      )
      .map((file) => `${folder}/${file}`);
    for (const file of found) if (!counted.has(file)) throw new Error(`${file} is not counted`);
  }
}
