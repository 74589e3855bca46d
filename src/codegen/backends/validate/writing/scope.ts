import type { LibraryValue, RuntimeValue } from "../../../../runtime/contract.js";
import type { Json } from "../../../../runtime/v1/values/json/json.js";
import { dialectOf } from "../../../../runtime/versions/dialects.js";
import type { KubernetesMinor } from "../../../../runtime/versions/kubernetes-version.js";
import type { Expr, TypeNode } from "../../../emit/code.js";
import { imported, tsType } from "../../../emit/code.js";
import type { EmitContext } from "../../backend.js";
import { jsonLiteral } from "../../json-literal.js";
import type { ShapeNames } from "../shape-names.js";

/** The names that the code of a unit may use: those of its file and of the runtime. */
export class Scope {
  readonly context: EmitContext;
  readonly names: ShapeNames;
  readonly server: KubernetesMinor;

  constructor(context: EmitContext, names: ShapeNames, server: KubernetesMinor) {
    this.context = context;
    this.names = names;
    this.server = server;
  }

  /** A value of the runtime. */
  runtime(name: RuntimeValue | LibraryValue): Expr {
    return imported(this.context.runtime(name));
  }

  json(value: Json): Expr {
    return jsonLiteral(value, (name) => this.context.runtime(name));
  }

  /** The runtime's type of schemas as data. */
  get schemaType(): TypeNode {
    return tsType`${this.context.runtimeType("ValueSchema")}`;
  }

  /** The dialect as a last argument of a call, nothing for the newest server. */
  get dialectArgument(): readonly Expr[] {
    const { symbol } = dialectOf(this.server);
    return symbol === undefined ? [] : [this.runtime(symbol)];
  }
}
