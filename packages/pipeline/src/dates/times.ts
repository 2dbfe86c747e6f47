/** Where a date stands, in code units. */
export interface DatePlace {
  readonly start: number
  /** One past the time of day behind it, if there is one. */
  readonly end: number
  /** One past the date itself. */
  readonly dayEnd: number
  /** 0..1. */
  readonly confidence: number
  /** Whether it may be something else. */
  readonly isGuess: boolean
}

/** What stands between a date and its time. */
const LINK = String.raw`(?:T|,?[ \t]{1,2}(?:(?:at|um|à|alle|às|om|kl\.?|a las|gegen)[ \t])?)`
const CLOCK = String.raw`(?:[01]?\d|2[0-3])(?::[0-5]\d(?::[0-5]\d(?:[.,]\d{1,9})?)?(?:[ \t]?[ap]\.?m\b\.?)?|[ \t]?[ap]\.?m\b\.?|h[0-5]\d|(?=[ \t](?:Uhr|uur)\b))`
const ZONE = String.raw`(?:[ \t](?:Uhr|uur|h)\b)?(?:Z\b|[ \t]?[+-]\d\d:?\d\d|[ \t](?:UTC|GMT|C?EST|CET|[ECMP][SD]T)\b)?`

const TIME = new RegExp(`${LINK}${CLOCK}${ZONE}(?![\\w:])`, 'iy')

/** A date with the time of day behind it, if there is one. ISO 8601-1, RFC 3339, and as people write. */
export function dateWithTime(text: string, start: number, end: number, confidence: number): DatePlace {
  TIME.lastIndex = end
  // A day with its year gives way to nothing; one without may be something else.
  return { start, end: TIME.test(text) ? TIME.lastIndex : end, dayEnd: end, confidence, isGuess: confidence < 0.9 }
}
