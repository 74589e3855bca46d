import { SemanticTokensBuilder } from "vscode-languageserver";
import type { Word, WordKind } from "../../../tools/language/cel/tokens.js";
import { wordKinds } from "../../../tools/language/cel/tokens.js";
import type { Feature } from "../feature.js";
import { withDocument } from "../feature.js";

/** The kinds of words in the rules of CRDs. */
export const semanticTokens: Feature = {
  capabilities: {
    semanticTokensProvider: {
      legend: { tokenTypes: [...wordKinds], tokenModifiers: [] },
      full: true,
    },
  },
  listen(context) {
    const { connection, service } = context;
    connection.languages.semanticTokens.on(async ({ textDocument }) => {
      const tokens = await withDocument(context, textDocument, async (document) => {
        const language = await service.cel();
        const builder = new SemanticTokensBuilder();
        for (const { from, to, kind } of await language.words(document.getText())) {
          const { line, character } = document.positionAt(from);
          builder.push(line, character, to - from, numbers[kind], 0);
        }
        return builder.build();
      });
      return tokens ?? { data: [] };
    });
  },
};

/** The numbers of kinds in the legend. */
const numbers = Object.fromEntries(
  wordKinds.map((kind: Word["kind"], index) => [kind, index]),
) as Record<WordKind, number>; // one for each of the kinds
