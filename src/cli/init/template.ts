import { fileURLToPath } from "node:url";
import type { OutputFile } from "../../codegen/emit/generated-file.js";
import type { Host } from "../host.js";

/** Seen from `dist/cli`, where the bundle lies. */
const templates = new URL("../../templates/", import.meta.url);

/** The values that replace tokens `CRDGEN_NAME`, by their `NAME`. */
interface TokenValues {
  readonly [name: string]: unknown;
}

/**
 * Files that have another name among the templates: npm packs no `.gitignore`, and would take a
 * `package.json` in a folder for one of this package.
 */
const namesWritten: ReadonlyMap<string, string> = new Map([
  ["gitignore", ".gitignore"],
  ["manifest.json", "package.json"],
]);

/**
 * A file of `templates/` with its tokens replaced. In code, JSON and YAML a token is a whole
 * string, `"CRDGEN_NAME"`, and becomes the value as JSON, so that no text of the value is code. In
 * Markdown it is bare, and its value has to be Markdown; in TypeScript a bare one has to be an
 * identifier. A line of JSON or code whose token has the value `undefined` is left out.
 *
 * @throws Error for a token without a value, which is a bug
 */
export async function fillTemplate(
  path: string,
  values: TokenValues,
  host: Host,
): Promise<OutputFile> {
  const inTemplate = path.slice(path.indexOf("/") + 1);
  const nameWritten = namesWritten.get(inTemplate) ?? inTemplate;
  const bytes = await host.readFile(fileURLToPath(new URL(path, templates)));
  const template = Buffer.from(bytes).toString("utf8");
  if (path.endsWith(".md")) {
    const text = template.replace(bareToken, (_, name: string) => String(valueOf(name, values)));
    return { path: nameWritten, text };
  }
  const wanted = template.replace(/^.*"CRDGEN_([A-Z]+)".*\n/gm, (line, name: string) =>
    valueOf(name, values) === undefined ? "" : line,
  );
  const filled = wanted.replace(
    /^( *)(.*?)"CRDGEN_([A-Z]+)"/gm,
    (_, indent: string, before: string, name: string) =>
      indent + before + asJson(valueOf(name, values), indent),
  );
  const text = path.endsWith(".ts")
    ? filled.replace(bareToken, (_, name: string) => identifier(valueOf(name, values)))
    : filled;
  return { path: nameWritten, text };
}

/** Several files of `templates/`, with other values for Markdown. */
export async function fillTemplates(
  paths: readonly string[],
  values: TokenValues,
  inMarkdown: TokenValues,
  host: Host,
): Promise<readonly OutputFile[]> {
  const filled: OutputFile[] = [];
  for (const path of paths) {
    filled.push(await fillTemplate(path, path.endsWith(".md") ? inMarkdown : values, host));
  }
  return filled;
}

const bareToken = /CRDGEN_([A-Z]+)/g;

/** crdgen itself makes the names of types and clients; anything else is a bug. */
function identifier(value: unknown): string {
  if (typeof value === "string" && /^[\p{ID_Start}_$][\p{ID_Continue}$]*$/u.test(value))
    return value;
  throw new Error(`not an identifier: ${String(value)}`);
}

function valueOf(name: string, values: TokenValues): unknown {
  if (!Object.hasOwn(values, name)) throw new Error(`the template's token '${name}' has no value`);
  return values[name];
}

/** Lists of texts stand in one line, as prettier leaves short ones. */
function asJson(value: unknown, indent: string): string {
  if (Array.isArray(value)) return `[${value.map((item) => JSON.stringify(item)).join(", ")}]`;
  return JSON.stringify(value, undefined, 2).replaceAll("\n", `\n${indent}`);
}

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

/** The project that a template is filled in for. */
export interface Project {
  /** The name of its package. */
  readonly name: string;
  /** Where it gets crdgen from, as package.json names it. */
  readonly crdgen: string;
}
