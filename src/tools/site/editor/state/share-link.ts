import type { CrdText } from "../../../language/contract.js";
import type { EditorState, ExampleSize } from "./state.js";

/** The content of a link into the editor. It stands in the fragment, which browsers never send. */
export interface SharedWork {
  /** `GROUP/PLURAL` of a kind of the site. */
  readonly crd?: string;
  readonly version?: string;
  /** An example to load. */
  readonly example?: ExampleSize;
  readonly text?: string;
  /** The stored object of an update. */
  readonly old?: string;
  /** CRDs that the site does not have, or has otherwise. */
  readonly files?: readonly CrdText[];
  /** A minor version of Kubernetes, such as `1.37`. */
  readonly k8s?: string;
}

/** A text that a link holds may be as long as this, so that no small link fills the memory. */
const longestText = 32 * 2 ** 20;

/** The work of an editor, as far as another one needs it to show the same. */
export function sharedWorkOf(state: EditorState): SharedWork {
  const { crds, chosen, siteKinds, text, old, isUpdate, kubernetes } = state;
  const files = crds
    .filter(({ origin }) => origin === "user")
    .map(({ path, text: crd }) => ({ path, text: crd }));
  const kind = siteKinds.find((each) => each.group === chosen?.group && each.kind === chosen.kind);
  return {
    ...(kind === undefined ? {} : { crd: `${kind.group}/${kind.plural}` }),
    ...(chosen === undefined ? {} : { version: chosen.version }),
    text,
    ...(isUpdate ? { old } : {}),
    ...(files.length === 0 ? {} : { files }),
    k8s: kubernetes,
  };
}

/** The fragment of a link, without `#`. Texts are compressed (raw deflate, then base64url). */
export async function writeFragment(work: SharedWork): Promise<string> {
  const parameters = new URLSearchParams();
  const { crd, version, example, text, old, files, k8s } = work;
  for (const [name, value] of Object.entries({ crd, version, example, k8s })) {
    if (value !== undefined) parameters.set(name, value);
  }
  const texts = { text, old, files: files === undefined ? undefined : JSON.stringify(files) };
  for (const [name, value] of Object.entries(texts)) {
    if (value !== undefined) parameters.set(name, await pack(value));
  }
  return parameters.toString().replaceAll("%2F", "/");
}

/**
 * Reads the fragment of a link, with or without `#`. Parameters that are not known are left out.
 *
 * @throws Error if a text is damaged or too long, in words for the user
 */
export async function readFragment(fragment: string): Promise<SharedWork> {
  const parameters = new URLSearchParams(fragment.replace(/^#/, ""));
  const plain = Object.fromEntries(
    ["crd", "version", "k8s"].flatMap((name) => {
      const value = parameters.get(name);
      return value === null ? [] : [[name, value]];
    }),
  );
  const example = parameters.get("example");
  const files = await unpack(parameters.get("files"));
  const text = await unpack(parameters.get("text"));
  const old = await unpack(parameters.get("old"));
  return {
    ...plain,
    ...(example === "minimal" || example === "full" ? { example } : {}),
    ...(text === undefined ? {} : { text }),
    ...(old === undefined ? {} : { old }),
    ...(files === undefined ? {} : { files: readFiles(files) }),
  };
}

function readFiles(json: string): readonly CrdText[] {
  let files: unknown;
  try {
    files = JSON.parse(json);
  } catch {
    throw new Error("The CRDs in the link are damaged.");
  }
  if (!Array.isArray(files) || !files.every(isCrdText)) {
    throw new Error("The CRDs in the link are damaged.");
  }
  return files;
}

function isCrdText(value: unknown): value is CrdText {
  if (typeof value !== "object" || value === null) return false;
  return (
    "path" in value && typeof value.path === "string" &&
    "text" in value && typeof value.text === "string"
  ); // prettier-ignore
}

async function pack(text: string): Promise<string> {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

async function unpack(packed: string | null): Promise<string | undefined> {
  if (packed === null) return undefined;
  try {
    const binary = atob(packed.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
    const stream = new Blob([bytes]).stream();
    return await readText(stream.pipeThrough(new DecompressionStream("deflate-raw")));
  } catch (error) {
    throw error instanceof RangeError
      ? error
      : new Error("The link is damaged: a part of its text is missing or was changed.");
  }
}

async function readText(stream: ReadableStream<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  const reader = stream.getReader();
  let text = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    text += decoder.decode(value, { stream: true });
    if (text.length > longestText) {
      await reader.cancel();
      throw new RangeError("The text in the link is longer than 32 MiB.");
    }
  }
}
