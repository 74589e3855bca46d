import type { TransportRequest, TransportResponse } from "../../runtime/v1/client/transport.js";
import { Failure } from "../../runtime/v1/testing/failure.js";
import type { OutputForm } from "../../runtime/v1/testing/media-types.js";
import { negotiateOutput } from "../../runtime/v1/testing/media-types.js";
import { headerOf, ServerCall } from "../../runtime/v1/testing/server-call.js";
import { statusJson } from "../../runtime/v1/testing/struct-json.js";
import type { JsonObject } from "../../runtime/v1/values/json/json.js";
import { acceptedForm } from "../../server/protobuf/accepted-form.js";
import { encodeObject, protobufType } from "../../server/protobuf/envelope.js";
import { plainResponse } from "./plain-response.js";

type Headers = readonly (readonly [name: string, value: string])[];

/**
 * A failure that is found before the API is asked, in the form that the client accepts (apiserver
 * `endpoints/handlers/responsewriters/writers.go`, ErrorNegotiated).
 */
export function statusResponse(
  request: TransportRequest,
  { status }: Failure,
  more: Headers = [],
): TransportResponse {
  const code = status.code ?? 500;
  const accept = headerOf(request, "accept");
  if (acceptedForm(accept, "custom").isFailureBinary) {
    const bytes = encodeObject(JSON.parse(statusJson(status)) as JsonObject); // of an object
    return plainResponse(code, [["content-type", protobufType], ...more], bytes);
  }
  // The path may be none that can be read.
  const call = new ServerCall({ ...request, path: "/" });
  call.form = formOf(accept, call.isPretty);
  const { headers, body } = call.answer(code, statusJson(status));
  return plainResponse(code, [...headers, ...more], typeof body === "string" ? body : "");
}

/** Who accepts nothing of what there is gets JSON, as people read it. */
function formOf(accept: string, isPretty: boolean): OutputForm {
  try {
    return negotiateOutput(accept, isPretty, false, false);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { format: "json", as: undefined, version: "v1", isPretty: true };
  }
}
