import type { Backend } from "../../src/codegen/backends/backend.js";
import { analyseUnit } from "../../src/codegen/backends/validate/analysis/analyse.js";
import { openUnit } from "../../src/codegen/backends/validate/backend.js";
import { declareUnit } from "../../src/codegen/backends/validate/writing/declare-unit.js";
import { expr } from "../../src/codegen/emit/code.js";

/**
 * Exports the schema as data, `shape`, as the validate back end writes it; with the quick check of
 * the whole.
 */
export const shapeBackend: Backend = {
  name: "shape",
  needs: [],
  parseOptions: () => undefined,
  generate(unit, _options, context) {
    if (unit.version.schema === undefined) return;
    const file = context.file("shape");
    const { root, analysis, scope } = openUnit(unit, context);
    const value = expr`${declareUnit(analyseUnit(root, undefined, analysis), file, scope)}()`;
    file.add({ kind: "const", name: "shape", exported: true, doc: [], type: undefined, value });
  },
};
