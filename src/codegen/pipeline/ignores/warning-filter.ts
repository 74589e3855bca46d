import type { Diagnostic } from "../../../crd/diagnostics/diagnostics.js";
import { Diagnostics, isError } from "../../../crd/diagnostics/diagnostics.js";
import type { CrdDocument } from "../../../crd/frontend/find-crds.js";
import { crdName } from "../../../crd/frontend/find-crds.js";
import { labelOf } from "../../../crd/frontend/findings/findings.js";
import type { Path, SourceDocument, SourceFile } from "../../../crd/source/source-file.js";
import { positionAt } from "../../../crd/source/source-file.js";
import { pathText } from "../../../runtime/v1/values/json/path-text.js";
import { escapeRegExp, matcher } from "../pattern.js";
import type { Ignore, IgnoreComment, IgnoreRule } from "./ignore.js";
import { mayHaveIgnoreComments, readIgnoreComments, toIgnoreRule } from "./ignore.js";

/** A CRD, and what there is to say of it. */
export interface ToldCrd {
  readonly crd: CrdDocument;
  readonly diagnostics: readonly Diagnostic[];
}

/** The choice of diagnostics that a filter reports itself. */
export interface FilterOptions {
  /** Comments that are wrong, or have nothing to ignore, are told. */
  readonly audits: boolean;
  /** Codes that nobody looks for, so that nothing follows where there are none. */
  readonly unjudged: ReadonlySet<string>;
}

/** The diagnostics that remain of a source. */
export interface FilteredSource {
  /** Of its documents as texts. */
  readonly ofText: readonly Diagnostic[];
  /** Of each CRD, in their order. */
  readonly ofCrds: readonly (readonly Diagnostic[])[];
  /** About the comments. */
  readonly ofComments: readonly Diagnostic[];
}

/**
 * Leaves out the warnings that a list of ignores, or a comment beside them, names. Errors always
 * stay.
 */
export class WarningFilter {
  readonly #rules: readonly CompiledRule[];
  readonly #options: FilterOptions;
  #hasErrors = false;

  /** @param ignores entries without a fault, see `faultsOfIgnore` */
  constructor(ignores: readonly Ignore[], options: FilterOptions) {
    this.#rules = ignores.map(compileRule);
    this.#options = options;
  }

  /** The diagnostics of a source that are left. */
  async apply(
    source: SourceFile,
    ofText: readonly Diagnostic[],
    crds: readonly ToldCrd[],
  ): Promise<FilteredSource> {
    this.#noteCrds(crds);
    const told = new Diagnostics();
    const commented = mayHaveIgnoreComments(source)
      ? await readCommentedDocuments(crds, told)
      : noDocuments;
    const isKept = (diagnostic: Diagnostic, crd: CrdDocument | undefined): boolean => {
      if (diagnostic.severity !== "warning") return true;
      const isListed = this.#isListed(diagnostic, crd);
      const document = crd && commented.get(crd.document);
      const isCommented = document?.ignores(diagnostic) === true;
      return !isListed && !isCommented;
    };
    const left = {
      ofText: ofText.filter((diagnostic) => isKept(diagnostic, crdAt(diagnostic, crds))),
      ofCrds: crds.map(({ crd, diagnostics }) => diagnostics.filter((one) => isKept(one, crd))),
    };
    if (!this.#options.audits) return { ...left, ofComments: [] };
    for (const document of commented.values()) {
      document.reportUnused(told, this.#options.unjudged);
    }
    return { ...left, ofComments: told.list };
  }

  /**
   * Entries of the list that matched no warning, by their numbers in it. None where a CRD has
   * errors: there may be more to say of it without them. Of a part of the CRDs (`isPart`), only
   * those tell that name a CRD that is among them.
   */
  unused(isPart: boolean): readonly number[] {
    if (this.#hasErrors) return [];
    return this.#rules.flatMap(({ rule, isUsed, sawCrd }, index) => {
      const mustMatch = rule.crd === undefined ? !isPart : sawCrd;
      return isUsed || !mustMatch ? [] : [index];
    });
  }

  #noteCrds(crds: readonly ToldCrd[]): void {
    this.#hasErrors ||= crds.some(({ diagnostics }) => diagnostics.some(isError));
    for (const rule of this.#rules) {
      rule.sawCrd ||= crds.some(({ crd }) => rule.isOfCrd(crdName(crd)));
    }
  }

  #isListed(diagnostic: Diagnostic, crd: CrdDocument | undefined): boolean {
    const matching = this.#rules.filter((rule) => matches(rule, diagnostic, crd));
    for (const rule of matching) rule.isUsed = true;
    return matching.length > 0;
  }
}

interface CompiledRule {
  readonly rule: IgnoreRule;
  readonly isOfCrd: (name: string) => boolean;
  readonly isAtPlace: (place: string) => boolean;
  isUsed: boolean;
  /** True once a CRD had the name. */
  sawCrd: boolean;
}

function compileRule(entry: Ignore): CompiledRule {
  const rule = toIgnoreRule(entry);
  return {
    rule,
    isOfCrd: matcher(rule.crd ?? "*"),
    isAtPlace: placeMatcher(rule.path ?? "**"),
    isUsed: false,
    sawCrd: false,
  };
}

function matches(
  { rule, isOfCrd, isAtPlace }: CompiledRule,
  diagnostic: Diagnostic,
  crd: CrdDocument | undefined,
): boolean {
  if (rule.code !== undefined && rule.code !== diagnostic.code) return false;
  if (rule.crd !== undefined && (crd === undefined || !isOfCrd(crdName(crd)))) return false;
  if (rule.path === undefined) return true;
  const { steps } = diagnostic;
  if (steps === undefined) return false;
  const path = steps.slice(crd?.path.length);
  return [labelOf(path), pathText(path)].some(isAtPlace);
}

/**
 * The CRD, or the first of them, in whose document a text's fault is; files can hold thousands of
 * both.
 */
function crdAt({ span }: Diagnostic, crds: readonly ToldCrd[]): CrdDocument | undefined {
  if (span === undefined) return undefined;
  let low = 0;
  let high = crds.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((crds[middle]?.crd.document.end ?? 0) <= span.start) low = middle + 1;
    else high = middle;
  }
  const crd = crds[low]?.crd;
  return crd !== undefined && crd.document.start <= span.start ? crd : undefined;
}

const noDocuments: ReadonlyMap<SourceDocument, CommentedDocument> = new Map();

/** The documents that have CRDs, with the comments that ignore something. */
async function readCommentedDocuments(
  crds: readonly ToldCrd[],
  diagnostics: Diagnostics,
): Promise<ReadonlyMap<SourceDocument, CommentedDocument>> {
  const faulty = crds.filter((told) => told.diagnostics.some(isError));
  const faultyDocuments = new Set(faulty.map(({ crd }) => crd.document));
  const found = new Map<SourceDocument, CommentedDocument>();
  let from = 0;
  for (const document of new Set(crds.map(({ crd }) => crd.document))) {
    const comments = await readIgnoreComments(document, from, diagnostics);
    const hasErrors = faultyDocuments.has(document);
    found.set(document, new CommentedDocument(document, comments, hasErrors));
    from = document.end;
  }
  return found;
}

class CommentedDocument {
  readonly #document: SourceDocument;
  readonly #comments: readonly IgnoreComment[];
  /** By code and line, so that what many comments cost stays in proportion. */
  readonly #places = new Map<string, IgnoreComment[]>();
  readonly #hasErrors: boolean;
  readonly #used = new Set<IgnoreComment>();

  constructor(document: SourceDocument, comments: readonly IgnoreComment[], hasErrors: boolean) {
    this.#document = document;
    this.#comments = comments;
    this.#hasErrors = hasErrors;
    for (const comment of comments) {
      const key = placeKey(comment.code, comment.line);
      const others = this.#places.get(key);
      if (others === undefined) this.#places.set(key, [comment]);
      else others.push(comment);
    }
  }

  /** Tells whether a comment is about this warning. */
  ignores(diagnostic: Diagnostic): boolean {
    if (this.#comments.length === 0) return false;
    const lines = [undefined, ...linesOf(diagnostic, this.#document)];
    const fitting = lines.flatMap(
      (line) => this.#places.get(placeKey(diagnostic.code, line)) ?? [],
    );
    for (const comment of fitting) this.#used.add(comment);
    return fitting.length > 0;
  }

  /** Says which comments have nothing to ignore; where there are errors, less is known. */
  reportUnused(diagnostics: Diagnostics, unjudged: ReadonlySet<string>): void {
    if (this.#hasErrors) return;
    for (const comment of this.#comments) {
      if (this.#used.has(comment) || unjudged.has(comment.code)) continue;
      const help = "remove the comment";
      const values = { what: `warning '${comment.code}' here` };
      diagnostics.report("lint/unused-ignore", comment.span, values, { help });
    }
  }
}

function placeKey(code: string, line: number | undefined): string {
  return `${code} ${line ?? "document"}`;
}

/** The lines of what is marked, and of all fields that hold it. */
function linesOf({ span, steps = [] }: Diagnostic, document: SourceDocument): ReadonlySet<number> {
  const { file } = document;
  const lines = new Set<number>();
  const add = (offset: number): void => {
    lines.add(positionAt(file, offset).line);
  };
  if (span !== undefined) add(span.start);
  for (let length = 1; length <= steps.length; length++) {
    const path: Path = steps.slice(0, length);
    const { key, via } = document.locate(path);
    add(key.start);
    if (via !== undefined) add(via.start);
  }
  return lines;
}

/**
 * A predicate for places: that which the pattern names, and all below it. `*` is any name or part
 * of one, `[*]` any item of a list, `**` anything; the rest stands for itself.
 */
export function placeMatcher(pattern: string): (place: string) => boolean {
  const translated = (pattern.match(tokens) ?? []).map(translate).join("");
  const expression = new RegExp(String.raw`^${translated}(?:$|[.[])`, "u");
  return (place) => expression.test(place);
}

const tokens = /\*\*\.?|\[\*\]|\*|[^]/gu;

function translate(token: string): string {
  if (token === "**.") return String.raw`(?:.*[.\]])?`;
  if (token === "**") return ".*";
  if (token === "[*]") return String.raw`\[(?:\d+|\*)\]`;
  if (token === "*") return String.raw`[^.[\]]*`;
  return escapeRegExp(token);
}
