/*
 * Several releases in one table: what not all of them have says since and until when it is there.
 */

/** @param releases their rows, by minor */
export function joinReleases(releases) {
  const minors = [...releases.keys()].sort((one, other) => one - other);
  const all = minors.map((minor) => releases.get(minor));
  const part = (name) =>
    joinMaps(
      minors,
      all.map((release) => release[name]),
    );
  return { minors, resources: part("resources"), structs: part("structs"), enums: part("enums") };
}

/** The rows of each minor. */
export function releasesOf({ minors, resources, structs, enums }) {
  const of = (rows, minor) => {
    const found = new Map();
    for (const [name, texts] of Object.entries(rows)) {
      const own = texts.flatMap((text) => rowIn(text, minor) ?? []);
      if (own.length > 0) found.set(name, own[0] === "empty" ? [] : own);
    }
    return found;
  };
  return new Map(
    minors.map((minor) => [
      minor,
      { resources: of(resources, minor), structs: of(structs, minor), enums: of(enums, minor) },
    ]),
  );
}

function rowIn(text, minor) {
  const [, row, since, until] = /^(.*?)(?: since=(\d+))?(?: until=(\d+))?$/s.exec(text);
  if (Number(since ?? 0) > minor || Number(until ?? minor) < minor) return undefined;
  return row;
}

function joinMaps(minors, maps) {
  const names = [...new Set(maps.flatMap((map) => [...map.keys()]))].sort();
  return Object.fromEntries(
    names.map((name) => [
      name,
      joinRows(
        minors,
        maps.map((map) => rowsOf(map.get(name))),
      ),
    ]),
  );
}

/** What is empty, and there, has a row that says so. */
function rowsOf(rows) {
  return rows?.length === 0 ? ["empty"] : (rows ?? []);
}

/** All rows of all minors, in the order of the newest, older ones where they stood. */
function joinRows(minors, lists) {
  const joined = [];
  for (const rows of [...lists].reverse()) {
    let at = 0;
    for (const row of rows) {
      const found = joined.indexOf(row);
      if (found === -1) joined.splice(at++, 0, row);
      else at = found + 1;
    }
  }
  return joined.flatMap((row) =>
    ranges(
      minors,
      lists.map((rows) => rows.includes(row)),
    ).map((range) => row + range),
  );
}

/** The texts for the stretches of minors in which something is there. */
function ranges(minors, isThere) {
  const found = [];
  for (let first = 0; first < minors.length; first++) {
    if (!isThere[first] || isThere[first - 1]) continue;
    let last = first;
    while (isThere[last + 1]) last++;
    const since = first === 0 ? "" : ` since=${minors[first]}`;
    found.push(since + (last === minors.length - 1 ? "" : ` until=${minors[last]}`));
  }
  return found;
}
