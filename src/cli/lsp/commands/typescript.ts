import { kindAt } from "../../../tools/language/places/kind-at.js";
import type { ServerCommand } from "../command.js";
import { documentOf, failure, offsetOf } from "../command.js";

/**
 * The types that `crdgen generate` writes for the kind of an object or of a CRD: for the version
 * that the position is in, else for the first that is served. Arguments: the document's URI, and a
 * position in it (default: its beginning). Returns the text, TypeScript.
 */
export const typescript: ServerCommand = {
  name: "crdgen.typescript",
  async run(context, args) {
    const document = await documentOf(context, args);
    const { service } = context;
    const found = kindAt(document.getText(), offsetOf(document, args), service.crds);
    if (found === undefined) throw failure("there is no object and no CRD here");
    const { group, kind, version } = found;
    const text = await service.typescript(group, kind, version);
    if (text === "") throw failure(`no CRD defines ${kind} of ${group}/${version}`);
    return text;
  },
};
