import { deserialize, serialize } from "node:v8";
import type { EmittedSource } from "../../codegen/pipeline/emit-source.js";
import type { Diagnostic } from "../../crd/diagnostics/diagnostics.js";
import type { SourceFile, Span } from "../../crd/source/source-file.js";

/** Offsets of a span in the source. */
type PackedSpan = readonly [start: number, end: number];

/** A diagnostic with offsets instead of spans, which hold the whole text. */
interface PackedDiagnostic extends Omit<Diagnostic, "span" | "related" | "behind"> {
  readonly span: PackedSpan | undefined;
  readonly behind: PackedSpan | undefined;
  readonly related: readonly { readonly message: string; readonly span: PackedSpan }[];
}

interface PackedSource {
  readonly emitted: EmittedSource;
  readonly ofSource: readonly PackedDiagnostic[];
  readonly ofResources: readonly (readonly PackedDiagnostic[])[];
}

/**
 * Packs what a source gave into bytes.
 *
 * @returns `undefined` where a diagnostic is about another file, whose text may change
 */
export function packSource(emitted: EmittedSource, source: SourceFile): Uint8Array | undefined {
  const all = [emitted.diagnostics, ...emitted.resources.map(({ diagnostics }) => diagnostics)];
  if (!all.flat().every((diagnostic) => isAbout(diagnostic, source))) return undefined;
  const [ofSource = [], ...ofResources] = all.map((list) => list.map(packDiagnostic));
  const resources = emitted.resources.map((resource) => ({ ...resource, diagnostics: [] }));
  const packed: PackedSource = {
    emitted: { ...emitted, resources, diagnostics: [] },
    ofSource,
    ofResources,
  };
  return serialize(packed);
}

/** Gives back what was packed of a source with the same text. */
export function unpackSource(bytes: Uint8Array, source: SourceFile): EmittedSource {
  const { emitted, ofSource, ofResources } = deserialize(bytes) as PackedSource; // as packed
  return {
    ...emitted,
    resources: emitted.resources.map((resource, index) => ({
      ...resource,
      diagnostics: unpackAll(ofResources[index] ?? [], source),
    })),
    diagnostics: unpackAll(ofSource, source),
  };
}

function isAbout({ span, behind, related }: Diagnostic, source: SourceFile): boolean {
  const spans = [span, behind, ...related.map((one) => one.span)];
  return spans.every((one) => one === undefined || one.file === source);
}

function packDiagnostic(diagnostic: Diagnostic): PackedDiagnostic {
  return {
    ...diagnostic,
    span: diagnostic.span && packSpan(diagnostic.span),
    behind: diagnostic.behind && packSpan(diagnostic.behind),
    related: diagnostic.related.map(({ message, span }) => ({ message, span: packSpan(span) })),
  };
}

function packSpan({ start, end }: Span): PackedSpan {
  return [start, end];
}

function unpackAll(list: readonly PackedDiagnostic[], file: SourceFile): readonly Diagnostic[] {
  const unpackSpan = ([start, end]: PackedSpan): Span => ({ file, start, end });
  return list.map(({ span, behind, related, ...rest }) => ({
    ...rest,
    span: span && unpackSpan(span),
    ...(behind !== undefined && { behind: unpackSpan(behind) }),
    related: related.map((one) => ({ message: one.message, span: unpackSpan(one.span) })),
  }));
}
