/**
 * A text as code in Markdown, also in a table. Names of Kubernetes lack what is left out here; a
 * CRD may be anybody's.
 */
export function codeSpan(text: string): string {
  const plain = text.replaceAll(/[`|\\]/g, "").replaceAll(/[\s\p{Cc}]+/gu, " ").trim(); // prettier-ignore
  return plain === "" ? "" : `\`${plain}\``;
}

/** A table whose first row is its head, in the form in which prettier leaves it. */
export function markdownTable(rows: readonly (readonly string[])[]): string {
  const [head = [], ...body] = rows;
  const widths = head.map((_, column) =>
    Math.max(3, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const line = (row: readonly string[]): string =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |`;
  return [line(head), line(widths.map((width) => "-".repeat(width))), ...body.map(line)].join("\n");
}
