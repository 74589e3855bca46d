import { basename, dirname } from "node:path";
import { Diagnostics } from "../../../crd/diagnostics/diagnostics.js";
import { decodeSource, longestText } from "../../../crd/source/decode.js";
import type { Host } from "../../host.js";
import type { ServerCommand } from "../command.js";
import { documentOf, failure } from "../command.js";
import { pathOfUri } from "../workspace/folders.js";

/**
 * Judges the objects of a document as updates of those in git's HEAD, until it is closed, or until
 * the command comes with false. Arguments: the document's URI; true (default) or false. Returns the
 * verdict: `accepted`, `refused` or `unknown`.
 */
export const judgeAsUpdate: ServerCommand = {
  name: "crdgen.judgeAsUpdate",
  async run(context, args) {
    const document = await documentOf(context, args);
    const { service, oldObjects, host } = context;
    const { uri } = document;
    const old = args[1] === false ? undefined : await textInHead(uri, host);
    oldObjects.set(uri, old);
    return (await service.judge(document.getText(), old)).verdict;
  },
};

/** The text of a file in HEAD of the repository that it is in. */
async function textInHead(uri: string, host: Host): Promise<string> {
  const path = pathOfUri(uri);
  if (path === undefined) throw failure(`${uri} is no file`);
  const args = ["-C", dirname(path), "show", `HEAD:./${basename(path)}`];
  const { code, out, error } = await host.runGit(args, longestText);
  if (code === undefined) throw failure("there is no git to run");
  if (code !== 0) throw failure(`git: ${error}`);
  const text = decodeSource(path, out, new Diagnostics())?.text;
  if (text === undefined) throw failure("what HEAD has there is no text");
  return text;
}
