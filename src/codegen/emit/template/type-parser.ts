import * as make from "../nodes/make.js";
import type { Expr, Member, Parameter, TypeNode } from "../nodes/nodes.js";
import type { Build } from "./build.js";
import { fixed, lift1, lift2, lift3, none, open, several } from "./build.js";
import { toAnnotation, toMembers, toParameters, toType, toTypes } from "./holes.js";
import { one, TokenReader } from "./reader.js";

const keywords = new Set(["any", "boolean", "never", "null", "number", "object", "string", "undefined", "unknown", "void", "true", "false", "symbol", "bigint"]); // prettier-ignore

/** Reads the types of a template, by recursive descent. */
export abstract class TypeParser extends TokenReader {
  /** A pattern or a name, with the three dots before it. */
  protected abstract pattern(): Build<Expr>;
  /** The value of a parameter where none is given. */
  protected abstract initial(): Build<Expr>;

  /** A type, or what a function says of its parameter. */
  returnType(): Build<TypeNode> {
    const asserts = this.next.text === "asserts" && this.peek(1).type === "word";
    const subject = this.peek(asserts ? 1 : 0);
    if (subject.type !== "word" || this.peek(asserts ? 2 : 1).text !== "is") return this.type();
    this.at += asserts ? 3 : 2;
    return lift1(this.type(), (of) => make.predicate(subject.text, of, asserts));
  }

  type(): Build<TypeNode> {
    const of = this.#union();
    if (!this.accept("extends")) return of;
    const bound = this.#union();
    this.expect("?");
    const yes = this.type();
    this.expect(":");
    const pairs = lift2(of, bound, (left, right) => [left, right] as const);
    return lift3(pairs, yes, this.type(), ([left, right], then, otherwise) =>
      make.choice(left, right, then, otherwise),
    );
  }

  /** `: type` behind a name, or a hole in its place, which may have none. */
  protected annotation(): Build<TypeNode | undefined> {
    const { type, hole } = this.next;
    if (type === "hole") {
      this.at++;
      return open((holes) => toAnnotation(holes[hole]));
    }
    return this.accept(":") ? this.type() : none;
  }

  #union(): Build<TypeNode> {
    this.accept("|");
    const first = this.#intersection();
    if (this.next.text !== "|") return first;
    const members = [one(first)];
    while (this.accept("|")) members.push(one(this.#intersection()));
    return lift1(several(members), make.union);
  }

  #intersection(): Build<TypeNode> {
    const first = this.postfixType();
    if (this.next.text !== "&") return first;
    const members = [one(first)];
    while (this.accept("&")) members.push(one(this.postfixType()));
    return lift1(several(members), make.intersection);
  }

  protected postfixType(): Build<TypeNode> {
    const { text } = this.next;
    if (this.#isOperator()) {
      this.at++;
      return lift1(this.postfixType(), (of) => make.typeOperator(text, of));
    }
    let of = this.#primaryType();
    while (this.next.text === "[" && this.next.lines === 0) {
      this.at++;
      if (this.accept("]")) of = lift1(of, make.arrayOf);
      else {
        of = lift2(of, this.type(), make.lookup);
        this.expect("]");
      }
    }
    return of;
  }

  #isOperator(): boolean {
    const { type, text } = this.peek(1);
    if (!["readonly", "keyof", "typeof"].includes(this.next.text)) return false;
    return type === "word" || type === "hole" || "([{".includes(text);
  }

  #primaryType(): Build<TypeNode> {
    if (this.next.text === "(" && this.#isFunction()) return this.#functionType(false);
    const { type, text, hole } = this.take();
    switch (type) {
      case "hole":
        return this.#typeOfHole(hole);
      case "string":
      case "number":
        return fixed(make.typeWord(text));
      case "word":
        return this.#named(text);
      default:
        return this.#inBrackets(text);
    }
  }

  #inBrackets(text: string): Build<TypeNode> {
    switch (text) {
      case "-":
        return fixed(make.typeWord(`-${this.take().text}`));
      case "(": {
        const inner = this.type();
        this.expect(")");
        return inner;
      }
      case "{":
        return lift1(this.members("}"), make.fieldsOf);
      case "[": {
        const members = this.items("]", () => this.#tupleMember(), toTupleMembers);
        return lift1(members, make.tuple);
      }
      default:
        return this.fail();
    }
  }

  /** A hole, or what is behind a dot in the namespace that it holds. */
  #typeOfHole(hole: number): Build<TypeNode> {
    const path = this.#path();
    const of = open((holes) => toType(holes[hole]));
    if (path === "" && this.next.text !== "<") return of;
    return lift2(of, this.typeArguments(), (base, args) => {
      if (base.kind !== "reference") throw new Error("invariant: a type that takes no types");
      return make.reference(base.name + path, args, base.use);
    });
  }

  /** Names, with the dots before them. */
  #path(): string {
    let path = "";
    while (this.accept(".")) path += `.${this.take().text}`;
    return path;
  }

  #named(text: string): Build<TypeNode> {
    if (text === "new") return this.#functionType(true);
    if (keywords.has(text)) return fixed(make.typeWord(text));
    const called = text + this.#path();
    return lift1(this.typeArguments(), (args) => make.reference(called, args));
  }

  /** Types in angle brackets, if they are there. */
  protected typeArguments(): Build<readonly TypeNode[]> {
    return this.accept("<") ? this.items(">", () => this.type(), toTypes) : fixed([]);
  }

  #isFunction(): boolean {
    return this.tokenAt(this.closing() + 1).text === "=>";
  }

  #functionType(isNew: boolean): Build<TypeNode> {
    const parameters = this.parameters();
    this.expect("=>");
    return lift2(parameters, this.returnType(), (all, result) =>
      make.signature(all, result, isNew),
    );
  }

  protected parameters(): Build<readonly Parameter[]> {
    this.expect("(");
    return this.items(")", () => this.#parameter(), toParameters);
  }

  #parameter(): Build<Parameter> {
    const pattern = this.pattern();
    const optional = this.accept("?");
    const annotation = this.annotation();
    const initial = this.accept("=") ? this.initial() : none;
    return lift3(pattern, annotation, initial, (left, of, value) =>
      make.parameter(left, of, optional, value),
    );
  }

  #tupleMember(): Build<Member> {
    const isNamed = this.peek(1).text === ":";
    const key = isNamed ? this.name() : fixed("");
    if (isNamed) this.at++;
    return lift2(key, this.type(), (name, of) => make.field(name, of));
  }

  /** Fields up to a word or sign, which is taken; `""`: up to the end. */
  members(last: string): Build<readonly Member[]> {
    const found: Build<readonly Member[]>[] = [];
    while (!(last === "" ? this.next.type === "end" : this.accept(last))) {
      const { type, hole } = this.next;
      const behind = this.peek(1).text;
      if (type === "hole" && behind !== ":" && behind !== "?") {
        this.at++;
        found.push(open((holes) => toMembers(holes[hole])));
      } else found.push(one(this.#member()));
      if (!this.accept(";")) this.accept(",");
    }
    return several(found);
  }

  #member(): Build<Member> {
    const doc: string[] = [];
    while (this.next.type === "comment") doc.push(...commentLines(this.take().text));
    const isReadonly = this.next.text === "readonly" && this.peek(1).text !== ":";
    if (isReadonly) this.at++;
    const key = this.next.text === "[" ? this.#indexKey() : this.name();
    const before = isReadonly ? "readonly " : "";
    const behind = this.accept("?") ? "?" : "";
    this.expect(":");
    return lift2(key, this.type(), (name, of) => make.field(before + name + behind, of, doc));
  }

  /** `[key: string]` */
  #indexKey(): Build<string> {
    this.expect("[");
    const key = this.take().text;
    this.expect(":");
    const { text } = this.take();
    this.expect("]");
    return fixed(`[${key}: ${text}]`);
  }
}

function toTupleMembers(splice: Parameters<typeof toTypes>[0]): readonly Member[] {
  return toTypes(splice).map((of) => make.field("", of));
}

/** The lines of a comment, as they stand below each other. */
function commentLines(text: string): readonly string[] {
  return text.split("\n").map((whole) => {
    const line = whole.trim();
    return line.startsWith("*") ? ` ${line}` : line;
  });
}
