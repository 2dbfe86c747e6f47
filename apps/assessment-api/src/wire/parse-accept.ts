/** One of the types that a client takes (RFC 9110, section 12.5.1). */
export interface MediaRange {
  /** In lower case, such as `application/json`. */
  readonly type: string
  /** Names in lower case, values without quotes; without the weight. */
  readonly parameters: ReadonlyMap<string, string>
  /** 0 to 1. */
  readonly quality: number
}

const MAX_RANGES = 64
const MAX_PARAMETERS = 8

/** Reads an `Accept` header in the order of the header, 64 ranges at most. What cannot be read is left out. */
export function parseAccept(header: string | undefined): MediaRange[] {
  if (header === undefined) return []
  return header
    .split(',', MAX_RANGES)
    .map(parseRange)
    .filter((range) => range !== undefined)
}

function parseRange(text: string): MediaRange | undefined {
  const [type = '', ...rest] = text.split(';', MAX_PARAMETERS + 1).map((part) => part.trim())
  if (!/^[^\s/]+\/[^\s/]+$/.test(type)) return undefined
  const parameters = new Map<string, string>()
  let quality = 1
  for (const part of rest) {
    const equals = part.indexOf('=')
    if (equals < 1) continue
    const name = part.slice(0, equals).trim().toLowerCase()
    const value = part
      .slice(equals + 1)
      .trim()
      .replaceAll('"', '')
    if (name === 'q') quality = parseQuality(value)
    else parameters.set(name, value)
  }
  return { type: type.toLowerCase(), parameters, quality }
}

/** `qvalue` of RFC 9110, section 12.4.2; one that is none counts as 1, like none at all. */
function parseQuality(text: string): number {
  return /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(text) ? Number(text) : 1
}
