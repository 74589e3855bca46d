import type { Environment } from "../../../cel/check/environment.js";
import { costModel } from "../../../cel/cost-model.js";
import { estimateCost } from "../../../cel/cost.js";
import { optionalValue } from "../../../cel/type.js";
import { descriptionOf } from "./descriptions.js";
import { costOf, fitsReceiver, macrosFor, shownType, signatureOf } from "./functions.js";
import { operatorHelp } from "./operator-help.js";
import type { ExpressionScope } from "./reading.js";
import { checkAlone, environmentAt, operandBefore, textOf, typeAlone } from "./scope.js";
import type { CelSpot } from "./spot.js";
import type { CelToken } from "./tokens.js";
import { dotBefore, tokensOf } from "./tokens.js";

/** What is known of a name, a value or a function in an expression. */
export interface CelHelp {
  /** In the file. */
  readonly from: number;
  readonly to: number;
  /** Types and signatures, one a line. */
  readonly code: readonly string[];
  /** A sentence about the function. */
  readonly meaning?: string;
  /** Untrusted text. */
  readonly description?: string;
  /** What it costs to evaluate it, at most. */
  readonly cost?: string;
}

/** Tells what is known of the word at a place; undefined where nothing is. */
export function helpAt(spot: CelSpot): CelHelp | undefined {
  const { text, offset, scope, toFile } = spot;
  if (scope === undefined) return undefined;
  const tokens = tokensOf(text);
  const index = tokens.findIndex(({ start, end }) => start <= offset && offset < end);
  const token = tokens[index];
  if (token === undefined) return undefined;
  const environment = environmentAt(scope.environment, text, tokens, index);
  const place = { scope, environment, text, tokens, index };
  const isCall = token.kind === "IDENTIFIER" && tokens[index + 1]?.kind === "(";
  const help = isCall
    ? ofCall(place, textOf(text, token))
    : (operatorHelp(environment, text, tokens, index) ?? ofOperand(place));
  return help && { ...help, from: toFile(token.start), to: toFile(token.end) };
}

interface Place {
  readonly scope: ExpressionScope;
  readonly environment: Environment;
  readonly text: string;
  readonly tokens: readonly CelToken[];
  readonly index: number;
}

type Help = Omit<CelHelp, "from" | "to">;

/** The operand that ends with the token: its type, and what it costs. */
function ofOperand({ scope, environment, text, tokens, index }: Place): Help | undefined {
  const token = tokens[index];
  const operand = operandBefore(text, tokens, index);
  if (token === undefined || operand === undefined || token.kind === "}") return undefined;
  const checked = checkAlone(environment, operand);
  const type = checked?.types.get(checked.ast.id);
  if (checked === undefined || type === undefined) return undefined;
  const description = descriptionBefore({ scope, environment, text, tokens, index });
  const { kubernetesVersion } = environment;
  const { max } = estimateCost(checked, costModel(kubernetesVersion, scope.declared));
  // Of the variables of macros nobody knows here how large they can be.
  const isKnown = environment === scope.environment && token.kind === ")";
  return {
    code: [`${operand}: ${shownType(type)}`],
    ...(description !== undefined && { description }),
    ...(isKnown && { cost: `Costs at most ${amountText(max)}.` }),
  };
}

/** The description of the field that a token names. */
function descriptionBefore(place: Place): string | undefined {
  const { scope, environment, text, tokens, index } = place;
  const receiver = receiverBefore(place);
  const type = receiver === undefined ? undefined : typeAlone(environment, receiver);
  const holder = type && (optionalValue(type) ?? type);
  if (holder?.kind !== "object") return undefined;
  return descriptionOf(scope.schema, holder.name, textOf(text, tokens[index]));
}

/** The text of the operand before the dot of a token; undefined where there is no dot. */
function receiverBefore({ text, tokens, index }: Place): string | undefined {
  const dot = dotBefore(tokens, index);
  return dot === undefined ? undefined : operandBefore(text, tokens, dot - 1);
}

/** The signatures of a function or the forms of a macro, those that fit the receiver. */
function ofCall(place: Place, name: string): Help | undefined {
  const { environment } = place;
  const receiver = receiverBefore(place);
  const isSpace = receiver !== undefined && environment.qualifiers.has(receiver);
  const fullName = isSpace ? `${receiver}.${name}` : name;
  const type = receiver === undefined || isSpace ? undefined : typeAlone(environment, receiver);
  const macros = macrosFor(environment, type).filter((macro) => macro.name === name);
  const [macro] = macros;
  if (macro !== undefined) return { code: macros.map(({ form }) => form), meaning: macro.meaning };
  const style = receiver === undefined || isSpace ? "global" : "member";
  const all = environment.functions.get(fullName)?.filter((one) => one.style === style) ?? [];
  const fitting = type === undefined ? all : all.filter((one) => fitsReceiver(one, type));
  const shown = fitting.length > 0 ? fitting : all;
  const [first] = shown;
  return first && { code: shown.map(signatureOf), cost: costOf(first) };
}

/** A cost, with commas between thousands. */
export function amountText(amount: number | bigint): string {
  return String(amount).replace(/\B(?=(?:\d{3})+$)/g, ",");
}
