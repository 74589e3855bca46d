import { expect } from "vitest";

/** What takes its input's square can be told by so many characters. */
const enough = 24 * 1024;
/** What takes less, in ms, is fast enough, and cannot be compared: other things take as long. */
const measurable = 60;
/** Linear work takes 4 times as long for 4 times the input, quadratic work 16 times. */
const most = 9;
const attempts = 4;
/** What takes longer, in ms, is not tried again. */
const patience = 3000;

/**
 * Fails if work takes much more than four times as long when its input is doubled twice, or never
 * ends. The input is doubled twice until it is long enough, or until it takes long enough to be
 * compared.
 *
 * @param make an input with so many of what it repeats
 */
export function expectLinear(
  work: (input: string) => unknown,
  make: (count: number) => string,
): void {
  for (let count = 32; ; count *= 4) {
    const input = make(count);
    if (leastTime(work, input, measurable) >= measurable) {
      const factor = leastTime(work, make(count * 4)) / leastTime(work, input);
      expect(factor, `for ${input.length} characters`).toBeLessThan(most);
      return;
    }
    if (input.length > enough) return;
  }
}

/** The least of some times, as a busy machine makes all longer; less than `wanted` will do. */
function leastTime(work: (input: string) => unknown, input: string, wanted = 0): number {
  let least = Infinity;
  for (let attempt = 0; attempt < attempts && least >= wanted; attempt++) {
    least = Math.min(least, timeOf(work, input));
    expect(least, `ms for ${input.length} characters`).toBeLessThan(patience);
  }
  return least;
}

/** Of the processor, in ms, so that what else the machine does is not counted. */
function timeOf(work: (input: string) => unknown, input: string): number {
  const start = process.cpuUsage();
  try {
    work(input);
  } catch (error) {
    // Whatever is wrong with the input may be said of it, but for a stack that is full.
    if (error instanceof RangeError && error.message.includes("call stack")) throw error;
  }
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}
