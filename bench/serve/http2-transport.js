// A transport over TLS and HTTP/2, by which Go's clients talk to servers.
import { connect } from "node:http2";

/** One connection for all requests; `token` is for servers that ask for one. */
export function http2Transport(url, { ca, token }) {
  const session = connect(url, { ca });
  const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` };
  return {
    send: ({ method, path, query, headers, body }) =>
      new Promise((resolve, reject) => {
        const place = query === undefined ? path : `${path}?${query}`;
        const named = { ...authorization, ...Object.fromEntries(headers) };
        const stream = session.request({ ":method": method, ":path": place, ...named });
        stream.setEncoding("utf8");
        stream.once("error", reject);
        stream.once("response", (answered) => {
          resolve({ status: answered[":status"], text: () => textOf(stream) });
        });
        stream.end(body);
      }),
    close: () => session.close(),
  };
}

async function textOf(stream) {
  let text = "";
  for await (const part of stream) text += part;
  return text;
}
