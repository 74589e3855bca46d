import { timed } from "../codegen/pipeline/settings.js";
import type { Diagnostics } from "../crd/diagnostics/diagnostics.js";
import { decodeSource } from "../crd/source/decode.js";
import type { SourceFile } from "../crd/source/source-file.js";
import type { Input } from "./input.js";
import type { Progress } from "./terminal/progress.js";

/** Reads inputs one by one as they are asked for; what is no text is reported and left out. */
export async function* readInputs(
  inputs: readonly Input[],
  diagnostics: Diagnostics,
  progress: Progress,
): AsyncGenerator<SourceFile> {
  let done = 0;
  progress.expect(inputs.length);
  try {
    for (const input of inputs) {
      progress.step(++done, input.path);
      const bytes = await timed("read inputs", () => input.read());
      const source = decodeSource(input.path, bytes, diagnostics);
      if (source === undefined) continue;
      yield placed(source, input);
    }
  } finally {
    progress.end();
  }
}

/** A text with what is known of its input. */
export function placed(
  source: SourceFile,
  { place, leftOut }: Pick<Input, "place" | "leftOut">,
): SourceFile {
  if (place === undefined && leftOut === undefined) return source;
  return { ...source, ...(place && { place }), ...(leftOut && { leftOut }) };
}
