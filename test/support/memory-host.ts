import type { Host } from "../../src/cli/host.js";

/** A host that has a few files, and keeps what is printed. */
export interface MemoryHost {
  readonly host: Host;
  /** Standard output so far. */
  readonly out: () => string;
  /** Standard error so far. */
  readonly err: () => string;
}

/** Everything that reading files by their names does not need is a failure. */
export function memoryHost(files: Readonly<Record<string, string>>): MemoryHost {
  let [out, err] = ["", ""];
  const has = (path: string): boolean => Object.hasOwn(files, path);
  const known: Partial<Host> = {
    readFile: (path) => Promise.resolve(new TextEncoder().encode(files[path])),
    kindOf: (path) => Promise.resolve(has(path) ? "file" : undefined),
    factsOfFile: (path) => {
      const bytes = files[path]?.length;
      return Promise.resolve(bytes === undefined ? undefined : { bytes, changed: 0, state: "" });
    },
    print: (text) => (out += text),
    warn: (text) => (err += text),
    linkTo: () => undefined,
    errorIsTerminal: false,
    outputIsTerminal: false,
    isFile: () => false,
    showStatus: () => undefined,
    showsStatus: false,
    outputColumns: undefined,
    errorColumns: undefined,
    terminalRows: undefined,
    environment: {},
  };
  const host = new Proxy(known as Host, {
    get(target, name) {
      if (Reflect.has(target, name)) return Reflect.get(target, name) as unknown;
      throw new Error(`the host has no ${String(name)}`);
    },
  });
  return { host, out: () => out, err: () => err };
}
