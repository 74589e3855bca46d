import { readFileSync } from "node:fs";
import { beforeEach, expect, it } from "vitest";
import type { Diagnostic } from "vscode-languageserver-protocol/node";
import type { LanguageClient } from "./client.js";
import { openSample, sample } from "./client.js";

const object = `apiVersion: stable.example.com/v1
kind: CronTab
metadata:
  name: mine
spec:
  cronSpec: "* * * * *"
  image: a
  replicas: 6
  concurrency: Alow
  envs: []
`;

let client: LanguageClient;

beforeEach(async () => {
  ({ client } = await openSample());
});

function markedIn(text: string, { relatedInformation = [] }: Diagnostic): readonly string[] {
  return relatedInformation.map(({ location: { range }, message }) => {
    const line = text.split("\n")[range.start.line] ?? "";
    return `${message}: ${line.slice(range.start.character, range.end.character)}`;
  });
}

it("diagnostics name the rule or the constraint in the file of the CRD", async () => {
  const crd = readFileSync(sample, "utf8");
  const wrong = await client.diagnostics(await client.open("mine.yaml", object));
  expect(wrong.flatMap((one) => markedIn(crd, one))).toEqual([
    "`enum` of the CRD: enum",
    "the fields that the CRD has here: properties",
  ]);
  const uris = wrong.flatMap(({ relatedInformation = [] }) =>
    relatedInformation.map(({ location }) => location.uri),
  );
  expect(new Set(uris)).toEqual(new Set([client.uriOf("crd.yaml")]));
  const many = object.replace("Alow", "Allow").replace("  envs: []\n", "");
  const refused = await client.diagnostics(await client.open("many.yaml", many));
  expect(refused.flatMap((one) => markedIn(crd, one))).toEqual([
    "the rule of the CRD: self.replicas <= 5 || self.concurrency == 'Forbid'",
  ]);
  expect(await client.end()).toBe(0);
});

it("a client that cannot show places is sent none", async () => {
  await client.end();
  ({ client } = await openSample({ capabilities: {} }));
  const [first] = await client.diagnostics(await client.open("mine.yaml", object));
  expect(first?.code).toBe("object/invalid");
  expect(first).not.toHaveProperty("relatedInformation");
  expect(await client.end()).toBe(0);
});
