import { expect, it } from "vitest";
import { relatedPlaces } from "../../../../src/tools/language/places/related.js";
import type { TextDiagnostic } from "../../../../src/tools/language/service.js";
import { createLanguageService } from "../../../../src/tools/language/service.js";
import { readCorpus, readCorpusIndex } from "../../../support/corpus.js";
import { isWhole, sample } from "../../../support/scope.js";
import { describeShared, readShared } from "../../../support/shared.js";
import { boatCrd, head } from "./language-crd.js";

/** The text of each related place of an object's diagnostics, with its message. */
async function relatedOf(
  crd: string,
  text: string,
  old?: string,
): Promise<Readonly<Record<string, readonly string[]>>> {
  const service = createLanguageService({ relate: relatedPlaces });
  await service.use([{ path: "boats.yaml", text: crd }], "1.37");
  const { diagnostics } = await service.judge(text, old);
  return Object.fromEntries(
    diagnostics.map((one) => [
      one.message,
      textsOf(one, { "boats.yaml": crd, "the object": text }),
    ]),
  );
}

function textsOf(
  { related = [] }: TextDiagnostic,
  texts: Readonly<Record<string, string>>,
): readonly string[] {
  return related.map(({ path, start, end, message }) => {
    const line = texts[path]?.split("\n")[start.line - 1] ?? "";
    expect(end.line).toBe(start.line);
    return `${message}: ${line.slice(start.column - 1, end.column - 1)}`;
  });
}

const values = (related: Readonly<Record<string, readonly string[]>>): readonly string[] =>
  Object.entries(related)
    .filter(([message]) => !message.includes("were not checked"))
    .flatMap(([, texts]) => texts);

it("names the constraint, the entry of `required`, or the fields that there are", async () => {
  const spec = "spec:\n  hull: glass\n  holds: { a: { size: 0 } }\n  crew: [{ role: 1 }]\n  x: 1\n";
  expect(values(await relatedOf(boatCrd, head + spec)).toSorted()).toEqual([
    "`enum` of the CRD: enum",
    "`enum` of the CRD: enum",
    "`minimum` of the CRD: minimum",
    "`required` of the CRD: name",
    "`type` of the CRD: type",
    "the fields that the CRD has here: properties",
  ]);
});

it("names the rule", async () => {
  const [wood, steel] = ["wood", "steel"].map((hull) => `${head}spec:\n  hull: ${hull}\n`);
  expect(values(await relatedOf(boatCrd, steel ?? "", wood))).toEqual([
    "the rule of the CRD: self.hull == oldSelf.hull",
  ]);
});

it("names the first of two items, and the list's type", async () => {
  const crd = boatCrd.replace(
    "description: Who is on board.",
    "x-kubernetes-list-type: map\n                  x-kubernetes-list-map-keys: [name]",
  );
  const text = `${head}spec:\n  crew:\n    - { name: a }\n    - { name: a }\n`;
  expect(values(await relatedOf(crd, text))).toEqual([
    "first declared here: { name: a }",
    "`x-kubernetes-list-type` of the CRD: x-kubernetes-list-type",
  ]);
});

it("names the versions, and why a CRD is refused", async () => {
  const text = `${head}spec: {}\n`;
  expect(values(await relatedOf(boatCrd, text.replace("/v1", "/v2")))).toEqual([
    "the versions of the CRD: versions",
  ]);
  const refused = boatCrd.replace("self.hull ==", "self.hul ==");
  const told = values(await relatedOf(refused, text));
  expect(told).toHaveLength(1);
  expect(told[0]).toContain("undefined field 'hul'");
});

it("says nothing where no CRD has a part in it", async () => {
  const text = `${head.replace("first", "First!")}spec: {}\n`;
  expect(values(await relatedOf(boatCrd, text))).toEqual([]);
});

/** What the server says by itself, whatever a CRD has. */
const ofServer = /^metadata\.|^(?:apiVersion|kind|metadata):/;

describeShared("related places of the corpus", () => {
  it("are there for what a CRD refuses", async () => {
    const index = JSON.parse(readShared("corpus/objects.index.json")) as readonly {
      readonly file: string;
      readonly crd: string;
      readonly rough: string;
    }[];
    const crds = new Map(readCorpusIndex().map((one) => [one.name, one]));
    const wrong = sample(index.filter(({ rough }) => rough === "errors"), isWhole ? 1 : 7); // prettier-ignore
    const missing: string[] = [];
    let count = 0;
    for (const { file, crd } of wrong) {
      const entry = crds.get(crd);
      if (entry === undefined) continue;
      const service = createLanguageService({ relate: relatedPlaces });
      await service.use([...readCorpus([entry])].map((one) => ({ ...one, acceptedBy: "1.37" })), "1.37"); // prettier-ignore
      const { diagnostics } = await service.judge(readShared(`corpus/objects/${file}`));
      for (const { code, message, related = [] } of diagnostics) {
        if (code !== "object/invalid" || ofServer.test(message)) continue;
        if (message.includes("were not checked")) continue;
        count++;
        if (related.length === 0) missing.push(`${file}: ${message}`);
      }
    }
    expect(count).toBeGreaterThan(100);
    expect(missing).toEqual([]);
  });
});
