import type { ServerCommand } from "../command.js";
import { documentOf, failure } from "../command.js";

/**
 * The objects of a document that are accepted as they would be stored: pruned, with defaults.
 * Arguments: the document's URI. Returns the text, YAML.
 */
export const stored: ServerCommand = {
  name: "crdgen.stored",
  async run(context, args) {
    const document = await documentOf(context, args);
    const { service, oldObjects } = context;
    const judgement = await service.judge(document.getText(), oldObjects.get(document.uri));
    if (judgement.stored === undefined) {
      const isRefused = judgement.verdict === "refused";
      throw failure(isRefused ? "no object here is accepted" : "there is no object here to judge");
    }
    return judgement.stored;
  },
};
