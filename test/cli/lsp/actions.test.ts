import { beforeEach, describe, expect, it } from "vitest";
import type { CodeAction } from "vscode-languageserver-protocol/node";
import { CodeActionRequest } from "vscode-languageserver-protocol/node";
import { TextDocument } from "vscode-languageserver-textdocument";
import type { LanguageClient } from "./client.js";
import { openSample } from "./client.js";

const wrong = `# Mine.
apiVersion: stable.example.com/v1
kind: CronTab
metadata:
  name: mine
spec:
  image: 5
  replicas: "3"
  imagee: x # Why?
  concurrency: allow
  env:
    - value: a
`;

let client: LanguageClient;

beforeEach(async () => {
  ({ client } = await openSample());
});

/** The actions for all that is told of a version of a document. */
async function actionsOf(uri: string, version: number, text: string): Promise<CodeAction[]> {
  const diagnostics = await client.diagnostics(uri, version);
  const document = TextDocument.create(uri, "yaml", version, text);
  const actions = await client.connection.sendRequest(CodeActionRequest.type, {
    textDocument: { uri },
    range: { start: document.positionAt(0), end: document.positionAt(text.length) },
    context: { diagnostics },
  });
  return (actions ?? []).filter((action): action is CodeAction => "edit" in action);
}

/** What the edits of some actions, which do not meet, make of a text. */
function applied(uri: string, text: string, actions: readonly CodeAction[]): string {
  const edits = actions.flatMap(({ edit }) => edit?.changes?.[uri] ?? []);
  return TextDocument.applyEdits(TextDocument.create(uri, "yaml", 1, text), edits);
}

describe("code actions of crdgen lsp", () => {
  it("mend all that is wrong with an object, and keep the rest", async () => {
    const uri = await client.open("mine.yaml", wrong);
    const told = await client.diagnostics(uri);
    const actions = await actionsOf(uri, 1, wrong);
    const ofEach = new Set(
      told.flatMap(({ message }) => {
        const isFor = ({ diagnostics = [] }: CodeAction): boolean =>
          diagnostics.some((one) => one.message === message);
        return actions.find(isFor) ?? [];
      }),
    );
    expect(Array.from(ofEach, ({ title }) => title)).toEqual([
      expect.stringMatching(/^Add 'cronSpec': /),
      'Put it in quotes, "5"',
      "Replace by 3",
      "Remove 'imagee'",
      'Replace by "Allow"',
      expect.stringMatching(/^Add 'name': /),
    ]);
    const mended = applied(uri, wrong, [...ofEach]);
    expect(mended).toMatch(
      /image: "5"\n {2}replicas: 3\n {2}concurrency: Allow\n {2}cronSpec: .+\n {2}env:\n {4}- value: a\n {6}name: /,
    );
    expect(mended).toMatch(/^# Mine\.\n/);
    await client.change(uri, 2, mended);
    expect(await client.diagnostics(uri, 2)).toEqual([]);
    expect(await client.end()).toBe(0);
  });

  it("are none for other kinds of actions, and without diagnostics", async () => {
    const uri = await client.open("mine.yaml", wrong);
    const diagnostics = await client.diagnostics(uri);
    const ask = (context: { diagnostics: typeof diagnostics; only?: string[] }): Promise<unknown> =>
      client.connection.sendRequest(CodeActionRequest.type, {
        textDocument: { uri },
        range: { start: { line: 0, character: 0 }, end: { line: 9, character: 0 } },
        context,
      });
    expect(await ask({ diagnostics, only: ["refactor"] })).toEqual([]);
    expect(await ask({ diagnostics: [] })).toEqual([]);
    expect(await ask({ diagnostics, only: ["quickfix"] })).not.toEqual([]);
    expect(await client.end()).toBe(0);
  });
});
