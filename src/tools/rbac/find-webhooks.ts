import type { ts } from "ts-morph";
import type { OperatorProgram } from "./operator-program.js";
import { bareExpression } from "./operator-program.js";
import { ResourceTypes } from "./resource-of-type.js";
import type { ServedWebhook, Untold } from "./rights.js";
import { untoldAt } from "./untold-at.js";
import { ValueIndex } from "./value-index.js";

/** The webhooks of a program, and those of which nobody can tell what they are for. */
export interface FoundWebhooks {
  readonly webhooks: readonly ServedWebhook[];
  readonly untold: readonly Untold[];
}

/**
 * The admission webhooks that a program serves: the handlers of `manager.webhooks` and of
 * `serveWebhooks`. Those that convert are named by CRDs, and not found here.
 */
export function findWebhooks(program: OperatorProgram): FoundWebhooks {
  const finder = new WebhookFinder(program);
  for (const file of program.own) finder.visit(file);
  return { webhooks: finder.webhooks, untold: finder.untold };
}

class WebhookFinder {
  readonly webhooks: ServedWebhook[] = [];
  readonly untold: Untold[] = [];
  readonly #program: OperatorProgram;
  readonly #values: ValueIndex;
  readonly #types: ResourceTypes;

  constructor(program: OperatorProgram) {
    this.#program = program;
    this.#values = new ValueIndex(program);
    this.#types = new ResourceTypes(program, this.#values);
  }

  visit(node: ts.Node): void {
    const { typeScript } = this.#program;
    if (typeScript.isCallExpression(node) && this.#serves(node)) {
      const handlers = this.#values.memberOf(node.arguments[0], "handlers");
      if (handlers !== undefined) this.#visitHandlers(node, handlers);
    }
    typeScript.forEachChild(node, (child) => {
      this.visit(child);
    });
  }

  #serves(call: ts.CallExpression): boolean {
    const { typeScript, checker } = this.#program;
    if (this.#types.isCallOf(call, "serveWebhooks")) return true;
    if (!typeScript.isPropertyAccessExpression(call.expression)) return false;
    const { expression, name } = call.expression;
    if (name.text !== "webhooks") return false;
    return this.#types.isOfClass(checker.getTypeAtLocation(expression), "Manager");
  }

  #visitHandlers(call: ts.Node, handlers: ts.Expression | "unknown"): void {
    const { typeScript } = this.#program;
    const literal = handlers === "unknown" ? undefined : this.#followed(handlers);
    if (literal === undefined || !typeScript.isObjectLiteralExpression(literal)) {
      this.#cannotTell(call, "write its handlers as an object with their paths");
      return;
    }
    for (const property of literal.properties) {
      const path = property.name && typeScript.isStringLiteralLike(property.name) && property.name.text; // prettier-ignore
      if (typeof path === "string" && typeScript.isPropertyAssignment(property)) {
        this.#visitHandler(path, property.initializer);
      } else {
        this.#cannotTell(property, 'write its path as a text, such as "/validate"');
      }
    }
  }

  #visitHandler(path: string, value: ts.Expression): void {
    const { typeScript, checker } = this.#program;
    const call = this.#followed(value);
    if (!typeScript.isCallExpression(call)) {
      this.#cannotTell(value, "make it with admissionHandler where it is served");
      return;
    }
    if (this.#types.isCallOf(call, "conversionHandler")) return;
    if (!this.#types.isCallOf(call, "admissionHandler")) {
      this.#cannotTell(value, "make it with admissionHandler, or with a function that returns one");
      return;
    }
    const [options] = call.arguments;
    const definition = this.#values.memberOf(options, "resource");
    const [typeArgument] = call.typeArguments ?? [];
    const [resource] =
      definition === undefined || definition === "unknown"
        ? [typeArgument && this.#types.resourceOfObject(checker.getTypeAtLocation(typeArgument))]
        : this.#types.resourcesOfDefinition(definition);
    if (resource === undefined) {
      this.#cannotTell(call, "name its resource: admissionHandler({ resource: cronTab, … })");
      return;
    }
    const kind = this.#values.memberOf(options, "mutate") === undefined ? "validating" : "mutating";
    this.webhooks.push({ path, kind, resource });
  }

  /** The expression that a name or a function of the program stands for, where that is one. */
  #followed(value: ts.Expression): ts.Expression {
    const { typeScript } = this.#program;
    const bare = bareExpression(typeScript, value);
    if (typeScript.isCallExpression(bare)) {
      const returned = this.#returnedBy(bare);
      return returned === undefined ? bare : this.#followed(returned);
    }
    if (!typeScript.isIdentifier(bare)) return bare;
    const declaration = this.#values.declarationOf(bare);
    const [only, ...others] = declaration === undefined ? [] : this.#values.valuesOf(declaration);
    return only === undefined || others.length > 0 ? bare : this.#followed(only);
  }

  /** What a function of the program itself returns at its end; undefined for all others. */
  #returnedBy(call: ts.CallExpression): ts.Expression | undefined {
    const { typeScript, checker, own } = this.#program;
    const declaration = checker.getResolvedSignature(call)?.declaration;
    if (declaration === undefined || !own.includes(declaration.getSourceFile())) return undefined;
    if (!("body" in declaration) || declaration.body === undefined) return undefined;
    if (!typeScript.isBlock(declaration.body)) return declaration.body;
    const last = declaration.body.statements.at(-1);
    return last !== undefined && typeScript.isReturnStatement(last) ? last.expression : undefined;
  }

  #cannotTell(node: ts.Node, advice: string): void {
    const file = node.getSourceFile();
    const message = `nothing says what this webhook is for; ${advice}`;
    this.untold.push(untoldAt(file, node.getStart(file), message));
  }
}
