/** Letters of ISO 8859-1, from U+00C0 on, by their names in HTML. */
const LATIN_1 =
  'Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ' +
  'ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig ' +
  'agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml ' +
  'eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml'

/** Letters beyond it that names have, and the signs in and around values. */
const OTHERS =
  'Scaron=Š scaron=š Zcaron=Ž zcaron=ž Ccaron=Č ccaron=č Cacute=Ć cacute=ć Lstrok=Ł lstrok=ł Nacute=Ń nacute=ń ' +
  'Sacute=Ś sacute=ś Eogon=Ę eogon=ę Aogon=Ą aogon=ą Scedil=Ş scedil=ş Gbreve=Ğ gbreve=ğ inodot=ı Idot=İ ' +
  'Rcaron=Ř rcaron=ř Ecaron=Ě ecaron=ě Uring=Ů uring=ů OElig=Œ oelig=œ ' +
  'amp=& lt=< gt=> quot=" apos=\' commat=@ period=. comma=, colon=: semi=; num=# lowbar=_ hyphen=- dash=- ' +
  'ndash=- mdash=- sol=/ bsol=\\ lpar=( rpar=) plus=+ ast=* percnt=% equals=='

/** Those that a table in words cannot hold. */
const SPACES: readonly (readonly [string, string])[] = [
  ['nbsp', ' '],
  ['Tab', '\t'],
  ['NewLine', '\n'],
  ['ensp', ' '],
  ['emsp', ' '],
  ['thinsp', ' '],
  ['shy', '\u00ad'],
  ['zwj', '\u200d'],
  ['zwnj', '\u200c'],
]

const BY_NAME: ReadonlyMap<string, string> = new Map([
  ...LATIN_1.split(' ').map((name, at): [string, string] => [name, String.fromCodePoint(0xc0 + at)]),
  ...OTHERS.split(' ').map((pair): [string, string] => [
    pair.slice(0, pair.indexOf('=')),
    pair.slice(pair.indexOf('=') + 1),
  ]),
  ...SPACES,
])

/**
 * The character of a name in HTML (https://html.spec.whatwg.org/multipage/named-characters.html): of the 2,231 those
 * that occur in names of persons, addresses and numbers.
 */
export function namedCharacter(name: string): string | undefined {
  return BY_NAME.get(name)
}
