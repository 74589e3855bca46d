import { describe, expect, it } from "vitest";
import type {
  LanguageService,
  StoredForm,
  TextDiagnostic,
} from "../../../../src/tools/language/service.js";
import { createLanguageService } from "../../../../src/tools/language/service.js";
import { hasShared } from "../../../support/shared.js";
import { sampleCases } from "../../../support/site-verdicts.js";
import { boatService, head } from "./language-crd.js";

/** The text as it is shown: `+` defaults, `*` what the server sets, `-` what is dropped. */
function shown({ text, added, dropped }: StoredForm): string {
  const lines = text.split("\n").slice(0, -1);
  const marked = lines.map((line, index) => {
    const field = added.find((one) => one.line <= index + 1 && index + 1 <= one.lastLine);
    return `${field === undefined ? " " : field.origin === "default" ? "+" : "*"} ${line}`;
  });
  for (const { line, text: gone } of [...dropped].reverse()) {
    marked.splice(line - 1, 0, ...gone.split("\n").map((one) => `- ${one}`));
  }
  return `${marked.join("\n")}\n`;
}

/** What is shown of a text below `metadata`, of which the server sets a part. */
async function shownOf(service: LanguageService, text: string, old?: string): Promise<string> {
  const all = shown(await service.stored(text, old));
  return all.slice(all.search(/^. spec/m));
}

describe("the stored form", () => {
  it("marks defaults and what is dropped, of accepted objects", async () => {
    const service = await boatService();
    const sent = `${head}spec:\n  sail: { area: 3 }\n  crew:\n  - nick: An\n    name: Ann\n  hull: steel\n  mast: 2\n`;
    expect((await service.stored(sent)).isStored).toBe(true);
    expect(await shownOf(service, sent)).toBe(
      [
        "  spec:",
        "-   sail:",
        "-     area: 3",
        "    crew:",
        "    - name: Ann",
        "-     nick: An",
        "+     awake: true",
        "    hull: steel",
        "-   mast: 2",
        "",
      ].join("\n"),
    );
  });

  it("shows what the server judges of refused objects", async () => {
    const service = await boatService();
    const sent = `${head}spec:\n  crew: [{ role: king }]\n  engin: {}\n`;
    const form = await service.stored(sent);
    expect(form.isStored).toBe(false);
    expect(shown(form)).toBe(
      [
        "  apiVersion: sea.example.com/v1",
        "  kind: Boat",
        "  metadata:",
        "    name: first",
        "  spec:",
        "    crew:",
        "    - role: king",
        "+     awake: true",
        "-   engin: {}",
        "+   hull: wood",
        "",
      ].join("\n"),
    );
  });

  it("marks what the server sets by itself as such", async () => {
    const service = await boatService();
    const { text, added } = await service.stored(`${head}spec: { hull: steel }\n`);
    const lines = text.split("\n");
    const set = added.map(({ line, origin }) => [lines[line - 1]?.trim(), origin]);
    expect(set).toContainEqual(["generation: 1", "server"]);
    expect(set.filter(([, origin]) => origin === "default")).toEqual([]);
  });

  it("says of nulls that they are dropped, or became a default", async () => {
    const service = await boatService();
    const sent = `${head}spec: { hull: null, engine: { power: null } }\n`;
    expect(await shownOf(service, sent)).toBe(
      ["  spec:", "    engine: {}", "-     power: null", "+   hull: wood", ""].join("\n"), // prettier-ignore
    );
  });

  it("counts the lines of several documents through", async () => {
    const service = await boatService();
    const boat = `${head}spec: { mast: 1 }\n`;
    const form = await service.stored(`${boat}---\n${boat}`);
    const lines = form.text.split("\n");
    const defaults = form.added.filter(({ origin }) => origin === "default");
    expect(defaults.map(({ line }) => lines[line - 1])).toEqual(["  hull: wood", "  hull: wood"]);
    expect(form.dropped.map(({ text }) => text)).toEqual(["  mast: 1", "  mast: 1"]);
    expect(form.dropped.map(({ line }) => lines[line - 2])).toEqual(["spec:", "spec:"]);
  });

  it("is empty where nothing can be judged", async () => {
    const service = await boatService();
    const nothing = { text: "", added: [], dropped: [] };
    for (const text of ["", "a: [", "kind: Boat\n", `${head}  labels: 5\n`, "- 1\n"]) {
      expect(await service.stored(text), text).toMatchObject(nothing);
    }
  });

  it("shows large values in part", async () => {
    const service = await boatService();
    const many = Array.from({ length: 100 }, (_, index) => `    k${index}: 1\n`).join("");
    const { dropped } = await service.stored(`${head}spec:\n  hull: wood\n  masts:\n${many}`);
    expect(dropped[0]?.text.split("\n")).toHaveLength(41);
    expect(dropped[0]?.text).toContain("# 61 more lines");
  });

  it.runIf(hasShared)(
    "has each field that the server does not know among those dropped, of recorded writes",
    async () => {
      let unknown = 0;
      let refused = 0;
      for (const { crd, cases } of await sampleCases(200, 60)) {
        const service = createLanguageService();
        await service.use([{ path: "crd.json", text: crd }], "1.37");
        for (const { id, object, old } of cases) {
          const form = await service.stored(object, old);
          const { verdict, stored, diagnostics } = await service.judge(object, old);
          if (verdict === "accepted") expect(form.text, id).toBe(stored);
          if (form.text === "") continue;
          if (!form.isStored) refused++;
          const count = form.text.split("\n").length - 1;
          const { added, dropped } = form;
          expect(
            added.filter((one) => one.line < 1 || one.lastLine > count),
            id,
          ).toEqual([]);
          expect(
            dropped.filter(({ line }) => line < 2 || line > count + 1),
            id,
          ).toEqual([]);
          const gone = new Set(dropped.flatMap(({ text }) => text.split("\n").map(keyOf)));
          const told = diagnostics.filter(({ code }) => code === "object/unknown-field");
          const isGone = ({ field = "" }: TextDiagnostic): boolean =>
            [...gone].some((key) => field.endsWith(key));
          expect(told.filter((one) => !isGone(one)), id).toEqual([]); // prettier-ignore
          unknown += told.length;
        }
      }
      expect(unknown).toBeGreaterThan(20);
      expect(refused).toBeGreaterThan(20);
    },
    120_000,
  );
});

/** The key in a line of YAML. */
function keyOf(line: string): string {
  return /^[ -]*"?([^":]*)/.exec(line)?.[1] ?? "";
}
