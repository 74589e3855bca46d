import { expect, it } from "vitest";
import { soak } from "../soak/soak.js";
import { describeApiServer } from "./server.js";
import { fuzzSettings } from "./settings.js";

describeApiServer(
  "informers and controllers behind a network that fails by chance",
  (server) => {
    const { seed } = fuzzSettings("SOAK", 1);

    it("have and reconcile what is on the server when it is quiet again", async () => {
      const lines: string[] = [];
      const problems = await soak(server(), {
        ...{ seed, minutes: 0.4, roundSeconds: 10, idleTimeout: 2_000, withDefaults: false },
        print: (line) => lines.push(line),
      });
      console.log(lines.at(-1));
      expect(problems).toEqual([]);
      expect(lines.at(-1)).toMatch(/ faults of [1-9]\d* kinds/);
    }, 110_000);
  },
  { compactionInterval: "5s" },
);
