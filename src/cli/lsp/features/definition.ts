import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { Location } from "vscode-languageserver";
import type { CrdPlace } from "../../../tools/language/service.js";
import { isUrl } from "../../input.js";
import type { Feature } from "../feature.js";
import { withDocument } from "../feature.js";

/** From a field of an object to the schema of its CRD, where that is a file. */
export const definition: Feature = {
  capabilities: { definitionProvider: true },
  listen(context) {
    const { connection, service } = context;
    connection.onDefinition(({ textDocument, position }) =>
      withDocument(context, textDocument, async (document) => {
        const offset = document.offsetAt(position);
        const place = await service.definition(document.getText(), offset);
        return place === undefined ? undefined : locationOf(place);
      }),
    );
  },
};

/** Clusters and addresses have no text that an editor could open. */
function locationOf({ path, start, end }: CrdPlace): Location | undefined {
  if (isUrl(path) || !/\.(?:ya?ml|json)$/.test(path)) return undefined;
  return {
    uri: pathToFileURL(resolve(path)).href,
    range: {
      start: { line: start.line - 1, character: start.column - 1 },
      end: { line: end.line - 1, character: end.column - 1 },
    },
  };
}
