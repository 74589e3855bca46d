import { stringify } from "yaml";
import { stringifyJson } from "../../../src/runtime/v1/values/go/json.js";
import type { Json } from "../../../src/runtime/v1/values/json/json.js";
import { broken } from "./broken.js";
import type { Generator, Scope } from "./generator.js";
import { weighted } from "./generator.js";
import { anyContentType } from "./headers.js";
import type { GrammarRequest } from "./request.js";

/** A body with its type; `undefined` for none. */
export type DrawnBody = Pick<GrammarRequest, "body" | "isProtobuf"> & { readonly type?: string };

/** How a value may be sent. */
export type Form = "json" | "yaml" | "protobuf";

/** No body at all. */
export const noBody: Generator<DrawnBody> = () => ({});

/** A value in one of the forms, with the type of its form, and now and then with faults. */
export function bodyOf(
  value: Generator<Json>,
  forms: Generator<Form>,
  typeOf: Readonly<Record<Form, string>> = mediaTypes,
): Generator<DrawnBody> {
  return (scope) => {
    const form = forms(scope);
    const drawn = encode(value(scope), form);
    const type = typeOf[form];
    const { random } = scope;
    if (random.chance(0.05)) return { ...drawn, type: anyContentType(scope) };
    if (random.chance(0.05)) return { body: broken(drawn.body)(scope), type };
    return { ...drawn, type };
  };
}

function encode(value: Json, form: Form): { readonly body: string; readonly isProtobuf?: true } {
  if (form === "yaml") return { body: stringify(plain(value)) };
  const body = stringifyJson(value);
  return form === "protobuf" ? { body, isProtobuf: true } : { body };
}

/** Numbers that JavaScript has no form for are as close as they can be. */
function plain(value: Json): unknown {
  return JSON.parse(stringifyJson(value));
}

const mediaTypes: Readonly<Record<Form, string>> = {
  json: "application/json",
  yaml: "application/yaml",
  protobuf: "application/vnd.kubernetes.protobuf",
};

/** Custom resources have no Protocol Buffers. */
export const objectForm: Generator<Form> = (scope) =>
  scope.resource.isBuiltin ? builtinForm(scope) : customForm(scope);

const customForm = weighted<Form>([12, () => "json"], [2, () => "yaml"]);
const builtinForm = weighted<Form>([12, () => "json"], [2, () => "yaml"], [2, () => "protobuf"]);

/** As `kubectl` and others write configurations. */
export const appliedForm = weighted<Form>([3, () => "json"], [1, () => "yaml"]);

/** For patches, which have one form. */
export function asJson(_: Scope): Form {
  return "json";
}
