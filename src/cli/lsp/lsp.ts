import { createConnection } from "vscode-languageserver";
import {
  createProtocolConnection,
  StreamMessageReader,
  StreamMessageWriter,
} from "vscode-languageserver/node";
import type { Host } from "../host.js";
import { errorCode } from "../host.js";
import { endProcess } from "../process/signals.js";
import type { ExitCode } from "../usage-error.js";
import { exitCode } from "../usage-error.js";
import type { LspFlags } from "./lsp-flags.js";
import { serveLanguage } from "./serve-language.js";

/**
 * `crdgen lsp`: a language server over standard input and output (Language Server Protocol 3.17),
 * until its client ends it or goes. Nothing else may be written to standard output meanwhile.
 *
 * @returns `good` if the client has asked for the end before it said it
 */
export function lspCommand(flags: LspFlags, host: Host): Promise<ExitCode> {
  const reader = new StreamMessageReader(process.stdin);
  const writer = new StreamMessageWriter(process.stdout);
  const gone = new AbortController();
  return new Promise((resolve) => {
    const watchDog = {
      shutdownReceived: false,
      initialize: () => undefined,
      exit: (code: number) => {
        gone.abort();
        // What keeps listening would keep the process.
        process.stdin.destroy();
        const own = code === 0 ? exitCode.good : exitCode.notGood;
        resolve(own);
        // A cluster may let a request wait for minutes; nobody is there any more to hear of it.
        setImmediate(endProcess, own);
      },
    };
    const connection = createConnection(
      (logger) => createProtocolConnection(reader, writer, logger),
      watchDog,
    );
    reader.onClose(() => {
      watchDog.exit(watchDog.shutdownReceived ? 0 : 1);
    });
    // Standard output is the protocol's.
    const quiet = {
      ...host,
      print: (text: string) => {
        host.warn(text);
      },
    };
    serveLanguage(connection, flags, quiet, gone.signal, enterFolder);
  });
}

/** A folder that is not there is told by what reads it. */
function enterFolder(folder: string): void {
  try {
    process.chdir(folder);
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
  }
}
