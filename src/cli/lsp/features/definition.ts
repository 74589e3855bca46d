import type { Feature } from "../feature.js";
import { withDocument } from "../feature.js";
import { locationOf } from "../place.js";

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
