// The generated code and its runtime, and the server that they are tried on.

export async function loadKit(folder, settings) {
  const modules = await Promise.all(
    [
      "stable.example.com/v1/crontabs/index.js",
      "runtime/v1/index.js",
      "runtime/v1/informer.js",
      "runtime/v1/controller.js",
      "runtime/v1/webhooks.js",
    ].map((path) => import(`${folder}${path}`)),
  );
  const all = Object.assign({}, ...modules);
  const { memoryApiServer } = await import(`${folder}runtime/v1/testing.js`);
  const { cronTab } = await import(`${folder}stable.example.com/v1/crontabs/testing.js`);
  return {
    ...all,
    ...settings,
    memory: { memoryApiServer, cronTab },
    /** Has the server do something, and asks for its figures. */
    control: async (name) => (await fetch(`${settings.http}/control/${name}/`)).json(),
    transport: ({ origin = settings.http, prefix = "", token } = {}) =>
      all.fetchTransport({ baseUrl: origin + prefix, token }),
  };
}
