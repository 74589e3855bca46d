import type { Expr, Stmt, TypeNode } from "../../emit/code.js";
import { expr, imported, namesIn, tsType, word } from "../../emit/code.js";
import type { Parameter } from "../../emit/declaration.js";
import type { GeneratedFile } from "../../emit/generated-file.js";
import { jsDoc } from "../../emit/jsdoc.js";
import type { Member } from "../../emit/object-code.js";
import { translateRe2 } from "../../patterns/translate.js";
import type { LibraryValue, RuntimeValue } from "../../runtime/contract.js";
import { dialectOf } from "../../versions/dialects.js";
import type { KubernetesMinor } from "../../versions/kubernetes-version.js";
import type { EmitContext } from "../backend.js";
import { matcherCode } from "../matcher-code.js";
import { SchemaConstants } from "./schema-constants.js";
import type { ShapeNames } from "./shape-names.js";
import type { Shape } from "./shape.js";

/** What a unit calls to write a shape. */
export interface ShapeWriter {
  /** Whether the shape has a function of its own, which then stands before its constant. */
  hasQuickCheck(shape: Shape): boolean;
  /** Whether that names the members that are wrong. */
  sortsMembers(shape: Shape): boolean;
  quickCheckBody(shape: Shape, unit: ValidateUnit): Stmt;
  /** The runtime's check of a value of which nothing but the type is asked. */
  plainCheckName(shape: Shape, server: KubernetesMinor): RuntimeValue | undefined;
  schemaLiteral(shape: Shape, quickCheck: Member | undefined, unit: ValidateUnit): Expr;
}

/** A function that checks quickly. */
export interface QuickCheck {
  readonly body: Stmt;
  /** Whether it uses the parameter `absent`. */
  readonly takesAbsent: boolean;
  /** Whether it has the parameter `wrong`. */
  readonly sortsMembers: boolean;
}

/** A body as a function: with the parameters that it uses. */
export function quickCheckOf(body: Stmt): QuickCheck {
  const names = namesIn(body);
  return { body, takesAbsent: names.has("absent"), sortsMembers: names.has("wrong") };
}

/** What a unit writes. */
export interface UnitSubject {
  readonly server: KubernetesMinor;
  /** Whether the server prunes objects of the resource. */
  readonly prunes: boolean;
  /** The shape of the resource. */
  readonly root: Shape;
  readonly shapes: ShapeWriter;
}

/**
 * What is being written for one version of one resource: its file, its names, and what stands in
 * the file already.
 */
export class ValidateUnit {
  readonly context: EmitContext;
  readonly names: ShapeNames;
  readonly server: KubernetesMinor;
  readonly prunes: boolean;
  readonly #file: GeneratedFile;
  readonly #writer: ShapeWriter;
  readonly #uses: ReadonlyMap<Shape, number>;
  readonly #constants = new SchemaConstants();
  /** By source. */
  readonly #patterns = new Map<string, Expr>();
  readonly #quickChecks = new Map<Shape, QuickCheck>();
  readonly #open = new Set<Shape>();
  readonly #exact = new Map<Shape, boolean>();
  #explainsChecks = false;

  constructor(
    file: GeneratedFile,
    context: EmitContext,
    names: ShapeNames,
    { server, prunes, root, shapes }: UnitSubject,
  ) {
    this.context = context;
    this.names = names;
    this.server = server;
    this.prunes = prunes;
    this.#file = file;
    this.#writer = shapes;
    this.#uses = countUses(root);
  }

  /** A value of the runtime. */
  runtime(name: RuntimeValue | LibraryValue): Expr {
    return expr`${this.context.runtime(name)}`;
  }

  /** The dialect as a last argument of a call, nothing for the newest server. */
  get dialectArgument(): readonly Expr[] {
    const { symbol } = dialectOf(this.server);
    return symbol === undefined ? [] : [imported(this.context.runtime(symbol))];
  }

  /**
   * A shape as a part of a literal: the name of its constant, or a literal where that is its only
   * place.
   */
  schema(shape: Shape): Expr {
    const name = this.names.schema(shape);
    if (this.#constants.has(name)) return this.#constants.name(name);
    const checks = "intOrString" in shape.schema && this.#writer.hasQuickCheck(shape);
    const quickCheck = checks ? this.#ownCheck(shape) : this.#plainCheck(shape);
    if (!checks && this.#uses.get(shape) === 1) {
      return this.#writer.schemaLiteral(shape, quickCheck, this);
    }
    this.#addConstant(shape, quickCheck);
    if (checks) this.declareCheck(this.names.quickCheck(shape), this.quickCheck(shape));
    return this.#constants.name(name);
  }

  #ownCheck(shape: Shape): Member {
    const key = this.#writer.sortsMembers(shape) ? "check" : "is";
    return { key, value: word(this.names.quickCheck(shape)) };
  }

  /** Branches count what fits, so nothing of them may be passed over. */
  #plainCheck(shape: Shape): Member | undefined {
    const name =
      "intOrString" in shape.schema ? this.#writer.plainCheckName(shape, this.server) : undefined;
    return name === undefined ? undefined : { key: "is", value: this.runtime(name) };
  }

  /** A shape as a part of a function: always a constant, without a quick check. */
  sharedSchema(shape: Shape): Expr {
    const name = this.names.schema(shape);
    if (!this.#constants.has(name)) this.#addConstant(shape, undefined);
    return this.#constants.share(name);
  }

  /** The shape of the resource as a literal; declares the quick checks of all that is in it. */
  rootSchema(root: Shape): Expr {
    return this.#writer.schemaLiteral(root, undefined, this);
  }

  /**
   * Declares the shapes as data, when all else is written; gives the name of the function that
   * makes the root's.
   */
  declareSchema(root: Shape, literal: Expr): Expr {
    const name = this.names.schema(root);
    this.#constants.declare(this.#file, name, this.schemaType, literal);
    return word(name);
  }

  /**
   * The compiled pattern of a shape: a constant, one for each distinct pattern; undefined where RE2
   * refuses it.
   */
  pattern(shape: Shape): Expr | undefined {
    const source = shape.validation.pattern;
    const known = this.#patterns.get(source);
    if (known !== undefined) return known;
    const translated = translateRe2(source);
    if (translated.kind === "error") return undefined;
    const value = matcherCode(source, translated, (runtimeName) => this.runtime(runtimeName));
    const name = this.names.pattern(shape);
    this.#file.add({ kind: "const", name, exported: false, doc: [], type: undefined, value });
    const reference = word(name);
    this.#patterns.set(source, reference);
    return reference;
  }

  /** The runtime's type of schemas as data. */
  get schemaType(): TypeNode {
    return tsType`${this.context.runtimeType("ValueSchema")}`;
  }

  /** What a shape's function does; written once. */
  quickCheck(shape: Shape): QuickCheck {
    let check = this.#quickChecks.get(shape);
    if (check === undefined) {
      check = quickCheckOf(this.#writer.quickCheckBody(shape, this));
      this.#quickChecks.set(shape, check);
    }
    return check;
  }

  /** A function of the value to check. The first one of the file explains all. */
  declareCheck(name: string, { body, takesAbsent, sortsMembers }: QuickCheck): void {
    const doc = this.#explainsChecks ? [] : checkDoc;
    this.#explainsChecks = true;
    const absent = { name: takesAbsent ? "absent" : "_absent", type: tsType`null`, optional: true };
    const wrong = (): Parameter => ({
      name: "wrong",
      type: tsType`${this.context.runtimeType("WrongMembers")}`,
      optional: true,
    });
    this.#file.add({
      kind: "function",
      name,
      exported: false,
      doc,
      parameters: [
        { name: "value", type: tsType`unknown` },
        ...(takesAbsent || sortsMembers ? [absent] : []),
        ...(sortsMembers ? [wrong()] : []),
      ],
      returns: tsType`boolean`,
      body,
    });
  }

  /**
   * Notes that the quick check of a shape may say no, of an object as it is sent, to a value that
   * is valid.
   */
  leaveOpen(shape: Shape): void {
    this.#open.add(shape);
  }

  /** Whether the shape's own check was left open. */
  isOpen(shape: Shape): boolean {
    return this.#open.has(shape);
  }

  /** Whether of an object as it is sent the quick check of the shape is always right. */
  isExact(shape: Shape): boolean {
    const { fields, values, items } = shape;
    let isExact = this.#exact.get(shape);
    if (isExact === undefined) {
      const children = [...fields.values(), values, items].filter(
        (child) => typeof child === "object",
      );
      isExact = !this.#open.has(shape) && children.every((child) => this.isExact(child));
      this.#exact.set(shape, isExact);
    }
    return isExact;
  }

  #addConstant(shape: Shape, quickCheck: Member | undefined): void {
    const name = this.names.schema(shape);
    this.#constants.add(name, () => this.#writer.schemaLiteral(shape, quickCheck, this));
  }
}

const checkDoc = jsDoc({
  text: "The functions `isValid…` of this file check quickly whether a value is valid. `absent` is null for an object as it is sent: the server drops nulls, so they count as missing. If `wrong` is given, the names of invalid members are added to it; the reasons are then found by the schema.",
});

/** How often each shape is referred to from others. */
function countUses(root: Shape): ReadonlyMap<Shape, number> {
  const uses = new Map<Shape, number>();
  const visit = (shape: Shape): void => {
    const count = (uses.get(shape) ?? 0) + 1;
    uses.set(shape, count);
    if (count === 1) childrenOf(shape).forEach(visit);
  };
  visit(root);
  return uses;
}

function childrenOf(shape: Shape): readonly Shape[] {
  const { fields, values, items, allOf, anyOf, oneOf, not } = shape;
  const children = [...fields.values(), ...allOf, ...anyOf, ...oneOf];
  for (const child of [values, items, not]) {
    if (child !== undefined && child !== false) children.push(child);
  }
  return children;
}
