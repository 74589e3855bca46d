import { writeFileSync } from "node:fs";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { Scratch } from "../support/cli.js";
import { describeInTerminal, endAll } from "../support/pseudo-terminal.js";
import { isWhole, sample } from "../support/scope.js";
import {
  colourfulVariants,
  fileOf,
  printRecorded,
  readRecorded,
  recordedVariants,
  sectionOf,
  withoutMarks,
} from "./recording.js";
import type { Scenario } from "./scenarios.js";
import { scenarios } from "./scenarios.js";
import type { Show } from "./show.js";
import { show } from "./show.js";

/** Whether the screens are written anew: `npm run screens`. */
const isRecording = process.env["RECORD"] === "1";

const scratch = new Scratch();
afterEach(endAll);

/** A run each; a few at the same time, as each waits now and then. */
async function showAll(scenario: Scenario, variants: typeof recordedVariants): Promise<Show[]> {
  const shown: Show[] = [];
  for (let at = 0; at < variants.length; at += 5) {
    const some = variants.slice(at, at + 5);
    shown.push(
      ...(await Promise.all(some.map((variant) => show(scenario, variant, scratch.next())))),
    );
  }
  return shown;
}

describeInTerminal("what people see", () => {
  for (const [command, list] of scenarios) {
    describe(command, () => {
      const recorded = readRecorded(command);
      const made = new Map<string, string>();
      for (const scenario of isRecording ? list : sample(list, 16)) {
        it(scenario.title, async () => {
          const shown = await showAll(scenario, recordedVariants);
          const section = sectionOf(`crdgen ${scenario.line}`, shown);
          made.set(scenario.title, section);
          if (isRecording) return;
          expect(section).toBe(recorded.get(scenario.title));
          for (const { variant, tooWide, framesLeft } of shown) {
            if (scenario.isWide === undefined)
              expect({ variant, tooWide: tooWide.filter(isBreakable) }).toEqual({
                variant,
                tooWide: [],
              });
            expect({ variant, framesLeft }).toEqual({ variant, framesLeft: [] });
          }
          if (isWhole) await expectSameInColours(scenario, shown);
        });
      }

      it("is recorded, and nothing else", () => {
        if (!isRecording) expect([...recorded.keys()]).toEqual(list.map(({ title }) => title));
      });

      afterAll(() => {
        if (!isRecording) return;
        const texts = list.map(
          ({ title }) => [title, made.get(title) ?? recorded.get(title) ?? ""] as const,
        );
        writeFileSync(fileOf(command), printRecorded(command, new Map(texts)));
      });
    });
  }
});

/** People copy commands and addresses: the terminal alone breaks them. */
function isBreakable(line: string): boolean {
  return !/https?:\/\/\S+$|^ {2}(?:kubectl get .* \| |source <\()?crdgen /.test(line);
}

/** At other widths colours are no reason for other words. */
async function expectSameInColours(scenario: Scenario, plain: readonly Show[]): Promise<void> {
  for (const { variant, text } of await showAll(scenario, colourfulVariants)) {
    const same = plain.find(({ variant: name }) => variant === `colours, ${name}`);
    expect({ variant, text: withoutMarks(text) }).toEqual({ variant, text: same?.text });
  }
}
