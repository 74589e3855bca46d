import type { Code } from "../../emit/code.js";
import { code } from "../../emit/code.js";
import { jsDoc } from "../../emit/jsdoc.js";
import { objectCode } from "../../emit/object-code.js";
import type { ZodUnit } from "./unit.js";

/** Metadata of a resource: what people write of it. */
export function metadataSchema(writer: ZodUnit): Code {
  const { z } = writer;
  return writer.shared("metadata", jsDoc({ text: "What people write of `ObjectMeta`." }), () => {
    const text = code`${z}.string().nullish()`;
    const texts = code`${z}.record(${z}.string(), ${z}.string().nullable()).nullish()`;
    return code`${z}.looseObject(${objectCode([
      { key: "name", value: text },
      { key: "generateName", value: text },
      { key: "namespace", value: text },
      { key: "labels", value: texts },
      { key: "annotations", value: texts },
    ])})`;
  });
}
