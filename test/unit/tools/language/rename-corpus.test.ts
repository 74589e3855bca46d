import { expect, it } from "vitest";
import { parseAllDocuments } from "yaml";
import { renameInCrd } from "../../../../src/tools/language/actions/rename.js";
import type { FieldPattern } from "../../../../src/tools/language/places/crd-steps.js";
import type { LanguageService } from "../../../../src/tools/language/service.js";
import { createLanguageService } from "../../../../src/tools/language/service.js";
import { readCorpus } from "../../../support/corpus.js";
import { Random } from "../../../support/random.js";
import { describeShared } from "../../../support/shared.js";

/** So many fields get another name. */
const wanted = 150;

/** Larger files take long to judge so often. */
const longestText = 150_000;

interface WrittenSchema {
  readonly properties?: Readonly<Record<string, WrittenSchema>>;
  readonly items?: WrittenSchema;
  readonly additionalProperties?: WrittenSchema | boolean;
}

interface WrittenCrd {
  readonly kind?: string;
  readonly spec: {
    readonly group: string;
    readonly names: { readonly kind: string };
    readonly versions?: readonly {
      readonly name: string;
      readonly schema?: { readonly openAPIV3Schema?: WrittenSchema };
    }[];
  };
}

interface WrittenField {
  readonly group: string;
  readonly kind: string;
  readonly version: string;
  readonly field: FieldPattern;
}

/** The fields of the CRDs of a text, as a reader of YAML finds them. */
function fieldsOf(text: string): readonly WrittenField[] {
  return parseAllDocuments(text).flatMap((document) => {
    const crd = document.toJS() as WrittenCrd | null; // corpus files hold CRDs
    if (crd?.kind !== "CustomResourceDefinition") return [];
    const { group, names, versions = [] } = crd.spec;
    return versions.flatMap(({ name: version, schema }) =>
      [...below(schema?.openAPIV3Schema ?? {}, [])].map((field) => ({
        ...{ group, kind: names.kind, version, field },
      })),
    );
  });
}

function* below(schema: WrittenSchema, at: FieldPattern): Generator<FieldPattern> {
  for (const [name, child] of Object.entries(schema.properties ?? {})) {
    yield [...at, name];
    yield* below(child, [...at, name]);
  }
  if (schema.items !== undefined) yield* below(schema.items, [...at, null]);
  const values = schema.additionalProperties;
  if (typeof values === "object") yield* below(values, [...at, null]);
}

/** What lint tells, without the names. */
async function lintOf(service: LanguageService, text: string): Promise<readonly string[]> {
  const told = await service.lint({ path: "crd.yaml", text });
  return told.map(({ severity, code }) => `${severity} ${code}`).toSorted();
}

/** What is in a list more often than in another one. */
function further(list: readonly string[], other: readonly string[]): readonly string[] {
  const left = [...other];
  return list.filter((one) => {
    const at = left.indexOf(one);
    if (at !== -1) left.splice(at, 1);
    return at === -1;
  });
}

describeShared("renames in CRDs of the corpus", () => {
  it("take rules and paths with them: lint finds nothing new", async () => {
    const random = new Random(17);
    const service = createLanguageService();
    const cel = await service.cel();
    const counts = { renamed: 0, inRules: 0, inPaths: 0 };
    for (const { text } of readCorpus()) {
      if (counts.renamed >= wanted) break;
      if (text.length > longestText || !text.includes("x-kubernetes-validations")) continue;
      const fields = fieldsOf(text).filter(
        ({ field }) => field.length > 1 && text.includes(`.${String(field.at(-1))}`),
      );
      const before = await lintOf(service, text);
      for (let again = 0; again < 4 && fields.length > 0; again++) {
        const range = { from: 0, to: 0 };
        const target = { ...random.pick(fields), isMapKey: false, isInCrd: true, range };
        const renaming = await renameInCrd("crd.yaml", text, target, "anotherName", cel);
        if ("refused" in renaming) throw new Error(renaming.refused);
        let after = text;
        for (const { from, to, insert } of renaming.edits.toReversed()) {
          const line = after.slice(after.lastIndexOf("\n", from) + 1, after.indexOf("\n", to));
          if (/^[ -]*(?:rule|messageExpression):/.test(line)) counts.inRules++;
          if (/^[ -]*\w*[pP]ath: /.test(line)) counts.inPaths++;
          after = after.slice(0, from) + insert + after.slice(to);
        }
        counts.renamed++;
        expect(further(await lintOf(service, after), before)).toEqual([]);
      }
    }
    expect(counts.renamed).toBeGreaterThanOrEqual(wanted);
    expect(counts.inRules).toBeGreaterThan(20);
    expect(counts.inPaths).toBeGreaterThan(20);
  }, 600_000);
});
