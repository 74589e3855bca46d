// The text of each declaration of a module in the three forms that outputs have, laid out as
// prettier does by default.
import { format } from "prettier";
import ts from "typescript";
import { hasExport, isImport, namesOf } from "./declarations.js";

const compilerOptions = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  verbatimModuleSyntax: true,
  isolatedDeclarations: true,
  declaration: true,
};

/**
 * @typedef {{ names: string[], text: string, exported?: string, uses: string[] }} Text see
 *   `RuntimeText` in src/codegen/emit
 */

/**
 * @param {import("./declarations.js").Module} module
 * @returns {Promise<Readonly<Record<"ts" | "js" | "d.ts", Text[]>>>} By form: the texts in the
 *   order of the source.
 */
export async function textsOf({ path, text: source }) {
  const text = source.replace(/ *\/\/ prettier-ignore$/gm, "");
  const transpiled = { compilerOptions, fileName: `${path}.ts` };
  const script = ts.transpileModule(text, transpiled).outputText;
  const { outputText, diagnostics = [] } = ts.transpileDeclaration(text, transpiled);
  if (diagnostics.length > 0)
    throw new Error(`'${path}' needs types: ${diagnostics[0].messageText}`);
  return {
    ts: await split(text, "typescript"),
    js: await split(script, "babel"),
    "d.ts": await split(outputText, "typescript"),
  };
}

/** Both with `export` and without it, since that can change where prettier breaks a line. */
async function split(text, parser) {
  const statements = statementsOf(await format(text, { parser }));
  const plain = statements.map(({ text: own, isExported }) =>
    isExported ? withoutExport(own) : own,
  );
  // Formatting is what takes time here: only those are laid out again whose first line would have
  // room for more.
  const doubtful = plain.flatMap((own, index) =>
    statements[index].isExported && isBrokenEarly(own) ? [index] : [],
  );
  if (doubtful.length > 0) {
    const again = await format(doubtful.map((index) => plain[index]).join("\n\n"), { parser });
    const formatted = statementsOf(again);
    for (const [place, index] of doubtful.entries()) plain[index] = formatted[place].text;
  }
  return statements.map(({ names, text: own, isExported, uses }, index) => {
    const entry = { names, text: plain[index], uses };
    return isExported ? { ...entry, exported: own } : entry;
  });
}

/** All overloads lose the word. */
function withoutExport(text) {
  return text.replace(/^export (?!\{)/gm, "");
}

/**
 * Whether the first line of code ends otherwise than with a body that is on lines of its own
 * anyhow.
 */
function isBrokenEarly(text) {
  const [line = ""] = text.replace(/^(?:\/\*[^]*?\*\/\s*|\/\/[^\n]*\n\s*)*/, "").split("\n");
  return !/(?: \{|;)$/.test(line);
}

/** Statements of one name, such as overloads, are one. */
function statementsOf(text) {
  const file = parse(text);
  const found = [];
  for (const statement of file.statements) {
    if (isLeftOut(statement)) continue;
    const names = namesOf(statement).map((name) => name.text);
    const own = text.slice(statement.pos, statement.end).trim();
    if (/^ *\/[/*]/.test(text.slice(statement.pos)) && statement.pos > 0)
      throw new Error(`a comment behind a declaration would get lost, before '${names[0]}'`);
    const last = found.at(-1);
    if (last?.names[0] === names[0]) {
      last.text += text.slice(statement.pos, statement.end);
      last.uses.push(...identifiersOf(statement));
    } else
      found.push({
        names,
        text: own,
        isExported: hasExport(statement),
        uses: identifiersOf(statement),
      });
  }
  const twice = found.find(
    ({ names }, index) => found.findIndex((other) => other.names[0] === names[0]) !== index,
  );
  if (twice !== undefined)
    throw new Error(`the declarations of '${twice.names[0]}' are not side by side`);
  return found;
}

function isLeftOut(statement) {
  return (
    isImport(statement) ||
    (ts.isExportDeclaration(statement) && statement.exportClause?.elements.length === 0)
  );
}

function parse(text) {
  return ts.createSourceFile("module.ts", text, ts.ScriptTarget.ES2022, true);
}

/** All identifiers; a few more than the names of declarations, which does no harm. */
function identifiersOf(statement) {
  const found = new Set();
  const walk = (node) => {
    if (ts.isIdentifier(node)) found.add(node.text);
    ts.forEachChild(node, walk);
  };
  walk(statement);
  return [...found];
}
