import type { ts } from "ts-morph";
import { isGenerated } from "../../codegen/emit/jsdoc.js";
import type { OperatorProgram } from "./operator-program.js";
import { isOfRuntime } from "./operator-program.js";
import type { ApiResource } from "./rights.js";
import type { ValueIndex } from "./value-index.js";

/** The clients of subresources, and what each is of. */
const partsOfClients: ReadonlyMap<string, string> = new Map([
  ["StatusClient", "status"],
  ["ScaleClient", "scale"],
  ["ResizeClient", "resize"],
  ["EphemeralContainersClient", "ephemeralcontainers"],
  ["ApprovalClient", "approval"],
  ["LogClient", "log"],
  ["EvictionClient", "eviction"],
  ["BindingClient", "binding"],
  ["TokenClient", "token"],
]);

/** Which resources the types of clients, of definitions and of objects stand for. */
export class ResourceTypes {
  readonly #program: OperatorProgram;
  readonly #values: ValueIndex;
  /** The resources of definitions that were made by hand, by the types of their clients. */
  readonly #defined = new Map<ts.Type, ApiResource[]>();

  constructor(program: OperatorProgram, values: ValueIndex) {
    this.#program = program;
    this.#values = values;
    for (const file of program.own) this.#findDefinitions(file);
  }

  /** `client` for a whole resource, else the name of the subresource; `undefined` for others. */
  clientKind(type: ts.Type): string | undefined {
    for (const base of this.#classes(type)) {
      const name = base.symbol.name;
      if (name === "ResourceClient") return "client";
      const part = partsOfClients.get(name);
      if (part !== undefined) return part;
    }
    return undefined;
  }

  /** The name of the class of the runtime that a type is, or extends. */
  isOfClass(type: ts.Type, name: string): boolean {
    return this.#classes(type).some((base) => base.symbol.name === name);
  }

  /** The resources that a client of this type may be of; none where the type does not say. */
  resourcesOf(type: ts.Type): readonly ApiResource[] {
    const { checker } = this.#program;
    if (type.isUnion()) return type.types.flatMap((each) => this.resourcesOf(each));
    for (const base of this.#bases(checker.getApparentType(type))) {
      const [declaration] = base.symbol.declarations ?? [];
      const found = declaration && this.#ofClass(declaration);
      if (found !== undefined) return [found];
      const [types] = checker.getTypeArguments(base as ts.TypeReference); // none of other types
      if (types !== undefined && this.clientKind(base) !== undefined) return this.#ofTypes(types);
    }
    return [];
  }

  /** The resource of a definition, such as the first argument of `new ResourceClient`. */
  resourcesOfDefinition(definition: ts.Expression): readonly ApiResource[] {
    const declared = this.#literalOf(definition);
    if (declared !== undefined) return [declared];
    const type = this.#program.checker.getTypeAtLocation(definition);
    const [types] =
      type.aliasTypeArguments ?? this.#program.checker.getTypeArguments(type as ts.TypeReference); // prettier-ignore -- none of other types
    return types === undefined ? [] : this.#ofTypes(types);
  }

  /** The resource whose objects are of a type, such as `CronTab` of generated code. */
  resourceOfObject(type: ts.Type): ApiResource | undefined {
    for (const each of type.isIntersection() ? type.types : [type]) {
      const [declaration] = (each.aliasSymbol ?? each.getSymbol())?.declarations ?? [];
      const file = declaration?.getSourceFile();
      const found = file && this.#ofGeneratedFile(file);
      if (found !== undefined) return found;
    }
    for (const [types, [resource, ...others]] of this.#defined) {
      const read = types.getProperty("read");
      if (resource === undefined || read === undefined || others.length > 0) continue;
      if (this.#program.checker.getTypeOfSymbol(read) === type) return resource;
    }
    return undefined;
  }

  /** The class of a client that passes its definition to that of the runtime. */
  #ofClass(declaration: ts.Declaration): ApiResource | undefined {
    const { typeScript } = this.#program;
    if (!typeScript.isClassDeclaration(declaration)) return undefined;
    const constructor = declaration.members.find(typeScript.isConstructorDeclaration);
    for (const statement of constructor?.body?.statements ?? []) {
      if (!typeScript.isExpressionStatement(statement)) continue;
      const call = statement.expression;
      if (!typeScript.isCallExpression(call)) continue;
      const [definition] = call.arguments;
      if (call.expression.kind !== typeScript.SyntaxKind.SuperKeyword || definition === undefined)
        continue;
      return this.#literalOf(definition);
    }
    return this.#ofGeneratedFile(declaration.getSourceFile());
  }

  /** By the place of a file: `example.com/v1/crontabs/`; the core group has a name there. */
  #ofGeneratedFile(file: ts.SourceFile): ApiResource | undefined {
    const [, group, version, plural] =
      /(?:^|\/)([^/]+)\/(v\d\w*)\/([^/]+)\/[\w-]+(?:\.d)?\.ts$/.exec(file.fileName) ?? [];
    if (!isGenerated(file.text) || group === undefined) return undefined;
    if (version === undefined || plural === undefined) return undefined;
    if (group === "runtime" || plural === "components") return undefined;
    const beside = file.fileName.replace(/[\w-]+(?=(?:\.d)?\.ts$)/, "client");
    const client = this.#program.fileAt(beside);
    // The types of a client say it, where its definition is only declared too.
    const isNamespaced = client?.text.includes('scope: "Cluster"') !== true;
    return { group: group === "core" ? "" : group, version, plural, isNamespaced };
  }

  #ofTypes(types: ts.Type): readonly ApiResource[] {
    const defined = this.#defined.get(types);
    if (defined !== undefined) return defined;
    const [declaration] = types.getSymbol()?.declarations ?? [];
    const found = declaration && this.#ofGeneratedFile(declaration.getSourceFile());
    return found === undefined ? [] : [found];
  }

  #findDefinitions(node: ts.Node): void {
    const { typeScript, checker } = this.#program;
    if (typeScript.isCallExpression(node) && this.isCallOf(node, "defineResource")) {
      const resource = this.#literalOf(node);
      const type = checker.getTypeAtLocation(node);
      const [types] = checker.getTypeArguments(type as ts.TypeReference); // none of other types
      if (resource !== undefined && types !== undefined) {
        this.#defined.set(types, [...(this.#defined.get(types) ?? []), resource]);
      }
    }
    typeScript.forEachChild(node, (child) => {
      this.#findDefinitions(child);
    });
  }

  /** Tells whether a call is one of a function of the runtime. */
  isCallOf(call: ts.CallExpression, name: string): boolean {
    return this.functionOf(call) === name;
  }

  /** The name of the function of the runtime that is called. */
  functionOf(call: ts.CallExpression): string | undefined {
    const { typeScript } = this.#program;
    const target = typeScript.isPropertyAccessExpression(call.expression)
      ? call.expression.name
      : call.expression;
    const declaration = this.#values.declarationOf(target);
    if (declaration === undefined || !isOfRuntime(declaration)) return undefined;
    return typeScript.isFunctionDeclaration(declaration) ? declaration.name?.text : undefined;
  }

  /** The facts in a literal of a definition, or in one that is passed to `defineResource`. */
  #literalOf(definition: ts.Expression): ApiResource | undefined {
    const { typeScript } = this.#program;
    if (typeScript.isIdentifier(definition) || typeScript.isPropertyAccessExpression(definition)) {
      const declaration = this.#values.declarationOf(
        typeScript.isIdentifier(definition) ? definition : definition.name,
      );
      if (declaration === undefined) return undefined;
      const [only, ...others] = this.#values.valuesOf(declaration);
      return only === undefined || others.length > 0 ? undefined : this.#literalOf(only);
    }
    if (typeScript.isCallExpression(definition)) {
      const [sketch] = definition.arguments;
      return sketch === undefined ? undefined : this.#literalOf(sketch);
    }
    const [group, version, plural, scope] = ["group", "version", "plural", "scope"].map((name) => {
      const member = this.#values.memberOf(definition, name);
      return member === "unknown" ? undefined : this.#values.textOf(member);
    });
    if (group === undefined || version === undefined) return undefined;
    if (plural === undefined || scope === undefined) return undefined;
    return { group, version, plural, isNamespaced: scope === "Namespaced" };
  }

  #classes(type: ts.Type): readonly ts.Type[] {
    const { checker } = this.#program;
    const parts = type.isUnion() ? type.types : [type];
    return parts
      .flatMap((part) => this.#bases(checker.getApparentType(part)))
      .filter(({ symbol }) => isOfRuntime(symbol.declarations?.[0]));
  }

  /** A class and those that it extends. */
  #bases(type: ts.Type): readonly ts.Type[] {
    const { checker } = this.#program;
    const target = (type as Partial<ts.TypeReference>).target ?? type; // generic types have one
    const symbol = type.symbol as ts.Symbol | undefined; // some types have none
    if (symbol === undefined || !target.isClassOrInterface()) {
      return [];
    }
    return [type, ...checker.getBaseTypes(target).flatMap((base) => this.#bases(base))];
  }
}
