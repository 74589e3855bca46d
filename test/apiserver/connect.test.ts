import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import type { NodeTransport } from "../../src/runtime/v1/node.js";
import { connect, fromKubeconfig } from "../../src/runtime/v1/node.js";
import { crdPath, describeApiServer } from "./server.js";

describeApiServer("the ways to a cluster", (server) => {
  async function statusOf(transport: NodeTransport): Promise<number> {
    const response = await transport.send({ method: "GET", path: crdPath, headers: [] });
    await response.text();
    transport.close();
    return response.status;
  }

  it("connect takes the kubeconfig of the server", async () => {
    const environment = { KUBECONFIG: server().kubeconfig };
    expect(await statusOf(await connect({ environment }))).toBe(200);
  });

  it("a credential plugin is asked for the token", async () => {
    const { token } = server();
    const credential = {
      kind: "ExecCredential",
      apiVersion: "client.authentication.k8s.io/v1",
      status: { token },
    };
    const text = readFileSync(server().kubeconfig, "utf8");
    const exec = {
      apiVersion: credential.apiVersion,
      interactiveMode: "Never",
      command: process.execPath,
      args: ["-e", "console.log(process.env.CREDENTIAL)"],
      env: [{ name: "CREDENTIAL", value: JSON.stringify(credential) }],
    };
    const withPlugin = text.replace(/"?token"?: *"?[\w.-]+"?/, `"exec": ${JSON.stringify(exec)}`);
    expect(withPlugin).not.toBe(text);
    expect(await statusOf(await fromKubeconfig({ text: withPlugin }))).toBe(200);
  });

  it("a wrong token is answered with 401", async () => {
    const text = readFileSync(server().kubeconfig, "utf8").replace(server().token, "wrong");
    expect(await statusOf(await fromKubeconfig({ text }))).toBe(401);
  });
});
