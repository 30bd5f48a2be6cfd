
// A text with each character that a reader cannot see, or that changes how its neighbours are displayed, as its code: see
// VisibleText.
const hiddenCharacters = new RegExp(
  "[\\u{0}-\\u{1F}\\u{7F}-\\u{9F}\\u{AD}\\u{61C}\\u{180E}\\u{200B}-\\u{200F}\\u{2028}-\\u{202E}\\u{2060}-\\u{206F}"
    + "\\u{FEFF}\\u{FFF9}-\\u{FFFB}\\u{E0000}-\\u{E007F}]", "gu");
const visibleText = (text) => (text ?? "").replace(hiddenCharacters, (character) =>
  `\\u{${character.codePointAt(0).toString(16).toUpperCase()}}`);
