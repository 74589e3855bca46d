import { expect, it } from "vitest";
import {
  isIpv4,
  isIpv6,
  isMac,
  isUri,
} from "../../../../../src/runtime/v1/values/formats/addresses.js";
import {
  isBsonObjectId,
  isByte,
  isHexColor,
  isK8sLongName,
  isK8sShortName,
  isRgbColor,
  isSsn,
  isUuid,
  isUuid3,
  isUuid4,
  isUuid5,
} from "../../../../../src/runtime/v1/values/formats/codes.js";
import { isEmail } from "../../../../../src/runtime/v1/values/formats/email.js";
import { isDate, isDateTime } from "../../../../../src/runtime/v1/values/formats/times.js";

type Check = (text: string) => boolean;

const characters = Array.from({ length: 129 }, (_, code) => String.fromCharCode(code));

/**
 * Which ASCII characters, and U+0080, fit at a place of a text: `[0-9a-f]`, with `?` if none has
 * to, `+` if two can.
 */
function fitting(check: Check, text: string, place: number): string {
  const before = text.slice(0, place);
  const after = text.slice(place + 1);
  const fits = characters.map((character) => check(before + character + after));
  let ranges = "";
  for (let code = 0; code < fits.length; code++) {
    if (fits[code] !== true) continue;
    const first = code;
    while (fits[code + 1] === true) code++;
    ranges += shown(first) + (code > first ? `-${shown(code)}` : "");
  }
  const character = text.charAt(place);
  const less = check(before + after) ? "?" : "";
  return `[${ranges}]${less}${check(before + character + character + after) ? "+" : ""}`;
}

function shown(code: number): string {
  const isPlain = code > 0x20 && code < 0x7f;
  return isPlain ? String.fromCharCode(code) : `\\x${code.toString(16).padStart(2, "0")}`;
}

/** What fits at every place of a text, each with how many places in a row it is. */
function placesOf(check: Check, text: string): string[] {
  const places: string[] = [];
  let count = 0;
  for (let place = 0; place < text.length; place++) {
    const found = fitting(check, text, place);
    count = places.at(-1) === `${count} ${found}` ? count + 1 : 1;
    if (count > 1) places.pop();
    places.push(`${count} ${found}`);
  }
  return places;
}

/**
 * Facts of the Go functions, compiled with Go 1.26: one character of a text after the other is put
 * in another's place.
 */
it.each<[name: string, check: Check, text: string, places: string]>([
  ["bsonobjectid", isBsonObjectId, "507f1f77bcf86cd799439011", "24 [0-9A-Fa-f]"],
  ["byte", isByte, "aZ9+", "3 [+/-9A-Za-z] 1 [+/-9=A-Za-z]"],
  ["byte", isByte, "aZ9=", "2 [+/-9A-Za-z] 2 [+/-9=A-Za-z]"],
  ["byte", isByte, "aZ==", "2 [+/-9A-Za-z] 1 [+/-9=A-Za-z] 1 [=]"],
  [
    "date",
    isDate,
    "2024-02-29",
    "2 [0-9] 1 [02468] 1 [048] 1 [-] 1 [0-1] 1 [1-9] 1 [-] 1 [0-2] 1 [0-9]",
  ],
  ["date", isDate, "1904-10-31", "4 [0-9] 1 [-] 1 [1] 1 [02] 1 [-] 1 [0-3] 1 [0-1]"],
  [
    "date-time",
    isDateTime,
    "2024-10-30T22:34:56.5+07:08",
    "4 [0-9] 1 [-] 1 [1] 1 [0-2] 1 [-] 1 [1-3] 1 [0-1] 1 [Tt] 1 [0-2] 1 [0-3] 1 [:] 1 [0-5] 1 [0-9] 1 [:] 1 [0-5] 1 [0-9] 1 [\\x00-\\x09\\x0b-SU-su-\\x80] 1 [0-9]+ 1 [+-] 2 [0-9] 1 [:] 2 [0-9]",
  ],
  [
    "date-time",
    isDateTime,
    "2024-10-09T12:34:56Z",
    "4 [0-9] 1 [-] 1 [1] 1 [0-2] 1 [-] 1 [0-2] 1 [1-9] 1 [Tt] 1 [0-2] 1 [0-9] 1 [:] 1 [0-5] 1 [0-9] 1 [:] 1 [0-5] 1 [0-9] 1 [Zz]",
  ],
  [
    "email",
    isEmail,
    "a@b.c",
    "1 [!#-'*-+-/-9=?A-Z^-~\\x80]+ 1 [@] 1 [!#-'*-+-/-9=?A-Z^-~\\x80]+ 1 [!#-'*-+--9=?A-Z^-~\\x80]? 1 [!#-'*-+-/-9=?A-Z^-~\\x80]+",
  ],
  [
    "email",
    isEmail,
    "=?us-ascii?Q?=4f?= <a@b>",
    "2 [\\x09\\x20-!#-'*-+--9=?A-Z^-~\\x80]?+ 1 [\\x09\\x20?Uu] 1 [\\x09\\x20?Ss] 1 [\\x09\\x20-?] 1 [\\x09\\x20?Aa] 1 [\\x09\\x20?Ss] 1 [\\x09\\x20?Cc] 2 [\\x09\\x20?Ii] 9 [\\x09\\x20-!#-'*-+--9=?A-Z^-~\\x80]?+ 1 [<] 1 [!#-'*-+-/-9=?A-Z^-~\\x80]+ 1 [@] 1 [!#-'*-+-/-9=?A-Z^-~\\x80]+ 1 [>]",
  ],
  [
    "email",
    isEmail,
    "=?x?b?YQ==?= <a@b>",
    "1 [\\x09\\x20-!#-'*-+--9?A-Z^-~\\x80]?+ 1 [\\x09\\x20-!#-'*-+--9=A-Z^-~\\x80]?+ 1 [\\x09\\x20?]? 1 [\\x09\\x20-!#-'*-+--9=A-Z^-~\\x80]?+ 1 [\\x09\\x20-!#-'*-+--9=?AC-Z^-ac-~\\x80]?+ 1 [\\x09\\x20-!#-'*-+--9=A-Z^-~\\x80]?+ 2 [\\x09\\x20-!#-'*--.=?^-`{-~\\x80]?+ 1 [\\x09\\x20-!#-'*--.?^-`{-~\\x80]?+ 1 [\\x09\\x20-!#-'*-+--9?A-Z^-~\\x80]?+ 1 [\\x09\\x20-!#-'*-+--9=A-Z^-~\\x80]?+ 1 [\\x09\\x20-!#-'*-+--9?A-Z^-~\\x80]?+ 1 [!#-'*-+--9=?A-Z^-~\\x80] 5 []",
  ],
  [
    "email",
    isEmail,
    '"a b"@[::1]',
    '1 ["] 2 [\\x09\\x20-!#-~\\x80]?+ 1 [\\x09\\x20-!#-[]-~\\x80]?+ 1 ["] 1 [@] 1 [[] 2 [:] 1 [0-9A-Fa-f]?+ 1 []]',
  ],
  [
    "email",
    isEmail,
    "a@b (c)",
    "1 [!#-'*-+-/-9=?A-Z^-~\\x80]+ 1 [@] 1 [!#-'*-+-/-9=?A-Z^-~\\x80]+ 1 [\\x09\\x20-!#-'*-+-/-9=?A-Z^-~\\x80]?+ 1 [(] 1 [\\x00-'*-[]-\\x80]?+ 1 [)]",
  ],
  ["hexcolor", isHexColor, "#a0F", "1 [#]? 3 [0-9A-Fa-f]"],
  ["hexcolor", isHexColor, "#a0FfA9", "1 [#]? 6 [0-9A-Fa-f]"],
  [
    "ipv4",
    isIpv4,
    "1.22.199.255",
    "1 [0-9]+ 1 [.] 2 [0-9]?+ 1 [.] 1 [0-1]? 2 [0-9]? 1 [.] 1 [0-2]? 2 [0-5]?",
  ],
  [
    "ipv6",
    isIpv6,
    "1:a::0F:1.2.3.4",
    "1 [0-9A-Fa-f]+ 1 [0-:A-Fa-f]? 1 [0-9A-Fa-f]+ 2 [:] 2 [0-9A-Fa-f]?+ 1 [:] 1 [0-9]+ 1 [.] 1 [0-9]+ 1 [.] 1 [0-9]+ 1 [.] 1 [0-9]+",
  ],
  [
    "ipv6",
    isIpv6,
    "1:2:3:4:5:6:7:fF09",
    "1 [0-:A-Fa-f]+ 1 [:] 1 [0-9A-Fa-f]?+ 1 [:] 1 [0-9A-Fa-f]?+ 1 [:] 1 [0-9A-Fa-f]?+ 1 [:] 1 [0-9A-Fa-f]?+ 1 [:] 1 [0-9A-Fa-f]?+ 1 [:] 1 [0-9A-Fa-f]?+ 1 [:] 4 [0-9A-Fa-f]?",
  ],
  [
    "k8s-long-name",
    isK8sLongName,
    "a-b.c",
    "1 [0-9a-z]+ 1 [--.0-9a-z]?+ 1 [0-9a-z]+ 1 [--.0-9a-z]? 1 [0-9a-z]+",
  ],
  ["k8s-short-name", isK8sShortName, "a-b", "1 [0-9a-z]+ 1 [-0-9a-z]?+ 1 [0-9a-z]+"],
  [
    "mac",
    isMac,
    "01:23:ab:cd:ef:AF",
    "2 [0-9A-Fa-f] 1 [:] 2 [0-9A-Fa-f] 1 [:] 2 [0-9A-Fa-f] 1 [:] 2 [0-9A-Fa-f] 1 [:] 2 [0-9A-Fa-f] 1 [:] 2 [0-9A-Fa-f]",
  ],
  [
    "mac",
    isMac,
    "01-23-ab-cd-ef-AF-00-99",
    "2 [0-9A-Fa-f] 1 [-] 2 [0-9A-Fa-f] 1 [-] 2 [0-9A-Fa-f] 1 [-] 2 [0-9A-Fa-f] 1 [-] 2 [0-9A-Fa-f] 1 [-] 2 [0-9A-Fa-f] 1 [-] 2 [0-9A-Fa-f] 1 [-] 2 [0-9A-Fa-f]",
  ],
  ["mac", isMac, "0123.abcd.efAF", "4 [0-9A-Fa-f] 1 [.] 4 [0-9A-Fa-f] 1 [.] 4 [0-9A-Fa-f]"],
  [
    "mac",
    isMac,
    "0123.abcd.efAF.0099",
    "4 [0-9A-Fa-f] 1 [.] 4 [0-9A-Fa-f] 1 [.] 4 [0-9A-Fa-f] 1 [.] 4 [0-9A-Fa-f]",
  ],
  ["mac", isMac, "0123abcdefAF", "12 [0-9A-Fa-f]"],
  ["mac", isMac, "0123abcdefAF0099", "16 [0-9A-Fa-f]"],
  [
    "mac",
    isMac,
    "0123.4567.89ab.cdef.0123.4567.89ab.cdef.0123.4567",
    "4 [0-9A-Fa-f] 1 [.] 4 [0-9A-Fa-f] 1 [.] 4 [0-9A-Fa-f] 1 [.] 4 [0-9A-Fa-f] 1 [.] 4 [0-9A-Fa-f] 1 [.] 4 [0-9A-Fa-f] 1 [.] 4 [0-9A-Fa-f] 1 [.] 4 [0-9A-Fa-f] 1 [.] 4 [0-9A-Fa-f] 1 [.] 4 [0-9A-Fa-f]",
  ],
  [
    "mac",
    isMac,
    "01:23:45:67:89:ab:cd:ef:01:23:45:67:89:ab:cd:ef:01:23:45:67",
    "2 [0-9A-Fa-f] 1 [:] 2 [0-9A-Fa-f] 1 [:] 2 [0-9A-Fa-f] 1 [:] 2 [0-9A-Fa-f] 1 [:] 2 [0-9A-Fa-f] 1 [:] 2 [0-9A-Fa-f] 1 [:] 2 [0-9A-Fa-f] 1 [:] 2 [0-9A-Fa-f] 1 [:] 2 [0-9A-Fa-f] 1 [:] 2 [0-9A-Fa-f] 1 [:] 2 [0-9A-Fa-f] 1 [:] 2 [0-9A-Fa-f] 1 [:] 2 [0-9A-Fa-f] 1 [:] 2 [0-9A-Fa-f] 1 [:] 2 [0-9A-Fa-f] 1 [:] 2 [0-9A-Fa-f] 1 [:] 2 [0-9A-Fa-f] 1 [:] 2 [0-9A-Fa-f] 1 [:] 2 [0-9A-Fa-f] 1 [:] 2 [0-9A-Fa-f]",
  ],
  ["mac", isMac, "0123456789abcdef0123456789abcdef01234567", "40 [0-9A-Fa-f]"],
  [
    "rgbcolor",
    isRgbColor,
    "rgb(1,99,100)",
    "1 [r] 1 [g] 1 [b] 1 [(] 1 [0-9]+ 1 [,] 1 [\\x09-\\x0a\\x0c-\\x0d\\x201-9]? 1 [\\x09-\\x0a\\x0c-\\x0d\\x200-9]? 1 [,] 1 [1-2] 1 [0-9]? 1 [\\x09-\\x0a\\x0c-\\x0d\\x200-9]? 1 [)]",
  ],
  [
    "rgbcolor",
    isRgbColor,
    "rgb(249,255,0)",
    "1 [r] 1 [g] 1 [b] 1 [(] 1 [\\x09-\\x0a\\x0c-\\x0d\\x201-2]? 1 [0-4]? 1 [\\x09-\\x0a\\x0c-\\x0d\\x200-9]? 1 [,] 1 [\\x09-\\x0a\\x0c-\\x0d\\x201-2]? 1 [0-5]? 1 [\\x09-\\x0a\\x0c-\\x0d\\x200-5]? 1 [,] 1 [0-9] 1 [)]",
  ],
  [
    "rgbcolor",
    isRgbColor,
    "rgb(200,19,199)",
    "1 [r] 1 [g] 1 [b] 1 [(] 1 [1-2] 1 [0-5]? 1 [\\x09-\\x0a\\x0c-\\x0d\\x200-9]? 1 [,] 1 [\\x09-\\x0a\\x0c-\\x0d\\x201-9]?+ 1 [\\x09-\\x0a\\x0c-\\x0d\\x200-9]?+ 1 [,] 1 [\\x09-\\x0a\\x0c-\\x0d\\x201]? 1 [0-9]? 1 [\\x09-\\x0a\\x0c-\\x0d\\x200-9]? 1 [)]",
  ],
  [
    "rgbcolor",
    isRgbColor,
    "rgb(100,249,255)",
    "1 [r] 1 [g] 1 [b] 1 [(] 1 [1-2] 1 [0-9]? 1 [\\x09-\\x0a\\x0c-\\x0d\\x200-9]? 1 [,] 1 [\\x09-\\x0a\\x0c-\\x0d\\x201-2]? 1 [0-4]? 1 [\\x09-\\x0a\\x0c-\\x0d\\x200-9]? 1 [,] 1 [\\x09-\\x0a\\x0c-\\x0d\\x201-2]? 1 [0-5]? 1 [\\x09-\\x0a\\x0c-\\x0d\\x200-5]? 1 [)]",
  ],
  [
    "rgbcolor",
    isRgbColor,
    "rgb(255,0,249)",
    "1 [r] 1 [g] 1 [b] 1 [(] 1 [\\x09-\\x0a\\x0c-\\x0d\\x201-2]? 1 [0-5]? 1 [\\x09-\\x0a\\x0c-\\x0d\\x200-5]? 1 [,] 1 [0-9] 1 [,] 1 [\\x09-\\x0a\\x0c-\\x0d\\x201-2]? 1 [0-4]? 1 [\\x09-\\x0a\\x0c-\\x0d\\x200-9]? 1 [)]",
  ],
  [
    "rgbcolor",
    isRgbColor,
    "rgb(99,200,19)",
    "1 [r] 1 [g] 1 [b] 1 [(] 1 [\\x09-\\x0a\\x0c-\\x0d\\x201-9]? 1 [\\x09-\\x0a\\x0c-\\x0d\\x200-9]? 1 [,] 1 [1-2] 1 [0-5]? 1 [\\x09-\\x0a\\x0c-\\x0d\\x200-9]? 1 [,] 1 [\\x09-\\x0a\\x0c-\\x0d\\x201-9]?+ 1 [\\x09-\\x0a\\x0c-\\x0d\\x200-9]?+ 1 [)]",
  ],
  [
    "rgbcolor",
    isRgbColor,
    "rgb( 0 , 1 , 2 )",
    "1 [r] 1 [g] 1 [b] 1 [(] 1 [\\x09-\\x0a\\x0c-\\x0d\\x201-9]?+ 1 [0-9] 1 [\\x09-\\x0a\\x0c-\\x0d\\x20]?+ 1 [,] 1 [\\x09-\\x0a\\x0c-\\x0d\\x201-9]?+ 1 [0-9]+ 1 [\\x09-\\x0a\\x0c-\\x0d\\x200-9]?+ 1 [,] 1 [\\x09-\\x0a\\x0c-\\x0d\\x201-9]?+ 1 [0-9]+ 1 [\\x09-\\x0a\\x0c-\\x0d\\x200-9]?+ 1 [)]",
  ],
  ["ssn", isSsn, "123-45-6789", "3 [0-9] 1 [\\x20-] 2 [0-9] 1 [\\x20-] 4 [0-9]"],
  [
    "uri",
    isUri,
    "http://u@h:8/%af",
    '1 [/A-Za-z]?+ 3 [+--.0-:A-Za-z]?+ 1 [:]+ 1 [\\x20-~\\x80]?+ 1 [\\x20-$&-~\\x80]?+ 1 [!$&-;=?-Z_a-z~]?+ 2 [!-"$&-9;-Z]_a-z~\\x80]?+ 1 [!-"$&-Z]_a-z~\\x80]? 1 [/-9?-@]?+ 1 [/?-@]+ 1 [\\x20-~\\x80]? 2 [0-9A-Fa-f]+',
  ],
  [
    "uri",
    isUri,
    "ftp://%8f",
    '1 [/A-Za-z]?+ 2 [+--.0-:A-Za-z]?+ 1 [:]+ 1 [\\x20-~\\x80]?+ 1 [\\x20-$&-~\\x80]?+ 1 [!-"$-9;-Z]_a-z~\\x80]? 1 [8-9A-Fa-f]+ 1 [0-9A-Fa-f]+',
  ],
  [
    "uri",
    isUri,
    "http://[::1%25%25]",
    '1 [/A-Za-z]?+ 3 [+--.0-:A-Za-z]?+ 1 [:]+ 1 [\\x20-~\\x80]?+ 1 [\\x20-$&-~\\x80]?+ 1 [/?[] 2 [:] 1 [0-9A-Fa-f]?+ 1 [%] 1 [2] 1 [5]+ 1 [!-"$-.0->A-Z]_a-z~\\x80]? 1 [2-7]+ 1 [0-24-9A-Ea-e]+ 1 []]+',
  ],
  ["uri", isUri, "a1:b", "1 [/A-Za-z]+ 1 [+--.0-:A-Za-z]?+ 1 [:]+ 1 [\\x20-~\\x80]?+"],
  ["uri", isUri, "/%0Fa", "1 [/]+ 1 [\\x20-~\\x80]? 2 [0-9A-Fa-f]?+ 1 [\\x20-$&-~\\x80]?+"],
  [
    "uuid",
    isUuid,
    "123e4567-e89b-12d3-a456-42661417400F",
    "8 [0-9A-Fa-f] 1 [-]? 4 [0-9A-Fa-f] 1 [-]? 4 [0-9A-Fa-f] 1 [-]? 4 [0-9A-Fa-f] 1 [-]? 12 [0-9A-Fa-f]",
  ],
  [
    "uuid3",
    isUuid3,
    "123e4567-e89b-32d3-a456-42661417400F",
    "8 [0-9A-Fa-f] 1 [-]? 4 [0-9A-Fa-f] 1 [-]? 1 [3] 3 [0-9A-Fa-f] 1 [-]? 4 [0-9A-Fa-f] 1 [-]? 12 [0-9A-Fa-f]",
  ],
  [
    "uuid4",
    isUuid4,
    "123e4567-e89b-42d3-a456-42661417400F",
    "8 [0-9A-Fa-f] 1 [-]? 4 [0-9A-Fa-f] 1 [-]? 1 [4] 3 [0-9A-Fa-f] 1 [-]? 1 [8-9A-Ba-b] 3 [0-9A-Fa-f] 1 [-]? 12 [0-9A-Fa-f]",
  ],
  [
    "uuid5",
    isUuid5,
    "123e4567-e89b-52d3-a456-42661417400F",
    "8 [0-9A-Fa-f] 1 [-]? 4 [0-9A-Fa-f] 1 [-]? 1 [5] 3 [0-9A-Fa-f] 1 [-]? 1 [8-9A-Ba-b] 3 [0-9A-Fa-f] 1 [-]? 12 [0-9A-Fa-f]",
  ],
])("%s %#", (_, check, text, places) => {
  expect(placesOf(check, text).join(" ")).toBe(places);
});
