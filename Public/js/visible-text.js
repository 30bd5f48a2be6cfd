// A text with each character that a reader cannot see, or that changes how its neighbours are displayed, as its code: see
// VisibleText. Joiners between letters and emoji, where they are part of the spelling, stay: see SpelledJoiner.
const hiddenCharacters = new RegExp(
  "[\\u{0}-\\u{1F}\\u{7F}-\\u{9F}\\u{AD}\\u{61C}\\u{180E}\\u{200B}-\\u{200F}\\u{2028}-\\u{202E}\\u{2060}-\\u{206F}"
    + "\\u{FEFF}\\u{FFF9}-\\u{FFFB}\\u{E0000}-\\u{E007F}]", "gu");

const afterCursive = /(?=\p{L})[\u{620}-\u{77F}\u{7CA}-\u{7EA}\u{840}-\u{8C9}\u{1820}-\u{18AA}]\p{M}*$/u;
const beforeCursive = /^\p{M}*(?=\p{L})[\u{620}-\u{77F}\u{7CA}-\u{7EA}\u{840}-\u{8C9}\u{1820}-\u{18AA}]/u;
const afterVirama = /(?=\p{L})[\u{900}-\u{DFF}]\p{M}*[\u{94D}\u{9CD}\u{A4D}\u{ACD}\u{B4D}\u{BCD}\u{C4D}\u{CCD}\u{D4D}\u{DCA}]$/u;
// What stands before and after a joiner that is spelling.
const spelledJoiners = {
  "\u{200C}": [[afterCursive, beforeCursive], [afterVirama, /^\p{L}/u]],
  "\u{200D}": [
    [afterVirama, /^(?!\p{M})/u],
    [/(?=\p{L})[\u{980}-\u{DFF}]$/u, /^[\u{9CD}\u{DCA}]\p{L}/u],
    [/(?=\p{Emoji})[\u{2190}-\u{10FFFF}]\u{FE0F}?$/u, /^(?=\p{Emoji})[\u{2190}-\u{10FFFF}]/u],
  ],
};

const isSpelled = (character, place, text) => {
  const before = text.slice(Math.max(0, place - 40), place);
  const after = text.slice(place + character.length, place + 40);
  return (spelledJoiners[character] ?? []).some(([left, right]) => left.test(before) && right.test(after));
};

const visibleText = (text) => (text ?? "").replace(hiddenCharacters, (character, place, whole) =>
  isSpelled(character, place, whole) ? character : `\\u{${character.codePointAt(0).toString(16).toUpperCase()}}`);
