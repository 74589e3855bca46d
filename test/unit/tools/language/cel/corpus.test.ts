import { expect, it } from "vitest";
import { createLanguageService } from "../../../../../src/tools/language/service.js";
import { readCorpus, readCorpusIndex } from "../../../../support/corpus.js";
import { Random } from "../../../../support/random.js";
import { describeShared } from "../../../../support/shared.js";

/** So many rules of the corpus are cut. */
const wanted = 300;

/** Larger files take long to read so often. */
const longestText = 150_000;

describeShared("completion in rules of the corpus", () => {
  it("answers where a rule is cut, and puts in what the schema has", async () => {
    const random = new Random(61);
    const language = await createLanguageService().cel();
    const counts = { rules: 0, fields: 0, offered: 0 };
    for (const { text } of readCorpus(readCorpusIndex())) {
      if (counts.rules >= wanted) break;
      if (text.length > longestText || !text.includes("x-kubernetes-validations")) continue;
      const words = await language.words(text);
      const names = words.filter(({ kind }) => kind === "property");
      for (let again = 0; again < 6 && names.length > 0; again++) {
        const { from, to } = random.pick(names);
        const line = text.indexOf("\n", to);
        // The rest of the line goes, with the quote that may end it.
        const cut = text.slice(0, from) + text.slice(line < 0 ? text.length : line);
        counts.rules++;
        const proposals = (await language.complete(cut, from)) ?? [];
        for (const one of proposals) expect(one.from <= one.to && one.to <= cut.length).toBe(true);
        await language.help(cut, random.below(cut.length));
        if (proposals.length > 0) counts.offered++;
        // Where the rule is whole, the name that stands there is among what is offered.
        const whole = (await language.complete(text, to)) ?? [];
        const name = text.slice(from, to);
        if (whole.some(({ label }) => label === name)) counts.fields++;
      }
    }
    expect(counts.rules).toBeGreaterThanOrEqual(wanted);
    expect(counts.fields).toBe(counts.rules);
    // The others are the last lines of quoted scalars, without the quote that ended these.
    expect(counts.offered).toBeGreaterThan(wanted * 0.75);
  }, 600_000);
});
