import type { ts } from "ts-morph";
import type { OperatorProgram } from "./operator-program.js";
import { bareExpression } from "./operator-program.js";
import type { ResourceTypes } from "./resource-of-type.js";
import type { ApiResource, Place } from "./rights.js";
import type { ValueIndex } from "./value-index.js";

/** A client that an expression may stand for. */
export interface FoundClient {
  readonly resource: ApiResource;
  /** Where its calls go that name no place themselves. */
  readonly place: Place;
}

/** Finds out which clients expressions stand for. */
export class ClientFinder {
  readonly #program: OperatorProgram;
  readonly #values: ValueIndex;
  readonly #types: ResourceTypes;
  /** Declarations that are being looked at: some refer to themselves. */
  readonly #open = new Set<ts.Declaration>();

  constructor(program: OperatorProgram, values: ValueIndex, types: ResourceTypes) {
    this.#program = program;
    this.#values = values;
    this.#types = types;
  }

  /**
   * The clients that an expression may stand for, those too whose subresource it is; none where
   * nobody can tell.
   */
  clientsAt(expression: ts.Expression): readonly FoundClient[] {
    const found = this.#followed(expression);
    if (found.length > 0) return distinct(found);
    const type = this.#program.checker.getTypeAtLocation(expression);
    const resources = this.#types.resourcesOf(type);
    return resources.map((resource) => ({ resource, place: "objects" }));
  }

  #followed(expression: ts.Expression): readonly FoundClient[] {
    const { typeScript } = this.#program;
    const value = bareExpression(typeScript, expression);
    if (typeScript.isNewExpression(value)) return this.#made(value);
    if (typeScript.isCallExpression(value)) return this.#called(value);
    if (typeScript.isConditionalExpression(value)) {
      return [value.whenTrue, value.whenFalse].flatMap((each) => this.#followed(each));
    }
    if (typeScript.isIdentifier(value)) return this.#named(value);
    if (!typeScript.isPropertyAccessExpression(value)) return [];
    const { checker } = this.#program;
    const isPart = this.#types.clientKind(checker.getTypeAtLocation(value)) !== "client";
    const isOfClient =
      this.#types.clientKind(checker.getTypeAtLocation(value.expression)) === "client";
    return isPart && isOfClient ? this.clientsAt(value.expression) : this.#named(value.name);
  }

  #made(value: ts.NewExpression): readonly FoundClient[] {
    const { checker } = this.#program;
    const type = checker.getTypeAtLocation(value);
    const [first, second, third] = value.arguments ?? [];
    const isGeneric = type.symbol.name === "ResourceClient";
    const resources =
      isGeneric && first !== undefined
        ? this.#types.resourcesOfDefinition(first)
        : this.#types.resourcesOf(type);
    const place = this.placeOf(isGeneric ? third : second, "own");
    return resources.map((resource) => ({ resource, place }));
  }

  #called(call: ts.CallExpression): readonly FoundClient[] {
    const { typeScript } = this.#program;
    const [argument] = call.arguments;
    const known = this.#types.functionOf(call);
    if (known !== undefined && clientFunctions.has(known) && argument !== undefined) {
      return this.clientsAt(argument);
    }
    if (!typeScript.isPropertyAccessExpression(call.expression)) return [];
    const { expression, name } = call.expression;
    if (name.text === "all") return this.#placed(expression, "all");
    if (name.text !== "in" || argument === undefined) return [];
    return this.#placed(expression, this.#placeOfNamespace(argument, "objects"));
  }

  #placed(client: ts.Expression, place: Place): readonly FoundClient[] {
    return this.clientsAt(client).map(({ resource }) => ({ resource, place }));
  }

  #named(name: ts.Node): readonly FoundClient[] {
    const declaration = this.#values.declarationOf(name);
    if (declaration === undefined || this.#open.has(declaration)) return [];
    this.#open.add(declaration);
    try {
      return this.#values.valuesOf(declaration).flatMap((value) => this.clientsAt(value));
    } finally {
      this.#open.delete(declaration);
    }
  }

  /** Where a call, an informer or a client works by its options. */
  placeOf(options: ts.Expression | undefined, otherwise: Place): Place {
    const all = this.#values.memberOf(options, "allNamespaces");
    if (all !== undefined && all !== "unknown" && all.getText() !== "false") return "all";
    const namespace = this.#values.memberOf(options, "namespace");
    if (namespace === undefined) return otherwise;
    return namespace === "unknown" ? "objects" : this.#placeOfNamespace(namespace, otherwise);
  }

  /** Where an informer works: it may have several namespaces. */
  placesOf(options: ts.Expression | undefined, otherwise: Place): readonly Place[] {
    const { typeScript } = this.#program;
    const namespaces = this.#values.memberOf(options, "namespaces");
    const place = this.placeOf(options, otherwise);
    if (namespaces === undefined || place === "all") return [place];
    const list = namespaces === "unknown" ? undefined : bareExpression(typeScript, namespaces);
    if (list === undefined || !typeScript.isArrayLiteralExpression(list)) return ["objects"];
    return list.elements.map((each) => this.#placeOfNamespace(each, "objects"));
  }

  #placeOfNamespace(namespace: ts.Expression, otherwise: Place): Place {
    const text = this.#values.textOf(namespace);
    if (text !== undefined) return `in ${text}`;
    if (namespace.getText() === "undefined") return otherwise;
    // The namespace of the pod, or of the kubeconfig: where the program itself is.
    return this.#mentions(namespace, "defaultNamespace") ? "own" : "objects";
  }

  #mentions(expression: ts.Expression, name: string): boolean {
    const value = bareExpression(this.#program.typeScript, expression);
    if (value.getText().includes(name)) return true;
    if (!this.#program.typeScript.isIdentifier(value)) return false;
    const declaration = this.#values.declarationOf(value);
    const values = declaration === undefined ? [] : this.#values.valuesOf(declaration);
    return values.some((each) => each.getText().includes(name));
  }
}

/** Functions of the runtime that give a client, or a part of one, for a client. */
export const clientFunctions: ReadonlySet<string> = new Set([
  "metadataOnly",
  "validated",
  "statusClientOf",
  "scaleClientOf",
]);

function distinct(clients: readonly FoundClient[]): readonly FoundClient[] {
  const byText = new Map(clients.map((each) => [JSON.stringify(each), each]));
  return [...byText.values()];
}
