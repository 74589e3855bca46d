import { describe, expect, it } from "vitest";
import type { TerminalStream } from "../../../../src/cli/process/status-line.js";
import { StatusLine } from "../../../../src/cli/process/status-line.js";
import { displayWidth } from "../../../../src/crd/diagnostics/render/printable.js";

/** A terminal that keeps what is written to it, and can be made narrower. */
class Paper implements TerminalStream {
  columns: number;
  readonly #written: string[] = [];

  constructor(columns: number) {
    this.columns = columns;
  }

  write(text: string): void {
    this.#written.push(text);
  }

  /** What was written since the last call. */
  take(): string {
    return this.#written.splice(0).join("");
  }
}

const erased = "\r\u001B[J";

describe("StatusLine", () => {
  it("writes each text in place of the one before, and goes without a trace", () => {
    const paper = new Paper(80);
    const line = new StatusLine(paper);
    line.show("reading CRDs 1/2", "a.yaml");
    expect(paper.take()).toBe("reading CRDs 1/2 a.yaml");
    line.show("reading CRDs 2/2", "b.yaml");
    expect(paper.take()).toBe(`${erased}reading CRDs 2/2 b.yaml`);
    line.clear();
    expect(paper.take()).toBe(erased);
    line.clear();
    expect(paper.take()).toBe("");
  });

  it("cuts a path at its beginning, and leaves the last column free", () => {
    const paper = new Paper(30);
    const line = new StatusLine(paper);
    line.show("judging 1/2", "config/crd/bases/a.yaml");
    expect(paper.take()).toBe("judging 1/2 …crd/bases/a.yaml");
  });

  it("leaves out a path that has no room, and cuts the text at its end", () => {
    const paper = new Paper(20);
    const line = new StatusLine(paper);
    line.show("judging 1/2", "config/crd/bases/a.yaml");
    expect(paper.take()).toBe("judging 1/2");
    line.show("waiting for https://example.com/crd.yaml");
    expect(paper.take()).toBe(`${erased}waiting for https:…`);
  });

  it("measures characters that take two columns", () => {
    const paper = new Paper(24);
    const line = new StatusLine(paper);
    line.show("judging", "漢字漢字漢字漢字漢字漢字.yaml");
    const text = paper.take();
    expect(text).toBe("judging …漢字漢字.yaml");
    expect(displayWidth(text)).toBeLessThan(24);
  });

  it("erases all lines that a narrower terminal makes of it", () => {
    const paper = new Paper(80);
    const line = new StatusLine(paper);
    line.show("x".repeat(70));
    paper.take();
    paper.columns = 30;
    line.clear();
    expect(paper.take()).toBe("\r\u001B[A\u001B[A\u001B[J");
    line.show("x".repeat(29));
    paper.take();
    line.show("y");
    expect(paper.take()).toBe(`${erased}y`);
  });

  it("takes 80 columns where the terminal does not tell its size", () => {
    const paper = new Paper(0);
    new StatusLine(paper).show("x".repeat(100));
    expect(paper.take()).toBe(`${"x".repeat(78)}…`);
  });

  it("shows nothing that moves the cursor", () => {
    const paper = new Paper(80);
    new StatusLine(paper).show("reading\u001B[2J", "a\nb\r.yaml");
    expect(paper.take()).toBe("reading\\u001b[2J a\\u000ab\\u000d.yaml");
  });

  it("shows nothing while a person types, and goes on after that", async () => {
    const paper = new Paper(80);
    const line = new StatusLine(paper);
    line.show("reading");
    paper.take();
    const answer = await line.hold(() => {
      line.show("reading on");
      return Promise.resolve(paper.take());
    });
    expect(answer).toBe(erased);
    line.show("reading on");
    expect(paper.take()).toBe("reading on");
  });

  it("goes on after an answer that failed", async () => {
    const paper = new Paper(80);
    const line = new StatusLine(paper);
    await expect(line.hold(() => Promise.reject(new Error("no answer")))).rejects.toThrow(
      "no answer",
    );
    line.show("reading");
    expect(paper.take()).toBe("reading");
  });
});
