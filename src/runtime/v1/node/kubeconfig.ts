import { errorText } from "../client/error-text.js";
import { readYaml } from "./read-yaml.js";

/** A kubeconfig that is missing or cannot be used; the message says what to change. */
export class KubeconfigError extends Error {
  /**
   * The end of the message where the kubeconfig is good, but says what is not supported: what to
   * use instead.
   */
  declare readonly advice?: string;

  constructor(fault: string, cause?: unknown, advice?: string) {
    super(
      advice === undefined ? fault : `${fault}; ${advice}`,
      cause === undefined ? undefined : { cause },
    );
    this.name = "KubeconfigError";
    if (advice !== undefined) this.advice = advice;
  }
}

/** The text of a kubeconfig, and where it comes from. */
export interface KubeconfigText {
  /** For errors: the path of the file. */
  readonly name: string;
  /** The folder that relative paths are relative to. */
  readonly folder: string;
  readonly text: string;
}

/** Reads YAML: gives what `JSON.parse` would give for the same content, or a promise of that. */
export type ParseYaml = (text: string) => unknown;

/** One context of a kubeconfig, with what it refers to. */
export interface KubeconfigContext {
  readonly name: string;
  readonly namespace: string | undefined;
  readonly cluster: KubeconfigPart;
  /** Without members where the context names no user. */
  readonly user: KubeconfigPart;
}

/** A map in a kubeconfig. Members that are null or an empty text count as absent. */
export class KubeconfigPart {
  /** Such as `/home/me/.kube/config: users.me.user`. */
  readonly place: string;
  /** The folder that relative paths in it are relative to. */
  readonly folder: string;
  readonly #members: { readonly [name: string]: unknown };

  /** Throws a KubeconfigError if the value is no map. */
  constructor(value: unknown, place: string, folder: string) {
    this.place = place;
    this.folder = folder;
    if (typeof value !== "object" || Array.isArray(value)) throw this.#fault("", "a map", value);
    this.#members = { ...value };
  }

  /** Throws a KubeconfigError if there is something else. */
  text(name: string): string | undefined {
    const value = this.value(name);
    if (typeof value === "string") return value;
    if (value === undefined) return undefined;
    throw this.#fault(name, "a text: put it in quotes", value);
  }

  flag(name: string): boolean {
    const value = this.value(name) ?? false;
    if (typeof value === "boolean") return value;
    throw this.#fault(name, "true or false", value);
  }

  texts(name: string): readonly string[] | undefined {
    const list = this.#list(name);
    const texts = list?.filter((item): item is string => typeof item === "string");
    if (texts?.length !== list?.length) throw this.#fault(name, "a list of texts", list);
    return texts;
  }

  part(name: string): KubeconfigPart | undefined {
    const value = this.value(name);
    return value === undefined ? undefined : this.#part(name, value);
  }

  parts(name: string): readonly KubeconfigPart[] {
    return (this.#list(name) ?? []).map((item, index) => this.#part(`${name}[${index}]`, item));
  }

  keys(): readonly string[] {
    return Object.keys(this.#members);
  }

  /** Of any type. */
  value(name: string): unknown {
    const value = Object.hasOwn(this.#members, name) ? this.#members[name] : undefined;
    return value === null || value === "" ? undefined : value;
  }

  #list(name: string): readonly unknown[] | undefined {
    const value = this.value(name);
    if (value === undefined || Array.isArray(value)) return value as undefined | unknown[]; // a list of anything
    throw this.#fault(name, "a list", value);
  }

  #part(name: string, value: unknown): KubeconfigPart {
    return partOf(value, `${this.place}${name}.`, this.folder);
  }

  /** Does not show the value, which may be a secret. */
  #fault(name: string, wanted: string, value: unknown): KubeconfigError {
    const at = `${this.place}${name}`.replace(/[.:]\s*$/, "");
    return new KubeconfigError(`${at} is ${kindOf(value)}, but must be ${wanted}`);
  }
}

function kindOf(value: unknown): string {
  if (value === null) return "null";
  if (typeof value !== "object") return `a ${typeof value}`;
  return Array.isArray(value) ? "a list" : "a map";
}

/** Not in the class: one that names itself is more than a declaration once it is compiled. */
function partOf(value: unknown, place: string, folder: string): KubeconfigPart {
  return new KubeconfigPart(value, place, folder);
}

/**
 * The files as kubectl merges them: what the first one says of a name holds (Kubernetes
 * documentation, "Organizing Cluster Access Using kubeconfig Files").
 */
export class Kubeconfig {
  readonly #files: readonly KubeconfigPart[];

  constructor(files: readonly KubeconfigPart[]) {
    this.#files = files;
  }

  /** True if no file says anything of clusters, contexts or users. */
  get isEmpty(): boolean {
    return !this.#files.some((file) =>
      ["clusters", "contexts", "users", "current-context"].some((name) => {
        const value = file.value(name);
        return value !== undefined && !(Array.isArray(value) && value.length === 0);
      }),
    );
  }

  /**
   * The context with this name, or the current one.
   *
   * @throws KubeconfigError if it is missing, or what it refers to
   */
  context(wanted: string | undefined): KubeconfigContext {
    const name = wanted ?? this.#first((file) => file.text("current-context"));
    if (name === undefined) {
      throw new KubeconfigError(
        `the kubeconfig has no current-context: name a context${this.#known()}`,
      );
    }
    const context = this.#named("contexts", "context", name);
    if (context === undefined) {
      throw new KubeconfigError(`the kubeconfig has no context '${name}'${this.#known()}`);
    }
    const clusterName = context.text("cluster");
    const cluster = this.#named("clusters", "cluster", clusterName);
    if (cluster === undefined) {
      throw missingPart(name, "cluster", clusterName);
    }
    const userName = context.text("user");
    const user = this.#named("users", "user", userName);
    if (user === undefined && userName !== undefined) {
      throw missingPart(name, "user", userName);
    }
    return {
      name,
      namespace: context.text("namespace"),
      cluster,
      user: user ?? new KubeconfigPart({}, "", cluster.folder),
    };
  }

  #named(list: string, member: string, name: string | undefined): KubeconfigPart | undefined {
    if (name === undefined) return undefined;
    return this.#first((file) => {
      const found = file.parts(list).find((entry) => entry.text("name") === name);
      return found && (found.part(member) ?? new KubeconfigPart({}, found.place, found.folder));
    });
  }

  #first<Found>(pick: (file: KubeconfigPart) => Found | undefined): Found | undefined {
    for (const file of this.#files) {
      const found = pick(file);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  #known(): string {
    const all = this.#files.flatMap((file) =>
      file.parts("contexts").map((one) => one.text("name")),
    );
    const names = [...new Set(all)];
    if (names.length === 0) return "";
    const more = names.length > mostShown ? ` and ${names.length - mostShown} more` : "";
    return `; the contexts are: ${names.slice(0, mostShown).join(", ")}${more}`;
  }
}

/** So many contexts an error lists. */
const mostShown = 20;

function missingPart(context: string, part: string, name: string | undefined): KubeconfigError {
  const fault =
    name === undefined
      ? `names no ${part}`
      : `names the ${part} '${name}', which is not in the kubeconfig`;
  return new KubeconfigError(`context '${context}' ${fault}`);
}

/** Reads a kubeconfig. Throws a KubeconfigError for what is none. */
export async function readKubeconfig(
  { name, folder, text }: KubeconfigText,
  parse: ParseYaml | undefined,
): Promise<KubeconfigPart> {
  let value: unknown;
  try {
    value = parse === undefined ? readYaml(text) : await parse(text);
  } catch (error) {
    throw new KubeconfigError(`${name}: ${parseFault(error, parse !== undefined)}`);
  }
  return new KubeconfigPart(value ?? {}, `${name}: `, folder);
}

/** The messages of other readers may show the text, with what is secret in it. */
function parseFault(error: unknown, isForeign: boolean): string {
  if (isForeign && !(error instanceof KubeconfigError)) {
    const line = lineOf(error);
    return `the function 'parse' cannot read it${line === undefined ? "" : ` from line ${line} on`}`;
  }
  const fault = errorText(error);
  return fault.endsWith("are not read")
    ? `${fault}; give a function as 'parse' that reads all of YAML`
    : fault;
}

/** As the packages `yaml` and `js-yaml` tell it. */
function lineOf(error: unknown): number | undefined {
  const { linePos, mark } = Object(error) as {
    readonly linePos?: readonly { readonly line: number }[];
    readonly mark?: { readonly line: number };
  }; // or something else, which has neither
  return linePos?.[0]?.line ?? (mark && mark.line + 1);
}
