import type { Code, Imported } from "../code.js";
import { raw } from "../code.js";
import { collectImports, printAliased, printMember, printReference } from "./print-type.js";
import type { Member, TypeExpression } from "./type-expression.js";

/** An interface or an alias. `doc` is a whole comment with its line end, or `""`. */
export type TypeDeclaration =
  | {
      readonly kind: "interface";
      readonly name: string;
      readonly doc: string;
      readonly extends: TypeExpression | undefined;
      readonly members: readonly Member[];
    }
  | {
      readonly kind: "alias";
      readonly name: string;
      readonly doc: string;
      readonly type: TypeExpression;
    };

/** A declaration as prettier lays it out; members with comments stand apart. */
export function printDeclaration(declaration: TypeDeclaration): Code {
  const text =
    declaration.kind === "interface" ? printInterface(declaration) : printAlias(declaration);
  return raw(declaration.doc + text, [...importsOf(declaration)]);
}

function printAlias(declaration: Extract<TypeDeclaration, { kind: "alias" }>): string {
  return printAliased(`export type ${declaration.name} =`, declaration.type);
}

function printInterface(declaration: Extract<TypeDeclaration, { kind: "interface" }>): string {
  const { members } = declaration;
  const open = members.length === 0 ? " {}" : " {";
  const head = `export interface ${declaration.name}`;
  const parts =
    declaration.extends === undefined
      ? [head, open]
      : [head, " extends ", printReference(declaration.extends, head.length + 9, open)];
  const apart = members.some(({ doc }) => doc !== "");
  for (const [index, member] of members.entries()) {
    parts.push(apart && index > 0 ? "\n\n" : "\n", member.doc, printMember(member));
  }
  if (members.length > 0) parts.push("\n}");
  return parts.join("");
}

function importsOf(declaration: TypeDeclaration): ReadonlySet<Imported> {
  const imports = new Set<Imported>();
  if (declaration.kind === "alias") {
    collectImports(declaration.type, imports);
  } else {
    if (declaration.extends !== undefined) collectImports(declaration.extends, imports);
    for (const member of declaration.members) collectImports(member.type, imports);
  }
  return imports;
}
