import type { Expr } from "../../emit/code.js";
import { expr } from "../../emit/code.js";
import { jsDoc } from "../../emit/jsdoc.js";
import { objectCode } from "../../emit/object-code.js";
import type { ZodUnit } from "./unit.js";

/** Metadata of a resource: what people write of it. */
export function metadataSchema(writer: ZodUnit): Expr {
  const { z } = writer;
  return writer.shared("metadata", jsDoc({ text: "What people write of `ObjectMeta`." }), () => {
    const text = expr`${z}.string().nullish()`;
    const texts = expr`${z}.record(${z}.string(), ${z}.string().nullable()).nullish()`;
    return expr`${z}.looseObject(${objectCode([
      { key: "name", value: text },
      { key: "generateName", value: text },
      { key: "namespace", value: text },
      { key: "labels", value: texts },
      { key: "annotations", value: texts },
    ])})`;
  });
}
