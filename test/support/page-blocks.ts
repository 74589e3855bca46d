/** A fenced block of a Markdown page. */
export interface PageBlock {
  readonly page: string;
  /** Line of the fence, from 1. */
  readonly line: number;
  readonly language: string;
  readonly text: string;
  /**
   * The path in a comment of the first line, such as `// src/app.ts` or `# crontab.yaml`: the block
   * is this file.
   */
  readonly path: string | undefined;
}

/** The blocks of a page, in their order. Those within lists are indented. */
export function blocksOf(page: string, markdown: string): readonly PageBlock[] {
  const fences = /^( *)```([a-z]+)[^\n]*\n(.*?)^\1```$/gms;
  return [...markdown.matchAll(fences)].map((match) => {
    const [, indent = "", language = "", indented = ""] = match;
    const text = indented.replaceAll(new RegExp(`^${indent}`, "gm"), "");
    const line = markdown.slice(0, match.index).split("\n").length;
    const path = /^(?:\/\/|#) (\S+\.[a-z]+)\n/.exec(text)?.[1];
    return { page, line, language, text, path };
  });
}
