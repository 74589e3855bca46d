import type { TokenKind } from "../syntax/token.js";
import type { Decision, Edge, Rule, State, StateKind } from "./automaton.js";

/** The grammar of CEL, as an automaton to be walked. */
export interface Grammar {
  readonly start: Rule;
}

/** A part of a production. */
type Part =
  | { readonly part: "tokens"; readonly tokens: readonly TokenKind[]; readonly label?: string }
  | {
      readonly part: "call";
      readonly rule: RuleName;
      readonly precedence: number;
      readonly label: string;
    }
  | { readonly part: "optional"; readonly body: Production }
  | { readonly part: "loop"; readonly body: Production; readonly by: Decision["by"] }
  | { readonly part: "repeat"; readonly body: Production; readonly by: Decision["by"] };

type Production = readonly Part[];

interface Alternative {
  readonly name: string;
  readonly production: Production;
}

/** An operator of a rule with precedences: `operand` and what follows it. */
interface Operator extends Alternative {
  readonly level: number;
}

type RuleDefinition =
  | {
      readonly kind: "plain";
      readonly by: Decision["by"];
      readonly alternatives: readonly Alternative[];
    }
  | {
      readonly kind: "precedence";
      readonly operand: Alternative;
      readonly operators: readonly Operator[];
    };

type RuleName = keyof ReturnType<typeof definitions>;

function token(kind: TokenKind, label?: string): Part {
  return label === undefined
    ? { part: "tokens", tokens: [kind] }
    : { part: "tokens", tokens: [kind], label };
}

function oneOf(tokens: readonly TokenKind[], label: string): Part {
  return { part: "tokens", tokens, label };
}

function call(rule: string, label: string, precedence = 0): Part {
  return { part: "call", rule: rule as RuleName, precedence, label }; // checked when the automaton is built
}

function optional(...body: Production): Part {
  return { part: "optional", body };
}

function loop(by: Decision["by"], ...body: Production): Part {
  return { part: "loop", body, by };
}

function repeat(by: Decision["by"], ...body: Production): Part {
  return { part: "repeat", body, by };
}

function sequence(...production: Production): RuleDefinition {
  return { kind: "plain", by: "first", alternatives: [{ name: "", production }] };
}

function choice(by: Decision["by"], alternatives: Record<string, Production>): RuleDefinition {
  return {
    kind: "plain",
    by,
    alternatives: Object.entries(alternatives).map(([name, production]) => ({ name, production })),
  };
}

function operatorsOf(operand: Alternative, operators: readonly Operator[]): RuleDefinition {
  return { kind: "precedence", operand, operators };
}

/**
 * A binary operator that groups from the left: its right side holds only what binds more tightly.
 */
function binary(rule: string, level: number, tokens: readonly TokenKind[]): Operator {
  const production = [oneOf(tokens, "op"), call(rule, "right", level + 1)];
  return { name: "operation", level, production };
}

/**
 * cel-go's `parser/gen/CEL.g4`; labels are those that its visitor asks for. Names in backticks came
 * with 1.33.
 */
function definitions(backticks: boolean) {
  const fieldName: Production = backticks
    ? [call("escapeIdent", "id")]
    : [token("IDENTIFIER", "id")];
  const trailingComma = optional(token(","));
  const argumentList: Production = [
    token("(", "open"),
    optional(call("exprList", "args")),
    token(")"),
  ];
  const value: Production = [token(":", "cols"), call("expr", "values")];
  const field: Production = [call("optField", "fields"), ...value];
  const entry: Production = [call("optExpr", "keys"), ...value];
  const leadingDot = optional(token(".", "leadingDot"));
  return {
    start: sequence(call("expr", "e"), token("<EOF>")),
    expr: sequence(
      call("conditionalOr", "e"),
      optional(token("?", "op"), call("conditionalOr", "e1"), token(":"), call("expr", "e2")),
    ),
    conditionalOr: sequence(
      call("conditionalAnd", "e"),
      loop("first", token("||", "ops"), call("conditionalAnd", "e1")),
    ),
    conditionalAnd: sequence(
      call("relation", "e"),
      loop("first", token("&&", "ops"), call("relation", "e1")),
    ),
    relation: operatorsOf({ name: "", production: [call("calc", "e")] }, [
      binary("relation", 1, ["<", "<=", ">=", ">", "==", "!=", "in"]),
    ]),
    calc: operatorsOf({ name: "", production: [call("unary", "e")] }, [
      binary("calc", 2, ["*", "/", "%"]),
      binary("calc", 1, ["+", "-"]),
    ]),
    unary: choice("predicted", {
      memberExpr: [call("member", "e")],
      logicalNot: [repeat("first", token("!", "ops")), call("member", "e")],
      negate: [repeat("predicted", token("-", "ops")), call("member", "e")],
    }),
    member: operatorsOf({ name: "primaryExpr", production: [call("primary", "e")] }, [
      {
        name: "select",
        level: 3,
        production: [token(".", "op"), optional(token("?", "opt")), ...fieldName],
      },
      {
        name: "memberCall",
        level: 2,
        production: [token(".", "op"), token("IDENTIFIER", "id"), ...argumentList],
      },
      {
        name: "index",
        level: 1,
        production: [
          token("[", "op"),
          optional(token("?", "opt")),
          call("expr", "index"),
          token("]"),
        ],
      },
    ]),
    primary: choice("predicted", {
      ident: [leadingDot, token("IDENTIFIER", "id")],
      globalCall: [leadingDot, token("IDENTIFIER", "id"), ...argumentList],
      nested: [token("("), call("expr", "e"), token(")")],
      createList: [
        token("[", "op"),
        optional(call("listInit", "elems")),
        trailingComma,
        token("]"),
      ],
      createStruct: [
        token("{", "op"),
        optional(call("mapInitializerList", "entries")),
        trailingComma,
        token("}"),
      ],
      createMessage: [
        leadingDot,
        token("IDENTIFIER", "ids"),
        loop("first", token(".", "ops"), token("IDENTIFIER", "ids")),
        token("{", "op"),
        optional(call("fieldInitializerList", "entries")),
        trailingComma,
        token("}"),
      ],
      constantLiteral: [call("literal", "e")],
    }),
    exprList: sequence(call("expr", "e"), loop("first", token(","), call("expr", "e"))),
    listInit: sequence(
      call("optExpr", "elems"),
      loop("predicted", token(","), call("optExpr", "elems")),
    ),
    fieldInitializerList: sequence(...field, loop("predicted", token(","), ...field)),
    optField: sequence(optional(token("?", "opt")), ...fieldName),
    mapInitializerList: sequence(...entry, loop("predicted", token(","), ...entry)),
    escapeIdent: choice("first", {
      simple: [token("IDENTIFIER", "id")],
      escaped: [token("ESC_IDENTIFIER", "id")],
    }),
    optExpr: sequence(optional(token("?", "opt")), call("expr", "e")),
    literal: choice("predicted", {
      int: [optional(token("-", "sign")), token("NUM_INT", "tok")],
      uint: [token("NUM_UINT", "tok")],
      double: [optional(token("-", "sign")), token("NUM_FLOAT", "tok")],
      string: [token("STRING", "tok")],
      bytes: [token("BYTES", "tok")],
      true: [token("true", "tok")],
      false: [token("false", "tok")],
      null: [token("null", "tok")],
    }),
  };
}

/** The grammar with names in backticks, as servers from 1.33 on have it, or without. */
export function createGrammar(backticks: boolean): Grammar {
  const builder = new AutomatonBuilder(definitions(backticks));
  return { start: builder.build() };
}

class AutomatonBuilder {
  readonly #definitions: Readonly<Record<string, RuleDefinition>>;
  readonly #rules = new Map<string, Rule>();
  #states = 0;
  #decisions = 0;

  constructor(rules: Readonly<Record<string, RuleDefinition>>) {
    this.#definitions = rules;
    for (const name of Object.keys(rules)) this.#rules.set(name, this.#createRule(name));
  }

  build(): Rule {
    for (const [name, definition] of Object.entries(this.#definitions)) {
      const rule = this.#rule(name);
      if (definition.kind === "plain") this.#addAlternatives(rule, definition);
      else this.#addOperators(rule, definition);
    }
    return this.#rule("start");
  }

  #createRule(name: string): Rule {
    type Unfinished = { -readonly [Key in keyof Rule]: Rule[Key] };
    const rule = { name, returns: [] } as unknown as Unfinished; // a rule and its first states name each other
    rule.start = this.#state(rule, "basic");
    rule.stop = this.#state(rule, "stop");
    return rule;
  }

  #rule(name: string): Rule {
    const rule = this.#rules.get(name);
    if (rule === undefined) throw new Error(`no rule ${name}`);
    return rule;
  }

  #state(rule: Rule, kind: StateKind): State {
    return {
      index: this.#states++,
      rule,
      kind,
      edges: [],
      decision: undefined,
      wrapsOperand: false,
    };
  }

  #decide(state: State, by: Decision["by"], isPrecedenceLoop = false): void {
    state.decision = { index: this.#decisions++, by, isPrecedenceLoop };
  }

  #epsilon(from: State, to: State, alternative?: string): void {
    from.edges.push({ kind: "epsilon", to, alternative });
  }

  #addAlternatives(rule: Rule, definition: Extract<RuleDefinition, { kind: "plain" }>): void {
    const { alternatives, by } = definition;
    const [only] = alternatives;
    if (alternatives.length === 1 && only !== undefined) {
      this.#addProduction(rule, rule.start, only.production, rule.stop);
      return;
    }
    const block = this.#state(rule, "block");
    this.#epsilon(rule.start, block);
    this.#decide(block, by);
    // Calls at the ends of alternatives return to one state: that tells ANTLR when they no longer
    // differ.
    const end = this.#state(rule, "basic");
    this.#epsilon(end, rule.stop);
    for (const { name, production } of alternatives) {
      const first = this.#state(rule, "basic");
      this.#epsilon(block, first, name);
      this.#addProduction(rule, first, production, end);
    }
  }

  /** `operand (operator)*`, as ANTLR rewrites a left-recursive rule. */
  #addOperators(rule: Rule, definition: Extract<RuleDefinition, { kind: "precedence" }>): void {
    const { operand, operators } = definition;
    const first = this.#state(rule, "basic");
    this.#epsilon(rule.start, first, operand.name);
    const entry = this.#state(rule, "loop");
    this.#addProduction(rule, first, operand.production, entry);
    const body = this.#state(rule, "body");
    const back = this.#state(rule, "loopBack");
    body.wrapsOperand = true;
    this.#decide(entry, "predicted", true);
    this.#epsilon(entry, body);
    this.#epsilon(entry, rule.stop);
    this.#epsilon(back, entry);
    if (operators.length > 1) this.#decide(body, "predicted");
    for (const { name, level, production } of operators) {
      const [start, checked] = [this.#state(rule, "basic"), this.#state(rule, "basic")];
      this.#epsilon(body, start, name);
      start.edges.push({ kind: "precedence", level, to: checked });
      this.#addProduction(rule, checked, production, back);
    }
  }

  #addProduction(rule: Rule, from: State, production: Production, to: State): void {
    let state = from;
    production.forEach((part, index) => {
      const next = index === production.length - 1 ? to : this.#state(rule, "basic");
      this.#addPart(rule, state, part, next);
      state = next;
    });
  }

  #addPart(rule: Rule, from: State, part: Part, to: State): void {
    switch (part.part) {
      case "tokens":
        from.edges.push(tokenEdge(part, to));
        break;
      case "call":
        this.#addCall(from, part, to);
        break;
      case "optional":
        this.#addOptional(rule, from, part.body, to);
        break;
      case "loop":
        this.#addLoop(rule, from, part, to);
        break;
      case "repeat":
        this.#addRepeat(rule, from, part, to);
        break;
    }
  }

  #addCall(from: State, part: Extract<Part, { part: "call" }>, to: State): void {
    const { precedence, label } = part;
    const called = this.#rule(part.rule);
    from.edges.push({ kind: "call", rule: called, precedence, to, label });
    const hasPrecedences = this.#definitions[part.rule]?.kind === "precedence";
    called.returns.push({ to, isOutermost: hasPrecedences && precedence === 0 });
  }

  #addOptional(rule: Rule, from: State, body: Production, to: State): void {
    const block = this.#state(rule, "block");
    this.#epsilon(from, block);
    this.#decide(block, "first");
    const first = this.#state(rule, "basic");
    this.#epsilon(block, first);
    this.#epsilon(block, to);
    this.#addProduction(rule, first, body, to);
  }

  #addLoop(rule: Rule, from: State, part: Extract<Part, { part: "loop" }>, to: State): void {
    const entry = this.#state(rule, "loop");
    const body = this.#state(rule, "body");
    const back = this.#state(rule, "loopBack");
    const first = this.#state(rule, "basic");
    this.#epsilon(from, entry);
    this.#decide(entry, part.by);
    this.#epsilon(entry, body);
    this.#epsilon(entry, to);
    this.#epsilon(body, first);
    this.#addProduction(rule, first, part.body, back);
    this.#epsilon(back, entry);
  }

  #addRepeat(rule: Rule, from: State, part: Extract<Part, { part: "repeat" }>, to: State): void {
    const start = this.#state(rule, "repeat");
    const back = this.#state(rule, "repeatBack");
    const first = this.#state(rule, "basic");
    this.#epsilon(from, start);
    this.#epsilon(start, first);
    this.#addProduction(rule, first, part.body, back);
    this.#decide(back, part.by);
    this.#epsilon(back, first);
    this.#epsilon(back, to);
  }
}

function tokenEdge(part: Extract<Part, { part: "tokens" }>, to: State): Edge {
  return { kind: "tokens", tokens: new Set(part.tokens), to, label: part.label };
}
