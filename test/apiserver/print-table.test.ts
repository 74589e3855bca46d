import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { tableBackend } from "../../src/codegen/backends/table.js";
import { typesBackend } from "../../src/codegen/backends/types.js";
import { readResources } from "../../src/codegen/pipeline/read-source.js";
import { Diagnostics } from "../../src/crd/diagnostics/diagnostics.js";
import type {
  PrintTableOptions,
  TableColumn,
} from "../../src/runtime/v1/client/tables/print-table.js";
import { printTable } from "../../src/runtime/v1/client/tables/print-table.js";
import { newestMinor } from "../../src/runtime/v1/values/kubernetes-version.js";
import { emitUnit, evaluateUnit, loadRuntime } from "../support/emit-unit.js";
import { buildKubectl } from "./build.js";
import type { CorpusCase } from "./corpus.js";
import { chooseCorpusCases } from "./corpus.js";
import type { ApiServer } from "./server.js";
import { describeApiServer } from "./server.js";
import { installCrds, runProgram } from "./two-clusters.js";

/** How many CRDs of the corpus with columns of their own are printed. */
const count = Number(process.env["PRINT_TABLE_COUNT"] ?? "8");

type Row = (object: unknown, now: Date) => readonly unknown[];

/** What is generated for the version of a case. */
interface Generated {
  readonly one: CorpusCase;
  /** Where the server has the objects. */
  readonly path: string;
  readonly columns: readonly TableColumn[];
  readonly row: Row;
}

async function generate(one: CorpusCase): Promise<Generated> {
  const { crd, version: name } = one;
  const source = { path: "crd.json", text: JSON.stringify(crd) };
  const [resource] = await readResources([source], newestMinor, false, new Diagnostics());
  const version = resource?.versions.find((candidate) => candidate.name === name);
  if (resource === undefined || version === undefined) throw new Error(crd.metadata.name);
  const exports: Record<string, unknown> = evaluateUnit(
    emitUnit(resource, version, [typesBackend, tableBackend]),
  );
  const find = (pattern: RegExp): unknown =>
    Object.entries(exports).find(([key]) => pattern.test(key))?.[1];
  const namespace = resource.scope === "Namespaced" ? "/namespaces/default" : "";
  return {
    one,
    path: `/apis/${resource.group}/${name}${namespace}/${resource.names.plural}`,
    columns: find(/Columns$/) as readonly TableColumn[], // as it is generated
    row: find(/Row$/) as Row, // as above
  };
}

/** The forms of kubectl's output that `printTable` has, too. */
const forms: readonly (readonly [args: readonly string[], options: PrintTableOptions])[] = [
  [[], {}],
  [["--output=wide"], { wide: true }],
  [["--no-headers"], { headings: false }],
  [["--output=wide", "--no-headers"], { wide: true, headings: false }],
];

describeApiServer("printTable and kubectl", (server) => {
  const cases = chooseCorpusCases(count, "print-table", /additionalPrinterColumns:/);
  let kubectl: string;
  let home: string;
  let generated: readonly Generated[];
  beforeAll(async () => {
    await loadRuntime();
    kubectl = await buildKubectl();
    home = mkdtempSync(join(tmpdir(), "crdgen-print-table-"));
    await installCrds(
      server(),
      cases.map(({ crd }) => crd),
    );
    generated = await Promise.all(cases.map(generate));
    for (const one of generated) await createTwo(server(), one);
  }, 600_000);
  afterAll(() => {
    rmSync(home, { recursive: true });
  });

  it(`print the same of ${count} CRDs of the corpus`, async () => {
    for (const { one, path, columns, row } of generated) {
      const { group, names } = one.crd.spec;
      const resource = `${names.plural}.${one.version}.${group}`;
      const objects = await listOf(server(), path);
      expect(objects).toHaveLength(2);
      const kubectlPrints = async (...args: readonly string[]): Promise<string> => {
        const env = { HOME: home, KUBECONFIG: server().kubeconfig };
        const { stdout, stderr } = await runProgram(kubectl, ["get", resource, ...args], { env });
        expect(stderr, resource).toBe("");
        return stdout;
      };
      const rowsAt = (now: Date): readonly (readonly unknown[])[] =>
        objects.map((object) => row(object, now));
      for (const [args, options] of forms) {
        const printed = await kubectlPrints(...args);
        // Ages are read from two clocks: kubectl's answer is that of one of these times.
        const ours = timesUntilNow().map((now) => printTable(columns, rowsAt(now), options));
        expect(ours, `${resource} ${args.join(" ")}`).toContain(printed);
      }
      if (!path.includes("/namespaces/")) continue;
      const printed = await kubectlPrints("--all-namespaces");
      const ofAll = timesUntilNow().map((now) =>
        printTable(
          [{ name: "Namespace" }, ...columns],
          rowsAt(now).map((cells) => ["default", ...cells]),
        ),
      );
      expect(ofAll, `${resource} in all namespaces`).toContain(printed);
    }
  }, 600_000);
});

/** Four times a second, now and before: kubectl takes a while to answer. */
function timesUntilNow(): readonly Date[] {
  const now = Date.now();
  return Array.from({ length: 60 }, (_, index) => new Date(now - index * 250));
}

/** The object of the case, and one with a longer name. */
async function createTwo(server: ApiServer, { one, path }: Generated): Promise<void> {
  const { metadata, ...rest } = one.object;
  for (const name of ["a", "one-with-a-much-longer-name"]) {
    const { code, body } = await server.request("POST", path, {
      ...rest,
      metadata: { name, labels: metadata.labels, annotations: metadata.annotations },
    });
    expect(code, `${one.crd.metadata.name}: ${JSON.stringify(body)}`).toBe(201);
  }
}

/** The objects as the generated code gets them. */
async function listOf(server: ApiServer, path: string): Promise<readonly unknown[]> {
  const { code, body } = await server.request("GET", path);
  expect(code).toBe(200);
  return (body as { readonly items: readonly unknown[] }).items; // a list
}
