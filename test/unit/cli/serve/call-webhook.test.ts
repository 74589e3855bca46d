import { createServer } from "node:https";
import { afterAll, beforeAll, expect, it } from "vitest";
import { callWebhook } from "../../../../src/cli/serve/call-webhook.js";
import { makeCertificates } from "../../../../src/cli/serve/certificates.js";
import type { Listening } from "../../../support/listen.js";
import { listen } from "../../../support/listen.js";

const [own, other] = [makeCertificates("127.0.0.1"), makeCertificates("127.0.0.1")];
const server = createServer({ cert: own.certificate, key: own.key });
let listening: Listening;

beforeAll(async () => {
  server.on("request", (incoming, outgoing) => {
    incoming.resume().on("end", () => outgoing.end("{}"));
  });
  listening = await listen(server);
});

afterAll(() => {
  listening.stop();
});

function call(ca: string): Promise<string> {
  const url = `https://${listening.host}/hook`;
  return callWebhook({ url, address: undefined, ca, body: "{}", timeout: 5000 }).then(
    ({ status, body }) => `${status} ${body}`,
    (error: unknown) => String(error),
  );
}

it.each([
  ["the authority", own.authority, /^200 \{\}$/],
  ["the certificate itself, as envtest has it", own.certificate, /^200 \{\}$/],
  ["another authority", other.authority, /certificate signed by unknown authority$/],
  ["another certificate", other.certificate, /certificate signed by unknown authority$/],
])("a webhook is trusted by its bundle: %s", async (_, ca, answer) => {
  expect(await call(ca)).toMatch(answer);
});
