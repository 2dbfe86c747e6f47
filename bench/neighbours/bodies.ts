import { MODELS } from './models.ts'

const MEGABYTE = 1_000_000

/** The bodies that Alice sends, by name. Each is made once and sent again and again. */
export const BODIES = {
  'emails-256k': () => promptOf(addresses(256_000)),
  'emails-512k': () => promptOf(addresses(512_000)),
  'emails-2m': () => promptOf(addresses(2 * MEGABYTE)),
  'emails-4m': () => promptOf(addresses(4 * MEGABYTE)),
  'emails-100k': () => promptOf(addresses(100_000)),
  'cards-4m': () => promptOf(cardNumbers(4 * MEGABYTE)),
  'metadata-keys': () => withMembers('metadata', 320_000),
  'unknown-keys': () => withMembers('x_unknown', 380_000),
  nested: () => withNesting(4 * MEGABYTE, 58),
  dots: () => promptOf('. '.repeat(2 * MEGABYTE)),
  prose: () => promptOf('The meeting went well and everybody liked the plan for next week. '.repeat(60_000)),
  'long-address-8k': () => promptOf('a.co@'.repeat(6_400), MODELS.repeat8k),
  'long-address-14k': () => promptOf('a.co@'.repeat(6_400), MODELS.repeat14k),
  'address-400k': () => promptOf(`${'a'.repeat(60)}@${'b'.repeat(60)}.example.com`, MODELS.repeat400k),
  'long-answer': () => promptOf('Tell me everything.', MODELS.long),
  refused: () => promptOf('Hello.', 'x'),
} as const satisfies Readonly<Record<string, () => string>>

export type BodyName = keyof typeof BODIES

export function promptOf(content: string, model: string = MODELS.short, stream = false): string {
  return JSON.stringify({ model, messages: [{ role: 'user', content }], ...(stream && { stream }) })
}

/** A customer list of about this many characters; no address comes twice. Shorter domains look like noise to L1. */
export function addresses(chars: number): string {
  return upTo(chars, (number) => `u${number.toString(36)}@example.com `)
}

/** Different card numbers with a right check digit (ISO/IEC 7812-1, annex B). */
export function cardNumbers(chars: number): string {
  return upTo(chars, (number) => {
    const payload = `4${String(number).padStart(14, '0')}`
    return `${payload}${checkDigitOf(payload)} `
  })
}

function upTo(chars: number, make: (number: number) => string): string {
  const parts: string[] = []
  let length = 0
  for (let number = 1; length < chars; number += 1) {
    const part = make(number)
    parts.push(part)
    length += part.length
  }
  return parts.join('').slice(0, chars)
}

function checkDigitOf(payload: string): number {
  const sum = [...payload].reverse().reduce((total, digit, at) => {
    const weighted = Number(digit) * (at % 2 === 0 ? 2 : 1)
    return total + (weighted > 9 ? weighted - 9 : weighted)
  }, 0)
  return (10 - (sum % 10)) % 10
}

function withMembers(name: string, count: number): string {
  const members = Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at.toString(36)}`, '']))
  return JSON.stringify({ model: MODELS.short, messages: [{ role: 'user', content: 'Hello.' }], [name]: members })
}

function withNesting(chars: number, depth: number): string {
  const one = `${'['.repeat(depth)}${']'.repeat(depth)}`
  const all = Array.from({ length: Math.floor(chars / (one.length + 1)) }, () => one).join(',')
  return `{"model":"${MODELS.short}","messages":[{"role":"user","content":"Hello."}],"x_unknown":[${all}]}`
}
