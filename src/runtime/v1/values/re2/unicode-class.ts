/*
 * Names of Unicode classes as Go 1.26 reads them (`unicodeTable` of `regexp/syntax/parse.go`): in
 * any case, without regard to underscores, blanks and hyphens. It forms the same key of the name of
 * every script, but its table keeps the underscores, so scripts of several words cannot be named at
 * all.
 */

const categories =
  "C Cc Cf Cn Co Cs L Ll Lm Lo Lt Lu M Mc Me Mn N Nd Nl No P Pc Pd Pe Pf Pi Po Ps S Sc Sk Sm So Z Zl Zp Zs";

// prettier-ignore
const categoryAliases =
  "Casedletter=LC Closepunctuation=Pe Combiningmark=M Connectorpunctuation=Pc Control=Cc Currencysymbol=Sc " +
  "Dashpunctuation=Pd Decimalnumber=Nd Enclosingmark=Me Finalpunctuation=Pf Format=Cf Initialpunctuation=Pi Letter=L " +
  "Letternumber=Nl Lineseparator=Zl Lowercaseletter=Ll Mark=M Mathsymbol=Sm Modifierletter=Lm Modifiersymbol=Sk " +
  "Nonspacingmark=Mn Number=N Openpunctuation=Ps Other=C Otherletter=Lo Othernumber=No Otherpunctuation=Po " +
  "Othersymbol=So Paragraphseparator=Zp Privateuse=Co Punctuation=P Separator=Z Spaceseparator=Zs Spacingmark=Mc " +
  "Surrogate=Cs Symbol=S Titlecaseletter=Lt Unassigned=Cn Uppercaseletter=Lu Cntrl=Cc Digit=Nd Punct=P";

// prettier-ignore
const scripts =
  "Adlam Ahom Arabic Armenian Avestan Balinese Bamum Batak Bengali Bhaiksuki Bopomofo Brahmi Braille Buginese Buhid " +
  "Carian Chakma Cham Cherokee Chorasmian Common Coptic Cuneiform Cypriot Cyrillic Deseret Devanagari Dogra Duployan " +
  "Elbasan Elymaic Ethiopic Georgian Glagolitic Gothic Grantha Greek Gujarati Gurmukhi Han Hangul Hanunoo Hatran " +
  "Hebrew Hiragana Inherited Javanese Kaithi Kannada Katakana Kawi Kharoshthi Khmer Khojki Khudawadi Lao Latin Lepcha " +
  "Limbu Lisu Lycian Lydian Mahajani Makasar Malayalam Mandaic Manichaean Marchen Medefaidrin Miao Modi Mongolian Mro " +
  "Multani Myanmar Nabataean Nandinagari Newa Nko Nushu Ogham Oriya Osage Osmanya Palmyrene Phoenician Rejang Runic " +
  "Samaritan Saurashtra Sharada Shavian Siddham Sinhala Sogdian Soyombo Sundanese Syriac Tagalog Tagbanwa Takri Tamil " +
  "Tangsa Tangut Telugu Thaana Thai Tibetan Tifinagh Tirhuta Toto Ugaritic Vai Vithkuqi Wancho Yezidi Yi";

/**
 * The property, in JavaScript's spelling, that Go finds under a name (`Greek` → `Script=Greek`);
 * undefined if it finds none. Which characters have it is up to the engine's Unicode version; Go
 * 1.26 has 15.0.
 */
export function unicodeProperty(name: string): string | undefined {
  const key = canonicalName(name);
  if (key === "Any" || key === "Assigned") return key;
  if (key === "Ascii") return "ASCII";
  if (key === "Lc") return "LC";
  if (has(categories, key)) return key;
  if (has(scripts, key)) return `Script=${key}`;
  const alias = categoryAliases.split(" ").find((entry) => entry.startsWith(`${key}=`));
  return alias?.slice(key.length + 1);
}

function canonicalName(name: string): string {
  const letters = name.replace(/[ _-]/g, "");
  const first = letters.slice(0, 1).replace(/[a-z]/, (letter) => letter.toUpperCase());
  return first + letters.slice(1).replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

function has(words: string, word: string): boolean {
  return word !== "" && words.split(" ").includes(word);
}
