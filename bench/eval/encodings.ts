const LEET: Readonly<Record<string, string>> = { a: '4', e: '3', i: '1', o: '0', s: '5', t: '7' }
/** Cyrillic letters that look like Latin ones (UTS #39, confusables). */
const LOOK_ALIKES: Readonly<Record<string, string>> = { a: 'а', c: 'с', e: 'е', o: 'о', p: 'р', x: 'х', y: 'у' }

function replaced(text: string, by: Readonly<Record<string, string>>): string {
  return text.replace(/[a-z]/g, (letter) => by[letter] ?? letter)
}

function rot13(text: string): string {
  return text.replace(/[A-Za-z]/g, (letter) => {
    const base = letter <= 'Z' ? 65 : 97
    return String.fromCharCode(((letter.charCodeAt(0) - base + 13) % 26) + base)
  })
}

const asTag = (character: string) => {
  const code = character.charCodeAt(0)
  return code >= 0x20 && code < 0x7f ? String.fromCodePoint(0xe0000 + code) : character
}

/** The ways to write a prompt that are judged, by name. */
export const ENCODINGS: Readonly<Record<string, (text: string) => string>> = {
  plain: (text) => text,
  base64: (text) => Buffer.from(text).toString('base64'),
  hex: (text) => Buffer.from(text).toString('hex'),
  rot13,
  url: (text) => encodeURIComponent(text.toWellFormed()),
  html: (text) => text.replace(/./gsu, (character) => `&#${character.codePointAt(0)};`),
  leetspeak: (text) => replaced(text, LEET),
  spaced: (text) =>
    text
      .split(/\s+/)
      .map((word) => [...word].join(' '))
      .join('  '),
  'zero-width': (text) => [...text].join('\u200b'),
  tags: (text) => [...text].map(asTag).join(''),
  homoglyphs: (text) => replaced(text, LOOK_ALIKES),
  reversed: (text) => [...text].toReversed().join(''),
}
