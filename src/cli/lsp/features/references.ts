import type { CancellationToken, Location } from "vscode-languageserver";
import type { Target } from "../../../tools/language/places/target.js";
import { targetAt } from "../../../tools/language/places/target.js";
import {
  declarationOf,
  objectsIn,
  placeOfUse,
  usesOf,
} from "../../../tools/language/places/uses.js";
import type { Feature, LanguageContext } from "../feature.js";
import { withDocument } from "../feature.js";
import { locationOf, rangeOfPlace } from "../place.js";

/** From a kind to its objects, and from a field of a CRD or an object to all that set it. */
export const references: Feature = {
  capabilities: { referencesProvider: true },
  listen(context) {
    const { connection, service } = context;
    connection.onReferences(({ textDocument, position, context: asked }, token) =>
      withDocument(context, textDocument, async (document) => {
        const offset = document.offsetAt(position);
        const target = targetAt(document.getText(), offset, service.crds);
        if (target === undefined) return [];
        const declaration = declarationOf(target, service.crds);
        const first = declaration && locationOf(declaration);
        const uses = await usesInWorkspace(context, target, token);
        return asked.includeDeclaration && first !== undefined ? [first, ...uses] : uses;
      }),
    );
  },
};

async function usesInWorkspace(
  { texts }: LanguageContext,
  target: Target,
  token: CancellationToken,
): Promise<Location[]> {
  const found: Location[] = [];
  for await (const { uri, text } of texts.naming(target.kind, token)) {
    const uses = usesOf(await objectsIn(uri, text), target);
    found.push(...uses.map((use) => ({ uri, range: rangeOfPlace(placeOfUse(use, target)) })));
  }
  return found;
}
