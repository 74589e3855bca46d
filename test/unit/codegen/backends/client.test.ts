import { format } from "prettier";
import { describe, expect, it } from "vitest";
import type { EmitContext, Unit } from "../../../../src/codegen/backends/backend.js";
import { clientBackend } from "../../../../src/codegen/backends/client.js";
import type { Imported } from "../../../../src/codegen/emit/code.js";
import type { OutputFile } from "../../../../src/codegen/emit/generated-file.js";
import { fileReference, GeneratedFile } from "../../../../src/codegen/emit/generated-file.js";
import type { Resource, Version } from "../../../../src/crd/ir/resource.js";

describe("client.ts", () => {
  it("has the definition and a client with the declared subresources", async () => {
    const text = await typeScript({
      version: {
        status: true,
        scale: {
          specReplicasPath: ".spec.replicas",
          statusReplicasPath: ".status.replicas",
          labelSelectorPath: undefined,
        },
        selectableFields: [".spec.color"],
        printerColumns: [column({ name: "Ready", jsonPath: '.status.conditions[?(@.type=="R")]' })],
      },
    });
    expect(text).toBe(`// head

import {
  ResourceClient,
  ScaleClient,
  StatusClient,
} from "../../../runtime/v1/client.js";
import type {
  NamespacedClientOptions,
  ResourceDefinition,
  Transport,
} from "../../../runtime/v1/client.js";
import type {
  CronTab,
  CronTabApply,
  CronTabInput,
  CronTabList,
} from "./types.js";

/** The resource as the API server and its clients know it. */
export const cronTab: ResourceDefinition = {
  group: "example.com",
  version: "v1",
  kind: "CronTab",
  listKind: "CronTabList",
  plural: "crontabs",
  singular: "crontab",
  scope: "Namespaced",
  shortNames: ["ct"],
  categories: [],
  subresources: {
    status: true,
    scale: {
      specReplicasPath: ".spec.replicas",
      statusReplicasPath: ".status.replicas",
    },
  },
  printerColumns: [
    {
      name: "Ready",
      type: "string",
      jsonPath: '.status.conditions[?(@.type=="R")]',
    },
  ],
  selectableFields: ["spec.color"],
};

/** The types of the client. */
export interface CronTabTypes {
  scope: "Namespaced";
  read: CronTab;
  input: CronTabInput;
  apply: CronTabApply;
  list: CronTabList;
  status: unknown;
  field: "spec.color";
  columns: { Name: string; Ready: string | null };
}

/**
 * Calls the API server. Every call may fail with an \`ApiError\`, a
 * \`TransportError\` or a \`TimeoutError\`.
 */
export class CronTabClient extends ResourceClient<CronTabTypes> {
  /** Reads objects, and writes their \`status\` alone. */
  readonly status: StatusClient<CronTabTypes>;
  /** The number of replicas. */
  readonly scale: ScaleClient<"Namespaced">;

  constructor(transport: Transport, options: NamespacedClientOptions = {}) {
    super(cronTab, transport, options);
    this.status = new StatusClient(this.caller);
    this.scale = new ScaleClient(this.caller);
  }
}
`);
  });

  it("leaves out what the version does not declare", async () => {
    const text = await typeScript({ scope: "Cluster" });
    expect(text).toContain("field: never;");
    expect(text).toContain("options: ClientOptions = {}");
    expect(text).not.toMatch(/StatusClient|ScaleClient|namespace/);
  });

  it("marks the clients of deprecated versions", async () => {
    const text = await typeScript({
      version: { deprecated: true, deprecationWarning: "use v2 */ instead" },
    });
    expect(text).toContain("@deprecated use v2 *\\/ instead");
  });

  it.each(["Transport", "Options", "Scale", "Status", "Resource", "ResourceDefinition"])(
    "gives every name once when the kind is %s",
    async (kind) => {
      const text = await typeScript({ kind, version: { status: true } });
      const imported = [...text.matchAll(/^import (?:type )?\{([^}]*)\}/gm)]
        .flatMap(([, list = ""]) => list.split(","))
        .map((name) => name.replace(/^.* as /, "").trim())
        .filter((name) => name !== "");
      const declared = [...text.matchAll(/^export (?:const|class) (\w+)/gm)].map(
        ([, name]) => name,
      );
      expect(new Set([...imported, ...declared]).size).toBe(imported.length + declared.length);
      expect(/constructor\((.*)\) \{/.exec(text)?.[1]).not.toMatch(`${declared[0] ?? ""}: `);
    },
  );

  it("is empty for a version that is not served", () => {
    expect(emit({ version: { served: false } }, "ts")).toMatchObject([
      { text: "// head\n\nexport {};\n" },
    ]);
  });

  it("is JavaScript with declarations on request", async () => {
    const [script, declarations] = emit({ version: { status: true } }, "js");
    expect(script?.text).toContain(
      "export class CronTabClient extends ResourceClient {\n  constructor(transport, options = {}) {",
    );
    expect(script?.text).not.toMatch(/import type|readonly|interface/);
    expect(declarations?.text).toContain(
      "  readonly status: StatusClient<CronTabTypes>;\n\n  constructor(transport: Transport, options?: NamespacedClientOptions);\n}",
    );
    expect(await pretty(script?.text ?? "")).toBe(script?.text);
  });

  it("is laid out as prettier would, however long the names", async () => {
    for (let length = 1; length <= 63; length++) {
      const kind = `K${"x".repeat(length - 1)}`;
      const words = Array.from({ length: length % 9 }, (_, index) =>
        `w${index}`.repeat(length / 9),
      );
      await typeScript({
        kind,
        names: { shortNames: words, categories: [kind] },
        version: {
          status: length % 2 === 0,
          printerColumns: words.map((name) =>
            column({ name, description: `${"it's ".repeat(length / 3)}"ß"漢字` }),
          ),
          selectableFields: words.map((word) => `.spec.${word}`),
        },
      });
    }
  });
});

interface Given {
  readonly kind?: string;
  readonly scope?: Resource["scope"];
  readonly names?: Partial<Resource["names"]>;
  readonly version?: Partial<Version>;
}

/** The file, which must look the same after prettier. */
async function typeScript(given: Given): Promise<string> {
  const text = emit(given, "ts")[0]?.text ?? "";
  expect(await pretty(text)).toBe(text);
  return text;
}

function pretty(text: string): Promise<string> {
  return format(text, { parser: "typescript" });
}

function column(
  given: Partial<Version["printerColumns"][number]>,
): Version["printerColumns"][number] {
  return {
    name: "A",
    type: "string",
    format: "",
    description: "",
    priority: 0,
    jsonPath: ".a",
    ...given,
  };
}

function emit(given: Given, target: "ts" | "js"): readonly OutputFile[] {
  const unit = unitOf(given);
  const file = new GeneratedFile("example.com/v1/crontabs/client");
  const runtime = (name: string, typeOnly: boolean): Imported => ({
    name,
    local: name === unit.names.type ? `${name}$1` : name,
    from: fileReference("runtime/v1/client"),
    typeOnly,
  });
  const sibling = (from: string, name: string, typeOnly: boolean): Imported => ({
    name,
    local: name,
    from: fileReference(`example.com/v1/crontabs/${from}`),
    typeOnly,
  });
  const context: EmitContext = {
    diagnostics: undefined as never, // the back end reports nothing
    file: () => file,
    json: () => undefined,
    runtime: (name) => runtime(name, false),
    runtimeType: (name) => runtime(name, true),
    package: () => expect.unreachable("clients need no package"),
    packageType: () => expect.unreachable("clients need no package"),
    packageNamespace: () => expect.unreachable("clients need no package"),
    sibling: (from, name) => sibling(from, name, false),
    siblingType: (from, name) => sibling(from, name, true),
  };
  clientBackend.generate(unit, undefined, context);
  return file.print({ target, importExtension: ".js", banner: "// head\n" });
}

function unitOf({ kind = "CronTab", scope = "Namespaced", names, version }: Given): Unit {
  const unit: Pick<Unit, "names"> & { resource: Partial<Resource>; version: Partial<Version> } = {
    resource: {
      group: "example.com",
      scope,
      names: {
        kind,
        listKind: `${kind}List`,
        plural: "crontabs",
        singular: "crontab",
        shortNames: ["ct"],
        categories: [],
        ...names,
      },
    },
    version: {
      name: "v1",
      status: false,
      scale: undefined,
      deprecated: false,
      served: true,
      printerColumns: [],
      selectableFields: [],
      ...version,
    },
    names: {
      type: kind,
      value: kind.charAt(0).toLowerCase() + kind.slice(1),
      clientTypes: `${kind}Types`,
    } as Unit["names"], // the back end asks for no schema's name
  };
  return unit as Unit; // documents and schemas play no part
}
