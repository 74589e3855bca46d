declare global {
  /** Called by each file of `data/`: pages of `file:` can load scripts, and nothing else. */
  var crdgenData: ((key: string, json: string) => void) | undefined;
}

const waiting = new Map<string, (json: string) => void>();
const loaded = new Map<string, Promise<unknown>>();

/** Lets the files of `data/` hand over what they hold. */
export function installDataLoader(): void {
  const others = globalThis.crdgenData; // of another script of the page
  globalThis.crdgenData = (key, json) => {
    waiting.get(key)?.(json);
    others?.(key, json);
  };
}

/**
 * Loads the content of a file of `data/`; each is loaded once.
 *
 * @param key the path of the file below `data/`, without `.js`
 * @param root the URL of the site's root, relative to the page, such as `../../`
 */
export function loadData(key: string, root: string): Promise<unknown> {
  let data = loaded.get(key);
  if (data === undefined) {
    data = new Promise<string>((resolve, reject) => {
      waiting.set(key, resolve);
      const script = document.createElement("script");
      const path = key.split("/").map(encodeURIComponent).join("/");
      script.src = `${root}data/${path}.js`;
      script.addEventListener("error", () => {
        reject(new Error(`data/${key}.js cannot be loaded`));
      });
      document.head.append(script);
    }).then((json): unknown => JSON.parse(json));
    loaded.set(key, data);
  }
  return data;
}
