import { z } from "zod";
import { Diagnostics } from "../diagnostics/diagnostics.js";
import { renderText } from "../diagnostics/render/render-text.js";
import type { Json } from "../runtime/v1/json/json.js";
import { isObject } from "../runtime/v1/json/json.js";
import { readDocuments } from "../source/read.js";

/** A kubeconfig that cannot be used, with the reason. */
export class KubeconfigError extends Error {
  override readonly name = "KubeconfigError";
}

/** A kubeconfig file that exists. */
export interface KubeconfigFile {
  readonly path: string;
  readonly text: string;
}

/** One context of a kubeconfig, resolved. */
export interface ClusterAccess {
  /** The name of the context. */
  readonly context: string;
  readonly cluster: Cluster;
  readonly user: User;
  /** The files that relative paths in `cluster` and `user` are relative to. */
  readonly clusterFile: string;
  readonly userFile: string;
}

type Cluster = z.infer<typeof clusterSchema>;
type User = z.infer<typeof userSchema>;
/** `users[].user.exec`: the program that hands out credentials (`client.authentication.k8s.io`). */
export type ExecPlugin = z.infer<typeof execSchema>;

const text = z.string().optional();

const clusterSchema = z.object({
  server: text,
  "certificate-authority": text,
  "certificate-authority-data": text,
  "insecure-skip-tls-verify": z.boolean().optional(),
  "tls-server-name": text,
  "proxy-url": text,
});

const execSchema = z.object({
  apiVersion: text,
  command: z.string(),
  args: z.array(z.string()).optional(),
  env: z.array(z.object({ name: z.string(), value: z.string().default("") })).optional(),
  installHint: text,
  provideClusterInfo: z.boolean().optional(),
});

const userSchema = z.object({
  token: text,
  tokenFile: text,
  "client-certificate": text,
  "client-certificate-data": text,
  "client-key": text,
  "client-key-data": text,
  username: text,
  password: text,
  as: text,
  "as-uid": text,
  "as-groups": z.array(z.string()).optional(),
  "as-user-extra": z.record(z.string(), z.array(z.string())).optional(),
  "auth-provider": z.object({ name: text }).optional(),
  exec: execSchema.optional(),
});

const kubeconfigSchema = z.object({
  "current-context": text,
  clusters: z.array(z.object({ name: z.string(), cluster: clusterSchema })).optional(),
  users: z.array(z.object({ name: z.string(), user: userSchema.optional() })).optional(),
  contexts: z
    .array(z.object({ name: z.string(), context: z.object({ cluster: text, user: text }) }))
    .optional(),
});

/**
 * The context with this name, or the current one, of files merged as kubectl merges them: the first
 * file that names something wins (Kubernetes documentation, "Organizing Cluster Access Using
 * kubeconfig Files").
 *
 * @throws KubeconfigError if a file is no kubeconfig, or the context is missing or incomplete
 */
export async function selectContext(
  files: readonly KubeconfigFile[],
  wanted: string | undefined,
): Promise<ClusterAccess> {
  const configs = await Promise.all(files.map(parseKubeconfig));
  const name = wanted ?? firstOf(configs, ({ config }) => config["current-context"])?.value;
  if (name === undefined) throw new KubeconfigError("the kubeconfig has no current context");
  const context = firstOf(configs, ({ config }) => named(config.contexts, name)?.context)?.value;
  if (context === undefined) {
    throw new KubeconfigError(`no context '${name}'${knownContexts(configs)}`);
  }
  const cluster = firstOf(
    configs,
    ({ config }) => named(config.clusters, context.cluster)?.cluster,
  );
  if (cluster === undefined) {
    throw new KubeconfigError(`context '${name}': no cluster '${context.cluster ?? ""}'`);
  }
  const user = firstOf(configs, ({ config }) => {
    const found = named(config.users, context.user);
    return found && (found.user ?? {});
  });
  if (user === undefined && context.user !== undefined) {
    throw new KubeconfigError(`context '${name}': no user '${context.user}'`);
  }
  return {
    context: name,
    cluster: cluster.value,
    user: user?.value ?? {},
    clusterFile: cluster.path,
    userFile: user?.path ?? cluster.path,
  };
}

interface ParsedFile {
  readonly path: string;
  readonly config: z.infer<typeof kubeconfigSchema>;
}

async function parseKubeconfig(file: KubeconfigFile): Promise<ParsedFile> {
  const diagnostics = new Diagnostics();
  const [document] = await readDocuments(file, diagnostics);
  const [fault] = diagnostics.list;
  if (fault !== undefined) throw new KubeconfigError(renderText(fault));
  const parsed = kubeconfigSchema.safeParse(presentParts(document?.value ?? {}));
  if (parsed.success) return { path: file.path, config: parsed.data };
  const issue = parsed.error.issues[0];
  const at = issue?.path.join(".") ?? "";
  throw new KubeconfigError(`'${file.path}': ${at}: ${issue?.message ?? "not a kubeconfig"}`);
}

/** Without members that are null or an empty text, which count as absent. */
function presentParts(value: Json): Json {
  if (Array.isArray(value)) return value.map(presentParts);
  if (!isObject(value)) return value;
  const present = Object.entries(value).filter(([, member]) => member !== null && member !== "");
  return Object.fromEntries(present.map(([key, member]) => [key, presentParts(member)]));
}

function firstOf<T>(
  configs: readonly ParsedFile[],
  pick: (parsed: ParsedFile) => T | undefined,
): { readonly value: T; readonly path: string } | undefined {
  for (const parsed of configs) {
    const value = pick(parsed);
    if (value !== undefined) return { value, path: parsed.path };
  }
  return undefined;
}

function named<T extends { readonly name: string }>(
  entries: readonly T[] | undefined,
  name: string | undefined,
): T | undefined {
  return entries?.find((entry) => entry.name === name);
}

function knownContexts(configs: readonly ParsedFile[]): string {
  const names = configs.flatMap(({ config }) => config.contexts ?? []).map(({ name }) => name);
  return names.length === 0 ? "" : `; the contexts are: ${[...new Set(names)].join(", ")}`;
}
