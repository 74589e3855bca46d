import type { Backend } from "../../src/backends/backend.js";
import { openUnit } from "../../src/backends/validate/open-unit.js";
import { expr } from "../../src/emit/code.js";

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
    const { root, writer } = openUnit(unit, file, context);
    const value = expr`${writer.declareSchema(root, writer.schema(root))}()`;
    file.add({ kind: "const", name: "shape", exported: true, doc: [], type: undefined, value });
  },
};
