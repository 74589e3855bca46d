import { errorText } from "../client/error-text.js";
import { readYaml } from "./read-yaml.js";

/** A kubeconfig that is missing or cannot be used; the message says what to change. */
export class KubeconfigError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = "KubeconfigError";
  }
}

/** The text of a kubeconfig, and where it comes from. */
export interface KubeconfigText {
  /** For errors: the path of the file. */
  readonly name: string;
  /** What relative paths are relative to. */
  readonly folder: string;
  readonly text: string;
}

/** Reads YAML: gives what `JSON.parse` would give for the same content. */
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
  /** What relative paths in it are relative to. */
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
    const is = value === null ? "null" : Array.isArray(value) ? "a list" : `a ${typeof value}`;
    return new KubeconfigError(`${at} is ${is}, but must be ${wanted}`);
  }
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

  /** Throws a KubeconfigError for what cannot be read. */
  constructor(texts: readonly KubeconfigText[], parse: ParseYaml | undefined) {
    this.#files = texts.map((text) => readKubeconfig(text, parse));
  }

  /** Whether no file says anything of clusters, contexts or users. */
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
    if (context === undefined) throw new KubeconfigError(`no context '${name}'${this.#known()}`);
    const clusterName = context.text("cluster");
    const cluster = this.#named("clusters", "cluster", clusterName);
    if (cluster === undefined) {
      throw new KubeconfigError(`context '${name}': no cluster '${clusterName ?? ""}'`);
    }
    const userName = context.text("user");
    const user = this.#named("users", "user", userName);
    if (user === undefined && userName !== undefined) {
      throw new KubeconfigError(`context '${name}': no user '${userName}'`);
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
    const names = this.#files.flatMap((file) =>
      file.parts("contexts").map((one) => one.text("name")),
    );
    return names.length === 0 ? "" : `; the contexts are: ${[...new Set(names)].join(", ")}`;
  }
}

function readKubeconfig(
  { name, folder, text }: KubeconfigText,
  parse: ParseYaml | undefined,
): KubeconfigPart {
  let value: unknown;
  try {
    value = (parse ?? readYaml)(text) ?? {};
  } catch (error) {
    if (error instanceof KubeconfigError) throw error;
    // The messages of other readers may show the text, with what is secret in it.
    const fault = parse === undefined ? errorText(error) : "the function 'parse' failed";
    const more = parse === undefined ? "; for all of YAML, give a function as 'parse'" : "";
    throw new KubeconfigError(`${name}: ${fault}${more}`);
  }
  return new KubeconfigPart(value, `${name}: `, folder);
}
