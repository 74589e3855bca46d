import { createEmitSource } from "../../../codegen/pipeline/emit-source.js";
import { resolveSettings } from "../../../codegen/pipeline/settings.js";
import type { CrdSet } from "./crd-set.js";

/** The file of types that `crdgen generate` writes for a version; `""` where there is none. */
export async function typesFile(
  crds: CrdSet,
  group: string,
  kind: string,
  version: string,
): Promise<string> {
  const settings = resolveSettings({
    parts: ["types"],
    only: [`${group}/${kind}`],
    versions: "all",
    allowInvalid: true,
    kubernetesVersion: `1.${crds.minor}`,
  });
  const emit = await createEmitSource(settings);
  for (const { file } of crds.texts) {
    const { resources } = await emit(file);
    const units = resources.flatMap(({ code }) => code.flatMap((output) => output?.units ?? []));
    const unit = units.find(({ modules }) => modules.version === version);
    const types = unit?.files.find(({ path }) => path.endsWith("/types.ts"));
    if (types !== undefined) return types.text;
  }
  return "";
}
