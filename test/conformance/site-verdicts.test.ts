import { expect, it } from "vitest";
import { parse } from "yaml";
import { createLanguageService } from "../../src/tools/language/service.js";
import { isWhole, sampleSeed } from "../support/scope.js";
import { describeShared } from "../support/shared.js";
import type { Verdict } from "../support/site-verdicts.js";
import { commandLineVerdicts, sampleCases, serviceVerdict } from "../support/site-verdicts.js";

const count = isWhole ? 500 : 40;

describeShared("the editor judges as the command line does", () => {
  it(
    `${count} recorded writes`,
    async () => {
      const service = createLanguageService();
      const seen = { accepted: 0, refused: 0 };
      for (const group of await sampleCases(count, sampleSeed)) {
        await service.use([{ path: "crd.json", text: group.crd }], "1.37");
        const expected = await commandLineVerdicts(group);
        for (const [index, one] of group.cases.entries()) {
          const verdict = await serviceVerdict(service, one);
          expect(judged(one.id, verdict)).toEqual(judged(one.id, expected[index]));
          seen[verdict.accepted ? "accepted" : "refused"]++;
        }
      }
      expect(seen.accepted).toBeGreaterThan(count / 10);
      expect(seen.refused).toBeGreaterThan(count / 10);
    },
    count * 2000,
  );
});

/** Which of several defaults is filled in first is left open: servers sort what they answer. */
function judged(id: string, verdict: Verdict | undefined): unknown {
  const { stored } = verdict ?? {};
  return { id, ...verdict, stored: stored === undefined ? undefined : (parse(stored) as unknown) };
}
