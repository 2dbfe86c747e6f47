import { words } from '../../phrases.ts'

/** A month by its names. */
export interface Month {
  /** 1 to 12. */
  readonly month: number
  /** In full and short, in English, German, Spanish, French, Italian, Portuguese and Dutch. */
  readonly names: readonly string[]
}

/** Unicode CLDR, `months` of en, de, es, fr, it, pt and nl: https://github.com/unicode-org/cldr */
export const MONTHS: readonly Month[] = [
  'january jan januar jänner jän enero ene janvier janv gennaio gen janeiro januari',
  'february feb februar febrero février févr febbraio fevereiro fev februari',
  'march mar märz mär mrz marzo mars março maart mrt',
  'april apr abril abr avril avr aprile',
  'may mai mayo maggio mag maio mei',
  'june jun juni junio juin giugno giu junho',
  'july jul juli julio juillet juil luglio lug julho',
  'august aug agosto ago août augustus',
  'september sep sept septiembre setiembre septembre settembre set setembro',
  'october oct oktober okt octubre octobre ottobre ott outubro out',
  'november nov noviembre novembre',
  'december dec dezember dez diciembre dic décembre déc dicembre dezembro',
].map((names, at) => ({ month: at + 1, names: words(names) }))

/** Names of months that are other words too: they need a day before them, and some a year behind them. */
export const OTHER_WORDS: ReadonlySet<string> = new Set(words('may mar set out ago gen mag lug mars'))
