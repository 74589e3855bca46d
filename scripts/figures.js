// Prints how large the wings of src are: files, lines of code, the share of imports in these, and
// the largest file. `npm run figures` for the wings, `npm run figures -- rooms` for their rooms.
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";

const root = join(import.meta.dirname, "../src");
const depth = process.argv[2] === "rooms" ? 2 : 1;

/** Lines of code of a file, and how many of them are imports; neither blank lines nor comments. */
function measure(path) {
  const source = ts.createSourceFile(path, readFileSync(path, "utf8"), ts.ScriptTarget.Latest);
  const code = new Set();
  const imports = new Set();
  const lineOf = (position) => source.getLineAndCharacterOfPosition(position).line;
  const visit = (node, inImport) => {
    const isImport = inImport || ts.isImportDeclaration(node);
    const children = node.getChildren(source).filter(({ kind }) => !isComment(kind));
    for (const child of children) visit(child, isImport);
    if (children.length > 0 || node.getWidth(source) === 0) return;
    for (let line = lineOf(node.getStart(source)); line <= lineOf(node.end); line++) {
      code.add(line);
      if (isImport) imports.add(line);
    }
  };
  visit(source, false);
  return { code: code.size, imports: imports.size };
}

function isComment(kind) {
  return kind >= ts.SyntaxKind.FirstJSDocNode && kind <= ts.SyntaxKind.LastJSDocNode;
}

/** The wing of a file, or its room; files beside the wings are the entries of the package. */
function placeOf(path) {
  const folders = path.split("/").slice(0, -1);
  return folders.length === 0 ? "(entries)" : folders.slice(0, depth).join("/");
}

function add(totals, place, { path, code, imports }) {
  const total = totals.get(place) ?? { files: 0, code: 0, imports: 0, largest: "", most: 0 };
  total.files++;
  total.code += code;
  total.imports += imports;
  if (code > total.most) Object.assign(total, { largest: path, most: code });
  totals.set(place, total);
}

function row(place, { files, code, imports, largest, most }) {
  const share = `${((100 * imports) / code).toFixed(1)} %`;
  const cells = [String(files).padStart(6), String(code).padStart(8), share.padStart(9)];
  return `${place.padEnd(20)}${cells.join("")}   ${largest} (${String(most)})`;
}

const totals = new Map();
const files = readdirSync(root, { recursive: true, encoding: "utf8" })
  .map((path) => path.replaceAll("\\", "/"))
  .filter((path) => path.endsWith(".ts"))
  .sort();
for (const path of files) {
  const measured = { path, ...measure(join(root, path)) };
  add(totals, placeOf(path), measured);
  add(totals, "all", measured);
}
console.log(`${"".padEnd(20)} files    lines  imports   largest`);
for (const [place, total] of [...totals].sort()) {
  if (place !== "all") console.log(row(place, total));
}
console.log(row("all", totals.get("all")));
