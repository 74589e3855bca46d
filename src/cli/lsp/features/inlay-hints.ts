import type { Feature } from "../feature.js";
import { withDocument } from "../feature.js";

/** What rules of CRDs cost, at the ends of their lines. */
export const inlayHints: Feature = {
  capabilities: { inlayHintProvider: true },
  listen(context) {
    const { connection, service } = context;
    connection.languages.inlayHint.on(({ textDocument, range }) =>
      withDocument(context, textDocument, async (document) => {
        const language = await service.cel();
        const [from, to] = [document.offsetAt(range.start), document.offsetAt(range.end)];
        const notes = await language.costs(document.getText());
        return notes
          .filter(({ at }) => from <= at && at <= to)
          .map(({ at, label, meaning }) => ({
            position: document.positionAt(at),
            label,
            tooltip: meaning,
            paddingLeft: true,
          }));
      }),
    );
  },
};
