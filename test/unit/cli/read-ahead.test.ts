import { describe, expect, it } from "vitest";
import { ReadAhead } from "../../../src/cli/cluster/read-ahead.js";

describe("reading ahead", () => {
  it("asks for so many more than are needed, once each and in order", async () => {
    const asked: string[] = [];
    const answers = new ReadAhead(
      ["a", "b", "c", "d"],
      (name) => {
        asked.push(name);
        return Promise.resolve(name.toUpperCase());
      },
      2,
    );
    expect(asked).toEqual([]);
    expect(await answers.take(0)).toBe("A");
    expect(asked).toEqual(["a", "b", "c"]);
    expect(await answers.take(1)).toBe("B");
    expect(await answers.take(2)).toBe("C");
    expect(await answers.take(3)).toBe("D");
    expect(asked).toEqual(["a", "b", "c", "d"]);
  });

  it("asks again for what was taken before", async () => {
    let count = 0;
    const answers = new ReadAhead(["a"], () => Promise.resolve(++count), 2);
    expect([await answers.take(0), await answers.take(0)]).toEqual([1, 2]);
  });

  it("tells of a failure whoever takes the answer, and nobody else", async () => {
    const ask = (name: string): Promise<string> =>
      name === "bad" ? Promise.reject(new Error("no")) : Promise.resolve(name);
    const answers = new ReadAhead(["good", "bad", "bad"], ask, 2);
    expect(await answers.take(0)).toBe("good");
    await expect(answers.take(1)).rejects.toThrow("no");
  });
});
