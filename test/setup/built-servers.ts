import { buildKubectl, buildServer } from "../apiserver/build.js";
import { hasGo } from "../support/go-program.js";

/** Builds what most suites run, once, before several of them would do so at the same time. */
export default async function builtServers(): Promise<void> {
  if (!hasGo) return; // the suites say so
  if (process.env["APISERVER_EXECUTABLE"] === undefined) await buildServer();
  await buildKubectl();
}
