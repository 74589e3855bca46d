import { dirname, join, relative, resolve } from "node:path";
import type { ts } from "ts-morph";
import { isGenerated } from "../../codegen/emit/jsdoc.js";
import type { OperatorProgram, TypeScript } from "../../tools/rbac/operator-program.js";
import { importOptional } from "../config/import-module.js";
import { UsageError } from "../usage-error.js";

/**
 * The program of a project, by its tsconfig.json.
 *
 * @param folder the folder of the project
 * @param entries files of the program; with any, these count alone, and what they import
 * @throws UsageError where no compiler, no tsconfig.json, no such file or no import of one is there
 */
export async function loadOperator(
  folder: string,
  entries: readonly string[],
): Promise<OperatorProgram> {
  const typeScript = await loadCompiler(folder);
  const { options, fileNames } = readConfig(typeScript, folder);
  const roots = entries.length === 0 ? fileNames : entries.map((entry) => resolve(folder, entry));
  const missing = roots.find((path) => !typeScript.sys.fileExists(path));
  if (missing !== undefined) throw new UsageError(`'${missing}': no such file`);
  if (roots.length === 0) throw new UsageError(`'${folder}': its tsconfig.json names no files`);
  const program = typeScript.createProgram(roots, { ...options, noEmit: true });
  const own = program.getSourceFiles().filter((file) => isOwn(file, folder));
  for (const file of own) refuseMissingImports(typeScript, file, options, folder);
  return {
    typeScript,
    checker: program.getTypeChecker(),
    own,
    fileAt: (path) => program.getSourceFile(path),
  };
}

/**
 * What cannot be read needs no rights, as far as anybody can tell: above all, clients that have not
 * been generated yet.
 *
 * @throws UsageError that names the import
 */
function refuseMissingImports(
  typeScript: TypeScript,
  file: ts.SourceFile,
  options: ts.CompilerOptions,
  folder: string,
): void {
  for (const { fileName } of typeScript.preProcessFile(file.text).importedFiles) {
    const isCode = /\.[cm]?[jt]sx?$/.test(fileName) || !/\.[^./]+$/.test(fileName);
    if (!isCode || !/^\.\.?\//.test(fileName)) continue;
    const { resolvedModule } = typeScript.resolveModuleName(fileName, file.fileName, options, typeScript.sys); // prettier-ignore
    if (resolvedModule !== undefined) continue;
    const from = relative(resolve(folder), file.fileName).replaceAll("\\", "/");
    throw new UsageError(`'${from}' imports '${fileName}', which is not there`, {
      help: "if crdgen generates it, run crdgen generate first",
    });
  }
}

/** Tests may do what the program may not. */
const testPath = /(?:^|\/)(?:tests?|__tests__)\/|\.(?:test|spec)\.[cm]?tsx?$/;

function isOwn({ fileName, text, isDeclarationFile }: ts.SourceFile, folder: string): boolean {
  const path = relative(resolve(folder), fileName).replaceAll("\\", "/");
  if (isDeclarationFile || path.startsWith("../") || path.includes("node_modules/")) return false;
  return !isGenerated(text) && !testPath.test(path);
}

function readConfig(typeScript: TypeScript, folder: string): ts.ParsedCommandLine {
  const path = join(resolve(folder), "tsconfig.json");
  if (!typeScript.sys.fileExists(path)) {
    throw new UsageError(`'${folder}': has no tsconfig.json`, {
      help: "name the folder of the operator: crdgen rbac my-operator",
    });
  }
  const read = typeScript.readConfigFile(path, (file) => typeScript.sys.readFile(file));
  const config = typeScript.parseJsonConfigFileContent(
    read.config,
    typeScript.sys,
    dirname(path),
    undefined,
    path,
  );
  // 18003: no files are found, which is told by whoever needs some.
  const fault = read.error ?? config.errors.find(({ code }) => code !== 18_003);
  if (fault === undefined) return config;
  const reason = typeScript.flattenDiagnosticMessageText(fault.messageText, " ");
  throw new UsageError(`'${path}': ${reason}`);
}

/** The project's own TypeScript; 7 and newer have no such functions. Else that of ts-morph. */
async function loadCompiler(folder: string): Promise<TypeScript> {
  const from = `${resolve(folder)}/`;
  const own = await importOptional("typescript", from);
  if (own !== undefined && "createProgram" in own) return own as TypeScript; // so its own types say
  const morph = await importOptional("ts-morph", from);
  if (morph !== undefined && "ts" in morph) return morph.ts as TypeScript; // likewise
  throw new UsageError(
    "rbac needs the package typescript (before version 7) or ts-morph: `npm install --save-dev ts-morph`",
  );
}
