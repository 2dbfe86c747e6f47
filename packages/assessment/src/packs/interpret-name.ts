import type { Parameters, Role } from '../model/detection.ts'
import type { NamesFile } from './rule-format.ts'

/** One algorithm that a name stands for. */
export interface NamedAlgorithm {
  readonly algorithm: string
  readonly role?: Role
  readonly parameters: Parameters
  /** A key on a curve, of which the name does not say what it is for. */
  readonly isAnyCurveUse?: true
}

const MAX_NAME = 200
const MAX_PARTS = 24
/** In lists of ciphers what these signs stand before is taken out: openssl-ciphers(1), GnuTLS priority strings. */
const LEFT_OUT = /(?<=^|[:,; ])[!-][^:,; ]+/g
/** What the knowledge base calls the family that `EC` alone may stand for; see packs/README.md. */
const GENERIC_CURVE = 'EC'

type Part = NamesFile['parts'][string]

/**
 * Reads the names of algorithms: JCA transformations (`RSA/ECB/OAEPPadding`), signatures (`SHA256withECDSA`), JOSE
 * (`RS256`), TLS suites (`TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256`), OpenSSL (`aes-256-cbc`), curves and object
 * identifiers. What a word means stands in the packs' names.json; here is only how names are put together.
 */
export class NameReader {
  readonly #whole = new Map<string, Part>()
  readonly #parts = new Map<string, Part>()

  constructor(files: readonly NamesFile[]) {
    for (const file of files) {
      for (const [name, description] of Object.entries(file.whole)) this.#whole.set(plain(name), description)
      for (const [name, description] of Object.entries(file.parts)) this.#parts.set(plain(name), description)
    }
  }

  /** Every algorithm that a name stands for, without repeats; none where it means nothing. */
  read(name: string, role?: Role): readonly NamedAlgorithm[] {
    const text = name.trim()
    if (text === '' || text.length > MAX_NAME) return []
    const whole = this.#whole.get(plain(text))
    if (whole !== undefined) return describe([whole], role)
    const parts = this.#split(text)
    return describe(parts, role)
  }

  /** Whether a text means anything at all: an algorithm, or a part of its name. */
  knows(text: string): boolean {
    return this.#whole.has(plain(text)) || (text.length <= MAX_NAME && this.#split(text).length > 0)
  }

  /** The curve, hash or parameter set that a word means. */
  attribute(name: string, attribute: 'curve' | 'hash' | 'mode' | 'padding' | 'parameterSet'): string | undefined {
    const found = this.#whole.get(plain(name)) ?? this.#parts.get(plain(name))
    return found?.[attribute] ?? this.#split(name).find((part) => part[attribute] !== undefined)?.[attribute]
  }

  #split(text: string): readonly Part[] {
    const words = text
      .replace(LEFT_OUT, ' ')
      .split(/[^A-Za-z0-9]+/)
      .flatMap((word) =>
        word.split(
          /(?<=[a-z0-9A-Z])(?:with|WITH|With|[aA]nd(?=MGF|AES|DES|RC|Triple)|AND(?=\d|AES|DES|RC\d|TRIPLE)|BIT(?=[A-Z]))/,
        ),
      )
      .filter((word) => word !== '')
      .slice(0, MAX_PARTS)
    const parts: Part[] = []
    for (let i = 0; i < words.length; ) {
      const taken = this.#longest(words, i, parts)
      i += Math.max(1, taken)
    }
    return parts
  }

  /** Looks up as many words together as mean something: `SHA-512/256`, `CHACHA20_POLY1305`. Gives how many it took. */
  #longest(words: readonly string[], i: number, parts: Part[]): number {
    for (let count = Math.min(4, words.length - i); count >= 1; count -= 1) {
      const word = words.slice(i, i + count).join('')
      const found = this.#parts.get(plain(word)) ?? (count > 1 ? this.#whole.get(plain(word)) : undefined)
      if (found !== undefined) {
        const size = found.sized ? Number(/^\d{2,5}$/.exec(words[i + count] ?? '')?.[0] ?? Number.NaN) : Number.NaN
        parts.push(Number.isNaN(size) ? found : { ...found, keySize: size })
        return count + (Number.isNaN(size) ? 0 : 1)
      }
    }
    const sized = this.#sizedPart(words[i] ?? '')
    if (sized !== undefined) parts.push(...sized)
    return 1
  }

  /** A word that ends in a size, `AES256`, or that is two words in one, `HmacSHA256`, `ECDHERSA`. */
  #sizedPart(word: string): readonly Part[] | undefined {
    const digits = /^([A-Za-z]+?)(\d{2,5})(?:bit)?$/.exec(word)
    const family = digits ? this.#parts.get(plain(digits[1] ?? '')) : undefined
    if (digits && family?.sized) return [{ ...family, keySize: Number(digits[2]) }]
    for (let cut = word.length - 2; cut >= 2; cut -= 1) {
      const head = this.#parts.get(plain(word.slice(0, cut)))
      if (head === undefined) continue
      const tail = this.#parts.get(plain(word.slice(cut))) ?? this.#sizedPart(word.slice(cut))?.[0]
      if (tail !== undefined) return [head, tail]
    }
    return undefined
  }
}

/** Case and the marks between words do not count. */
function plain(name: string): string {
  return name.toLowerCase().replace(/[-_. /:^]/g, '')
}

/** Gives each algorithm among the parts what the other parts say. A hash next to an algorithm is its parameter. */
function describe(parts: readonly Part[], role: Role | undefined): readonly NamedAlgorithm[] {
  const families = parts.filter(isFamily)
  const strong = families.filter(({ hash }) => hash === undefined)
  const among = role === 'Digest' || strong.length === 0 ? families : strong
  const telling = among.length > 1 ? among.filter(({ alone }) => alone !== true) : among
  // Where every part would give way to another one, the first says what it is: HKDF with HMAC.
  const chosen = telling.length > 0 ? telling : among.slice(0, 1)
  const found = chosen.flatMap((part) =>
    namesOf(part).map((algorithm) => withParameters(algorithm, part, { parts, families: chosen, role })),
  )
  return withoutRepeats(found)
}

function namesOf({ algorithm, algorithms }: Part): readonly string[] {
  return algorithms ?? (algorithm === undefined ? [] : [algorithm])
}

function isFamily(part: Part): boolean {
  return namesOf(part).length > 0
}

interface Neighbours {
  readonly parts: readonly Part[]
  readonly families: readonly Part[]
  readonly role: Role | undefined
}

function withParameters(algorithm: string, part: Part, beside: Neighbours): NamedAlgorithm {
  const { families } = beside
  const isSuite = families.length > 1
  const takesMode = part.cipher === true || !families.some(({ cipher }) => cipher === true)
  const takesHash = !isSuite || part.cipher !== true
  const parameters: Parameters = {
    ...(part.keySize === undefined ? {} : { keySize: part.keySize }),
    ...pick('curve', part, beside.parts),
    ...(takesMode ? pick('mode', part, beside.parts) : own('mode', part)),
    ...(takesMode || !isSuite ? pick('padding', part, beside.parts) : own('padding', part)),
    ...(takesHash ? pick('hash', part, beside.parts) : own('hash', part)),
    ...own('parameterSet', part),
    ...pick('protocol', part, beside.parts),
  }
  const role = part.role ?? roleInSuite(part, families)
  const named = role === undefined ? {} : { role }
  if (algorithm !== GENERIC_CURVE) return { algorithm, ...named, parameters }
  const isAgreement = beside.role === 'KeyAgreement' || beside.role === 'KeyEncapsulation'
  return { algorithm: isAgreement ? 'ECDH' : 'ECDSA', ...named, parameters, isAnyCurveUse: true }
}

/** In a suite with its own key agreement, what else is asymmetric signs (RFC 8446, RFC 5246 appendix A.5). */
function roleInSuite(part: Part, families: readonly Part[]): Role | undefined {
  if (part.cipher === true) return families.length > 1 ? 'Encryption' : undefined
  const agrees = families.some((other) => other !== part && other.role === 'KeyAgreement')
  return agrees ? 'Signature' : undefined
}

type Word = 'curve' | 'mode' | 'padding' | 'hash' | 'parameterSet' | 'protocol'

function own(name: Word, part: Part): Partial<Record<Word, string>> {
  const value = part[name]
  return value === undefined ? {} : { [name]: value }
}

/** Of the part itself, else of a neighbour; another algorithm lends nothing but its hash. */
function pick(name: Word, part: Part, parts: readonly Part[]): Partial<Record<Word, string>> {
  if (part[name] !== undefined) return own(name, part)
  const other = parts.find((one) => one !== part && one[name] !== undefined && (name === 'hash' || !isFamily(one)))
  return other === undefined ? {} : own(name, other)
}

function withoutRepeats(found: readonly NamedAlgorithm[]): readonly NamedAlgorithm[] {
  const seen = new Set<string>()
  return found.filter(({ algorithm, role }) => {
    const key = `${algorithm} ${role ?? ''}`
    if (seen.has(key)) return false
    seen.add(key)
    return true
  })
}
