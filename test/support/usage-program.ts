import type { ProgramObject } from "./usage-crd.js";
import { programObjects } from "./usage-crd.js";

const unit = "./generated/farm.example.com/v1/orchards";

/** The files of the program by their names: about 2,000 lines in many styles. */
export function usageProgram(): ReadonlyMap<string, string> {
  const files = programObjects.map(
    (object, index) => [`part-${index}.ts`, partText(object, index)] as const,
  );
  return new Map([...files, ["calls.ts", calls], ["imports.ts", imports], ["broken.ts", broken]]);
}

function partText(object: ProgramObject, index: number): string {
  const { type, access, isList } = object;
  const [holder = "", ...more] = access.split(/\??\./).slice(0, 1);
  const whole = isList ? `${type}[]` : type;
  const lines = [
    `import type {`,
    `  Orchard,`,
    `  OrchardInput,`,
    `  ${type},`,
    `} from "${unit}/index.js";`,
    `import type { ${type}Input } from "${unit}/types.js";`,
    `import type * as all from "./generated/index.js";`,
    "",
    `type Part = ${type};`,
    `type Holder = NonNullable<Orchard["${holder}"]>;`,
    `type FromNamespace = all.farmExampleComV1.${type};`,
    `export type Same = FromNamespace | Part${more.join("")};`,
    `export function whole(o: Orchard): ${whole} | undefined {`,
    `  return o.${access};`,
    `}`,
    `export function part(o: Orchard): Part | undefined {`,
    `  return o.${access}${isList ? "?.[0]" : ""};`,
    `}`,
    `export function read<Key extends keyof Part>(of: Part, key: Key): Part[Key] {`,
    `  return of[key];`,
    `}`,
    `export type Flags = { readonly [Key in keyof Part]-?: boolean };`,
    `export const flags: Flags = {`,
    ...(type === "OrchardSpecRows" ? [`  name: true,`, `  marks: true,`] : []),
    ...Object.keys(object.fields).map((name) => `  ${name}: true,`),
    `};`,
    `export const holders: readonly (keyof Holder)[] = [];`,
  ];
  for (const [name, said] of Object.entries(object.fields)) {
    lines.push(...fieldLines(object, index, name, said));
  }
  return `${lines.join("\n")}\n`;
}

/** One field, read and written in every style. */
function fieldLines(
  { type, access, isList }: ProgramObject,
  index: number,
  name: string,
  said: string,
): readonly string[] {
  const id = `${name}${index}`;
  const one = isList ? `o.${access}?.[0]` : `o.${access}`;
  const isRow = type === "OrchardSpecRows";
  const value = sampleOf(said);
  return [
    "",
    `export function chain_${id}(o: Orchard): ${said} | undefined {`,
    `  return ${one}?.${name};`,
    `}`,
    `export function taken_${id}(of: Part): ${said} {`,
    `  const { ${name} = ${value} } = of;`,
    `  return ${name};`,
    `}`,
    `export function renamed_${id}({ ${name}: other, ...rest }: Part): readonly unknown[] {`,
    `  const alias: ${said} | undefined = other;`,
    `  return [alias, rest];`,
    `}`,
    `export function spread_${id}(of: Part): Part {`,
    `  const copy: Part = { ...of, ${name}: ${value} };`,
    `  return { ...copy, ...{ ${name}: of.${name} ?? copy["${name}"] } };`,
    `}`,
    `export function alias_${id}(o: Orchard): ${said} {`,
    `  const here = ${one};`,
    `  const there = here;`,
    `  return there?.${name} ?? ${value};`,
    `}`,
    `export function generic_${id}<T extends Part>(of: T): readonly (${said} | undefined)[] {`,
    `  return [of.${name}, read(of as Part, "${name}")];`,
    `}`,
    `export class Keeper_${id} {`,
    `  #last: Part["${name}"] = ${value};`,
    `  keep(of: Part): void {`,
    `    this.#last = of.${name};`,
    `  }`,
    `  get last(): ${said} | undefined {`,
    `    return this.#last;`,
    `  }`,
    `}`,
    `export const sent_${id} = {`,
    ...(isRow ? [`  name: "a",`] : []),
    `  ${name}: ${value},`,
    `} satisfies ${type}Input;`,
    `export function write_${id}(of: Part): void {`,
    `  of.${name} = ${value};`,
    `}`,
    `export function listed_${id}(all_: readonly Part[]): readonly (${said})[] {`,
    `  return all_`,
    `    .filter((item) => item.${name} !== undefined)`,
    `    .map(({ ${name} }) => ${name} ?? ${value});`,
    `}`,
    `export const input_${id}: Pick<OrchardInput, "metadata"> & { of: Partial<${type}Input> } = {`,
    `  metadata: { name: "a" },`,
    `  of: { ${name}: ${value} },`,
    `};`,
    ...choiceLines(id, name, said),
  ];
}

/** A choice is gone through without a rest. */
function choiceLines(id: string, name: string, said: string): readonly string[] {
  if (!said.startsWith('"')) return [];
  const choices = said.split(" | ");
  return [
    `export function weigh_${id}(of: Part): number {`,
    `  const { ${name} } = of;`,
    `  if (${name} === undefined) return 0;`,
    `  switch (${name}) {`,
    ...choices.flatMap((one, index) => [`    case ${one}:`, `      return ${index};`]),
    `    default: {`,
    `      const never: never = ${name};`,
    `      return never;`,
    `    }`,
    `  }`,
    `}`,
    `export const titles_${id}: Record<NonNullable<Part["${name}"]>, string> = {`,
    ...choices.map((one) => `  ${one}: "a",`),
    `};`,
  ];
}

function sampleOf(said: string): string {
  if (said.startsWith('"')) return said.split(" | ")[0] ?? "";
  if (said.endsWith("[]")) return "[]";
  return ({ string: '"a"', number: "1", boolean: "true" } as Record<string, string>)[said.split(" | ")[0] ?? ""] ?? "{}"; // the others are maps
} // prettier-ignore

const calls = `import { inCluster } from "./generated/runtime/v1/node.js";
import { Informer } from "./generated/runtime/v1/informer.js";
import type { Orchard, OrchardInput } from "${unit}/types.js";
import { OrchardClient, orchard } from "${unit}/client.js";
import type { OrchardTypes } from "${unit}/client.js";

const client = new OrchardClient(inCluster(), { namespace: "default" });
export const plural: string = orchard.plural;

export async function byRegion(region: string): Promise<readonly Orchard[]> {
  const { items } = await client.list({ fieldSelector: { "spec.region": region } });
  return items.filter(({ spec }) => spec.paused !== true);
}
export async function byOwner(owner: string): Promise<number> {
  const options = { labelSelector: { app: "farm" } };
  const found = await client.list({
    ...options,
    fieldSelector: {
      "spec.owner": owner,
    },
  });
  return found.items.length;
}
export async function follow(): Promise<void> {
  for await (const event of client.watch({ fieldSelector: { "spec.region": "north" } })) {
    if (event.type === "BOOKMARK") continue;
    console.log(event.object);
  }
}
export async function ripen(name: string): Promise<Orchard> {
  return client.status.modify(name, (found) => ({
    ...found,
    status: { ...found.status, phase: "Ripe" },
  }));
}
export async function setStatus(name: string): Promise<void> {
  await client.status.patch(name, { merge: { status: { replicas: 1 } } });
  const { status } = client;
  const read = await status.get(name);
  console.log(read.status?.harvest?.tonnes, read.status?.conditions?.map(({ reason }) => reason));
}
export async function grow(name: string, by: number): Promise<number> {
  const scale = await client.scale.get(name);
  await client.scale.patch(name, { merge: { spec: { replicas: (scale.spec.replicas ?? 0) + by } } });
  const { scale: renamed } = client;
  return (await renamed.get(name)).spec.replicas ?? 0;
}
export async function plant(owner: string): Promise<Orchard> {
  const input: OrchardInput = {
    apiVersion: "farm.example.com/v1",
    kind: "Orchard",
    metadata: { name: "a" },
    spec: { region: "north", owner, water: { source: "Well", litres: 3 }, rows: [{ name: "a", trees: 2 }] },
  };
  return client.create(input);
}
export async function change(name: string): Promise<Orchard> {
  return client.modify(name, (found) => {
    found.spec.acres += 1;
    found.spec.replicas = (found.spec.replicas ?? 0) + 1;
    found.spec.rows?.push({ name: "b", variety: "Pear" });
    delete found.spec.owner;
    return found;
  });
}
export async function mine(name: string): Promise<Orchard> {
  return client.apply(
    {
      apiVersion: "farm.example.com/v1",
      kind: "Orchard",
      metadata: { name },
      spec: { paused: true, storage: { level: 3, zone: "South" } },
    },
    { fieldManager: "farmer" },
  );
}
export const informer = new Informer(client, { fieldSelector: { "spec.owner": "me" } });
informer.on({
  added: ({ spec: { region, soil: { kind = "Clay" } = {} } }) => {
    console.log(region, kind);
  },
  updated: (now, old) => {
    if (now.spec.fence?.height !== old.spec.fence?.height) console.log(now.status?.phase);
  },
});
export function acres(all: readonly Orchard[]): number {
  return all.reduce((sum, { spec }) => sum + spec.acres, 0);
}
export function marks(o: Orchard): readonly string[] {
  return (o.spec.rows ?? []).flatMap((row) => Object.values(row.marks ?? {}));
}
export function row(cells: OrchardTypes["columns"]): readonly (string | number | null)[] {
  return [cells.Name, cells.Region, cells.Acres];
}
export const ready = (o: Orchard): boolean =>
  o.status?.conditions?.some((one) => one.type === "Ready" && one.status === "True") ?? false;
`;

const imports = `import type { Orchard, OrchardList } from "./generated/farm.example.com/v1beta1/orchards/index.js";
import {
  OrchardClient as BetaClient,
  orchard as betaDefinition,
} from "./generated/farm.example.com/v1beta1/orchards/client.js";
import type * as beta from "./generated/farm.example.com/v1beta1/index.js";
import * as all from "./generated/index.js";
export type { OrchardSpec as BetaSpec } from "./generated/farm.example.com/v1beta1/orchards/types.js";

export const classes = [BetaClient, all.farmExampleComV1beta1.OrchardClient];
export const version: string = betaDefinition.version;
export type BetaRow = import("./generated/farm.example.com/v1beta1/orchards/types.js").OrchardSpecRows;
export function names({ items }: OrchardList): readonly string[] {
  return items.map((item) => item.metadata.name);
}
export function region(o: Orchard | beta.Orchard): string {
  return o.spec.region;
}
export async function load(): Promise<unknown> {
  const { orchard } = await import("./generated/farm.example.com/v1beta1/orchards/client.js");
  return orchard.kind;
}
`;

const broken = `import type { OrchardSpec } from "${unit}/types.js";
import { missing } from "./not-there.js";

export const wrong: OrchardSpec = { region: 1, nothing: missing };
export const litres: string = ({} as OrchardSpec).water?.litres;
export const trees = ({} as OrchardSpec).rows?.[0]?.trees;
`;
