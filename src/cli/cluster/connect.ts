import { Diagnostics } from "../../crd/diagnostics/diagnostics.js";
import { readDocuments } from "../../crd/source/read.js";
import { positionAt } from "../../crd/source/source-file.js";
import type { Transport } from "../../runtime/v1/client/transport.js";
import { connect as connectAsKubectl } from "../../runtime/v1/node/from-kubeconfig.js";
import { KubeconfigError } from "../../runtime/v1/node/kubeconfig.js";
import type { Json } from "../../runtime/v1/values/json/json.js";
import type { Host } from "../host.js";

/** What works wherever kubectl does. */
const instead = "pipe 'kubectl get crds -o yaml' into crdgen instead";

/**
 * A transport to the cluster of a context of the kubeconfig; without a kubeconfig, and without the
 * name of a context, to the cluster that the process runs in.
 *
 * @throws KubeconfigError if the kubeconfig is not usable, or says what is not supported
 */
export async function connect(context: string | undefined, host: Host): Promise<Transport> {
  try {
    return await connectAsKubectl({ context, environment: host.environment, parse: parseYaml });
  } catch (error) {
    if (!(error instanceof KubeconfigError) || error.advice === undefined) throw error;
    throw new KubeconfigError(error.message.replace(error.advice, () => instead));
  }
}

/**
 * The first document, as kubectl reads it.
 *
 * @throws KubeconfigError for what is no YAML
 */
export async function parseYaml(text: string): Promise<Json | undefined> {
  const diagnostics = new Diagnostics();
  const file = { path: "", text };
  const [document] = await readDocuments(file, diagnostics);
  const [fault] = diagnostics.list;
  if (fault === undefined) return document?.value;
  const { line, column } = positionAt(file, fault.span?.start ?? 0);
  throw new KubeconfigError(`line ${line}, column ${column}: ${fault.message}`);
}
