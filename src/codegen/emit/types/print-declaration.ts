import type { TypeDeclarationCode } from "../declaration.js";
import type { DocComment } from "../jsdoc.js";
import * as make from "../nodes/make.js";
import type { Member, TypeNode } from "../nodes/nodes.js";

/** An interface or an alias, which its file exports. */
export type TypeDeclaration =
  | {
      readonly kind: "interface";
      readonly name: string;
      readonly doc: DocComment;
      /** Type parameters, as printed. */
      readonly parameters?: readonly string[];
      readonly extends: TypeNode | undefined;
      readonly members: readonly Member[];
    }
  | {
      readonly kind: "alias";
      readonly name: string;
      readonly doc: DocComment;
      readonly type: TypeNode;
    };

/** The declaration of a type, as it stands in a file. */
export function typeDeclaration(declaration: TypeDeclaration): TypeDeclarationCode {
  const { name, doc } = declaration;
  if (declaration.kind === "alias") {
    const of = make.alias(name, declaration.type, [], "export ");
    return { kind: "type", name, doc, of };
  }
  const bases = declaration.extends === undefined ? [] : [declaration.extends];
  const of = make.interfaceOf(name, declaration.members, bases, "export ", declaration.parameters);
  return { kind: "type", name, doc, of };
}
