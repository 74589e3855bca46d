import type { ExampleSize, ExampleText } from "../../docs/model/page.js";
import { exampleText } from "../../docs/model/version-pages.js";
import type { CrdSet } from "./crd-set.js";

/** The example of a version that a CRD in use has; undefined for none, and for refused CRDs. */
export async function makeExample(
  crds: CrdSet,
  group: string,
  kind: string,
  version: string,
  size: ExampleSize,
): Promise<ExampleText | undefined> {
  const { tools, minor } = crds;
  const crd = crds.crd(group, kind);
  if (crd === undefined || (await tools.errorsOf(crd)).length > 0) return undefined;
  const resource = tools.read(crd);
  const wanted = resource.versions.find(({ name }) => name === version);
  if (wanted === undefined) return undefined;
  return exampleText(resource, wanted, tools.functionsOf(resource, wanted), minor, size);
}
