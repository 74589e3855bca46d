import { ErrorCodes, ResponseError } from "vscode-languageserver";
import type { ServerCommand } from "../command.js";
import { judgeAsUpdate } from "../commands/judge-as-update.js";
import { showRefused } from "../commands/show-refused.js";
import { stored } from "../commands/stored.js";
import { typescript } from "../commands/typescript.js";
import type { Feature } from "../feature.js";

const all: readonly ServerCommand[] = [stored, typescript, judgeAsUpdate, showRefused];

/** What clients can have done by a name; see each for its arguments. */
export const commands: Feature = {
  capabilities: { executeCommandProvider: { commands: all.map(({ name }) => name) } },
  listen(context) {
    const { connection, documents, oldObjects } = context;
    connection.onExecuteCommand(({ command, arguments: args = [] }) => {
      const wanted = all.find(({ name }) => name === command);
      if (wanted !== undefined) return wanted.run(context, args);
      throw new ResponseError(ErrorCodes.InvalidParams, `crdgen: there is no command ${command}`);
    });
    documents.onDidClose(({ document }) => {
      oldObjects.set(document.uri, undefined);
    });
  },
};
