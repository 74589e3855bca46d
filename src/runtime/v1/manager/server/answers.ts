/** The answer to a request. */
export interface PlainAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** An answer that is text. */
export function textAnswer(
  status: number,
  body: string,
  contentType = "text/plain; charset=utf-8",
): PlainAnswer {
  const headers = { "content-type": contentType, "x-content-type-options": "nosniff" };
  return { status, headers, body };
}

/** In the words of Go's `net/http`. */
export function pageNotFound(): PlainAnswer {
  return textAnswer(404, "404 page not found\n");
}
