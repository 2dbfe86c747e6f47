/** The names of the months in one language, each with other spellings of it behind a bar. */
interface MonthNames {
  readonly language: Language
  readonly full: readonly string[]
  /** Without the point. */
  readonly short: readonly string[]
}

export type Language = 'en' | 'de' | 'es' | 'fr' | 'it' | 'pt' | 'nl'

function names(list: string): readonly string[] {
  return list.trim().split(/\s+/)
}

/** Unicode CLDR, `months` of en, de, es, fr, it, pt and nl: https://github.com/unicode-org/cldr */
const NAMES: readonly MonthNames[] = [
  {
    language: 'en',
    full: names('january february march april may june july august september october november december'),
    short: names('jan feb mar apr may jun jul aug sep|sept oct nov dec'),
  },
  {
    language: 'de',
    full: names('januar|jänner februar märz april mai juni juli august september oktober november dezember'),
    short: names('jan|jän feb mär|mrz apr mai jun jul aug sep|sept okt nov dez'),
  },
  {
    language: 'es',
    full: names('enero febrero marzo abril mayo junio julio agosto septiembre|setiembre octubre noviembre diciembre'),
    short: names('ene feb mar abr may jun jul ago sep|sept oct nov dic'),
  },
  {
    language: 'fr',
    full: names('janvier février mars avril mai juin juillet août septembre octobre novembre décembre'),
    short: names('janv févr mars avr mai juin juil août sept oct nov déc'),
  },
  {
    language: 'it',
    full: names('gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre'),
    short: names('gen feb mar apr mag giu lug ago set ott nov dic'),
  },
  {
    language: 'pt',
    full: names('janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro'),
    short: names('jan fev mar abr mai jun jul ago set out nov dez'),
  },
  {
    language: 'nl',
    full: names('januari februari maart april mei juni juli augustus september oktober november december'),
    short: names('jan feb mrt apr mei jun jul aug sep|sept okt nov dec'),
  },
]

/** A month by its names. */
export interface Month {
  /** 1 to 12. */
  readonly month: number
  /** In full and short, in English, German, Spanish, French, Italian, Portuguese and Dutch. */
  readonly names: readonly string[]
}

export const MONTHS: readonly Month[] = Array.from({ length: 12 }, (_, at) => ({
  month: at + 1,
  names: [
    ...new Set(NAMES.flatMap(({ full, short }) => [full[at], short[at]]).flatMap((name) => name?.split('|') ?? [])),
  ],
}))

/** Names of months that are other words too: they need a day before them, and some a year behind them. */
export const OTHER_WORDS: ReadonlySet<string> = new Set(names('may mar set out ago gen mag lug mars'))

/** A name of a month as one language has it. */
interface ReadMonth {
  readonly month: number
  readonly language: Language
  readonly isShort: boolean
}

const READINGS = readings()

function readings(): ReadonlyMap<string, readonly ReadMonth[]> {
  const known = new Map<string, ReadMonth[]>()
  for (const { language, full, short } of NAMES) {
    for (const [list, isShort] of [
      [full, false],
      [short, true],
    ] as const) {
      for (const [at, spellings] of list.entries()) {
        for (const name of new Set(spellings.split('|').map(plain))) {
          const others = known.get(name) ?? []
          // `may` is itself in full.
          if (others.some((other) => other.language === language)) continue
          known.set(name, [...others, { month: at + 1, language, isShort }])
        }
      }
    }
  }
  return known
}

/** In small letters and without accents, as people write them too. */
function plain(name: string): string {
  return name
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
}

/** What a word may mean as the name of a month, once for each language. Letter case and accents do not count. */
export function monthsNamed(name: string): readonly ReadMonth[] {
  return READINGS.get(plain(name)) ?? NONE
}

const NONE: readonly ReadMonth[] = []

/** The name of a month in the letter case of another name. */
export function monthName({ month, language, isShort }: ReadMonth, like: string): string {
  const own = NAMES.find((each) => each.language === language)
  const name = (isShort ? own?.short : own?.full)?.[month - 1]?.split('|')[0] ?? ''
  if (like === like.toLowerCase()) return name
  return like === like.toUpperCase() ? name.toUpperCase() : `${name.charAt(0).toUpperCase()}${name.slice(1)}`
}
