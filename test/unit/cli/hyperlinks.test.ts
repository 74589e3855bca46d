import { describe, expect, it } from "vitest";
import { processHost } from "../../../src/cli/host.js";
import { linksFor, takesLinks } from "../../../src/cli/terminal/appearance.js";

describe("takesLinks", () => {
  it.each<[Readonly<Record<string, string>>, boolean]>([
    [{}, false],
    [{ TERM: "xterm-256color" }, false],
    [{ TERM: "xterm-kitty" }, true],
    [{ TERM: "alacritty" }, true],
    [{ TERM_PROGRAM: "vscode" }, true],
    [{ TERM_PROGRAM: "Apple_Terminal" }, false],
    [{ WT_SESSION: "x" }, true],
    [{ VTE_VERSION: "6800" }, true],
    [{ VTE_VERSION: "5000" }, false],
    [{ TERM_PROGRAM: "vscode", CI: "1" }, false],
    [{ TERM_PROGRAM: "vscode", CI: "" }, true],
    [{ TERM_PROGRAM: "vscode", TERM: "dumb" }, false],
    [{ VTE_VERSION: "6800", TERM: "tmux-256color" }, false],
    [{ TERM: "xterm-kitty", NO_COLOR: "1" }, true],
    [{ TERM: "xterm-kitty", FORCE_HYPERLINK: "0" }, false],
    [{ FORCE_HYPERLINK: "1" }, true],
  ])("%j: %j", (environment, want) => {
    expect(takesLinks(true, environment)).toBe(want);
    expect(takesLinks(false, environment)).toBe(environment["FORCE_HYPERLINK"] === "1");
  });
});

describe("linksFor", () => {
  const real = processHost();
  const host = {
    ...real,
    // Pages are looked for where the bundle has them.
    linkTo: (path: string) => real.linkTo(path.replace("/src/docs/", "/docs/")),
    environment: { FORCE_HYPERLINK: "1" },
  };
  const links = linksFor("auto", "error", host);

  it("lets no character out of the URL", () => {
    const url = "https://h/\u001B]8;;evil\u001B\\\u0007 x";
    expect(links.toFile(url, "text").match(/\u001B/g)).toHaveLength(4);
    expect(links.toFile(url, "text")).not.toContain("\u0007");
  });

  it.each(["HEAD~1:crd.yaml", "<stdin>", "src", "https://"])("%s leads nowhere", (path) => {
    expect(links.toFile(path, "text")).toBe("text");
  });

  it("a code without a page leads nowhere", () => {
    expect(links.toPage("no/such", "text")).toBe("text");
    expect(links.toPage("source/not-yaml", "text")).toContain("source-not-yaml.md");
  });
});
