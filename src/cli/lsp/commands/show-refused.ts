import { ShowDocumentRequest } from "vscode-languageserver";
import { isObject } from "../../../runtime/v1/values/json/json.js";
import type { ServerCommand } from "../command.js";
import { failure } from "../command.js";

/**
 * Shows the first of the objects that a CRD refuses, as the lens of the CRD counts them. It gets
 * their places, and returns them: a client may rather show them all.
 */
export const showRefused: ServerCommand = {
  name: "crdgen.showRefused",
  async run({ connection, client }, [places]) {
    const list: readonly unknown[] = Array.isArray(places) ? places : [];
    const [first] = list;
    if (!isLocation(first)) throw failure("nothing is refused");
    if (client.capabilities.window?.showDocument?.support === true) {
      const { uri, range: selection } = first;
      await connection.sendRequest(ShowDocumentRequest.type, { uri, selection, takeFocus: true });
    }
    return places;
  },
};

interface SomeLocation {
  readonly uri: string;
  readonly range: { start: SomePosition; end: SomePosition };
}

interface SomePosition {
  line: number;
  character: number;
}

function isLocation(value: unknown): value is SomeLocation {
  return isObject(value) && typeof value["uri"] === "string" && isObject(value["range"]);
}
