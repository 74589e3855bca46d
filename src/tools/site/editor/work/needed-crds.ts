import { loadData } from "../../page/load-data.js";
import type { ChosenVersion, EditorState, Examples, OpenCrd, SiteKind } from "../state/state.js";
import { areEqual, isSameKind } from "../state/state.js";

/** The kinds that the editor's texts name, in a form that can be compared. */
export function namedKinds(state: EditorState): readonly ChosenVersion[] {
  const old = state.isUpdate ? kindsOf(state.old) : [];
  return [...kindsOf(state.text), ...old];
}

/**
 * The CRDs that judge the texts as they are: those of the user, and those of the site that a text
 * names or that were chosen. The list is the same one as before if nothing changes.
 */
export async function crdsFor(state: EditorState): Promise<readonly OpenCrd[]> {
  const own = state.crds.filter(({ origin }) => origin === "user");
  const ownKinds = own.flatMap(({ kinds }) => kinds);
  const wanted = [...(state.chosen === undefined ? [] : [state.chosen]), ...namedKinds(state)];
  const kinds = state.siteKinds.filter(
    (kind) =>
      wanted.some((name) => isSameKind(kind, name)) &&
      !ownKinds.some((name) => isSameKind(kind, name)),
  );
  const ofSite = await Promise.all(
    kinds.map(async (kind) => {
      const open = state.crds.find(
        (crd) => crd.origin === "site" && crd.kinds.some((name) => isSameKind(kind, name)),
      );
      return open ?? (await loadSiteCrd(kind));
    }),
  );
  const crds = [...own, ...ofSite];
  return areEqual(crds, state.crds) ? state.crds : crds;
}

/**
 * Returns the version that the text is about: the first kind in it that is known, or what was
 * chosen before.
 */
export function chosenBy(state: EditorState): ChosenVersion | undefined {
  const known = [...state.crds.flatMap(({ kinds }) => kinds), ...state.siteKinds];
  const found = kindsOf(state.text).find((named) =>
    known.some((kind) => isSameKind(kind, named) && kind.versions.includes(named.version)),
  );
  const { chosen } = state;
  if (found === undefined) return chosen;
  return isSameVersion(found, chosen) ? chosen : found;
}

function isSameVersion(one: ChosenVersion, other: ChosenVersion | undefined): boolean {
  return other !== undefined && isSameKind(one, other) && one.version === other.version;
}

/** The content of a file of `data/crds/`. */
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
async function loadSiteCrd(kind: SiteKind): Promise<OpenCrd> {
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

/**
 * The kinds that the objects of a text name, each once, in their order. It only looks for the lines
 * of `apiVersion` and `kind`, so it finds them in texts that are not complete; objects without a
 * group (such as a ConfigMap) are left out.
 */
function kindsOf(text: string): readonly ChosenVersion[] {
  const found = new Map<string, ChosenVersion>();
  for (const document of text.split(/^---/m)) {
    const apiVersion = fieldOf(document, "apiVersion");
    const kind = fieldOf(document, "kind");
    const [group, version] = apiVersion?.split("/") ?? [];
    if (kind === undefined || group === undefined || version === undefined) continue;
    found.set(`${group}/${version} ${kind}`, { group, version, kind });
  }
  return [...found.values()];
}

/** The first value of a field that begins a line, or an object in braces. */
function fieldOf(document: string, name: string): string | undefined {
  const value = String.raw`\s*:\s*["']?([^\s"',}#]+)`;
  const line = new RegExp(`^["']?${name}["']?${value}`, "m").exec(document);
  return (line ?? new RegExp(`[{,]\\s*["']?${name}["']?${value}`).exec(document))?.[1];
}
