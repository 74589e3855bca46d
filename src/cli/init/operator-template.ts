import type { OutputFile } from "../../codegen/emit/generated-file.js";
import type { Host } from "../host.js";
import type { ConfiguredInputs, PackagedResource } from "./packaged-resources.js";
import type { Project } from "./template.js";
import { codeSpan, fillTemplates } from "./template.js";

const files = [
  "operator/manifest.json",
  "operator/crdgen.config.json",
  "operator/tsconfig.json",
  "operator/README.md",
  "operator/gitignore",
  "operator/Dockerfile",
  "operator/src/main.ts",
  "operator/src/reconcile.ts",
  "operator/deploy/rbac.yaml",
  "operator/deploy/deployment.yaml",
];

/** An operator for a resource as files; `inputs` are as its configuration names them. */
export async function operatorFiles(
  { name, crdgen }: Project,
  { inputs, skipInvalid }: ConfiguredInputs,
  resource: PackagedResource,
  host: Host,
): Promise<readonly OutputFile[]> {
  const { group, version, kind, plural, client } = resource;
  const values = {
    NAME: name,
    INPUTS: inputs,
    SKIPINVALID: skipInvalid ? true : undefined,
    SOURCE: crdgen,
    MODULE: `./generated/${group}/${version}/${plural}/index.js`,
    CLIENT: client,
    TYPE: client.replace(/Client$/, ""),
    FINALIZER: `${group}/${name}`,
    GROUPS: [group],
    RESOURCES: [plural],
    SUBRESOURCES: [`${plural}/status`, `${plural}/finalizers`],
  };
  return fillTemplates(files, values, { NAME: name, KIND: codeSpan(kind) }, host);
}
