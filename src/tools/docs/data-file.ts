import { assetMark } from "../../codegen/emit/banner.js";
import type { OutputFile } from "../../codegen/emit/generated-file.js";

/**
 * A file of `data/`: a classic script, since pages of `file:` can load nothing else. It hands over
 * JSON as a text, so that nothing of it is code.
 *
 * @param key its path below `data/`, without `.js`
 */
export function dataFile(key: string, data: unknown, version: string | undefined): OutputFile {
  const json = JSON.stringify(JSON.stringify(data));
  return {
    path: `data/${key}.js`,
    text: `${assetMark("js", version)}\ncrdgenData(${JSON.stringify(key)}, ${json});\n`,
  };
}
