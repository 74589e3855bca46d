import { loadData } from "../../page/load-data.js";
import type { Examples, OpenCrd, SiteKind } from "../state/state.js";

/** What a file of `data/crds/` holds. */
interface CrdFile {
  readonly crd: string;
  /** The file that `crdgen docs` read. */
  readonly path: string;
  /** The version of Kubernetes that is known to accept the CRD: see `CrdText`. */
  readonly acceptedBy?: string;
  readonly examples: { readonly [version: string]: Examples };
}

/** From the editor's page to the root of the site: the page stands in it. */
const root = "";

/** The kinds of the site. */
export async function loadSiteKinds(): Promise<readonly SiteKind[]> {
  return (await loadData("crds", root)) as readonly SiteKind[]; // crdgen docs wrote it
}

/** The CRD of a kind; several kinds may have been read from files of one name. */
export async function loadSiteCrd(kind: SiteKind): Promise<OpenCrd> {
  const { crd, path, examples, ...more } = (await loadData(kind.key, root)) as CrdFile; // crdgen docs wrote it
  const { group, kind: name, plural, versions } = kind;
  const unique = `${path} (${plural}.${group})`;
  return {
    ...more,
    path: unique,
    text: crd,
    kinds: [{ group, kind: name, plural, versions }],
    origin: "site",
    examples,
  };
}
