import type { Expression, FunctionIr, Statement } from '../ir.ts'
import type { Macro } from './directives.ts'
import { MacroParser, tokensOf } from './macro-parser.ts'
import type { Token } from './tokens.ts'

const MAX_EXPANSIONS = 20_000
/** Of all expansions in a file; macros that multiply each other would ask for any number. */
const MAX_EXPANDED_TOKENS = 500_000
const MAX_NESTED = 12
const MAX_TEXT = 4_000
/** What a library defines means itself, also where a file has it at hand for want of the library's header. */
const LIBRARY_NAME =
  /^(?:NID_|SN_|LN_|CKM_|CKK_|CALG_|PSA_(?:ALG|KEY|ECC|DH)_|MBEDTLS_|GCRY_|GNUTLS_|EVP_PKEY_|kCC|kSec|BCRYPT_|NCRYPT_|OQS_|TLS1_)/

/** Libraries give their own functions other names. */
const LIBRARY_PREFIX =
  /^(?:EVP|RSA|EC|AES|DES|DH|DSA|HMAC|SSL|X509|PEM|BIO|mbedtls|psa|wc|wolfSSL|OPENSSL|gcry|crypto)_/i

/** The macros of one file. */
export class MacroTable {
  readonly #macros = new Map<string, Macro[]>()
  readonly #open = new Set<string>()
  readonly #used = new Set<string>()
  #expansions = 0
  #expandedTokens = 0

  constructor(macros: readonly Macro[]) {
    for (const macro of macros) {
      if (LIBRARY_NAME.test(macro.name) || macro.body.trim() === '') continue
      const known = this.#macros.get(macro.name)
      if (known === undefined) this.#macros.set(macro.name, [macro])
      else if (known.length < 8) known.push(macro)
    }
  }

  /** What a name stands for at a place where it is used; undefined where it is no macro. */
  expand(name: string, at: number): Expression | undefined {
    this.#used.add(name)
    const defined = this.#macros.get(name)?.filter(({ params }) => params === undefined)
    if (defined === undefined || defined.length === 0 || !this.#mayOpen(name)) return undefined
    const values = this.#inside(name, () =>
      defined.flatMap(({ body }) => this.#parser(tokensOf(body), () => at).expression() ?? []),
    )
    if (values.length === 0) return undefined
    return values.length === 1 ? values[0] : { k: 'choice', of: values }
  }

  /** A call of a macro that puts words together: `CIPHER(256)` for `EVP_aes_##bits##_gcm()`. */
  expandCall(name: string, args: readonly string[], at: number): Expression | undefined {
    const pasting = this.#macros.get(name)?.find(({ params, body }) => params !== undefined && body.includes('#'))
    if (pasting?.params === undefined || !this.#mayOpen(name)) return undefined
    const text = paste(tokensOf(pasting.body), pasting.params, args)
    return this.#inside(name, () => {
      const tokens = tokensOf(text)
      const whole = this.#parser(tokens, () => at).expression()
      return whole ?? { k: 'block', body: this.#parser(tokens, () => at).statements(), value: [] }
    })
  }

  /** Macros as other files see them: constants as exports, the others as functions. To be asked last. */
  *declarations(): Iterable<Statement> {
    const used = new Set(this.#used)
    for (const [name, macros] of this.#macros) {
      for (const macro of macros) {
        if (macro.params === undefined || macro.body.includes('#')) continue
        yield { k: 'func', fn: this.#function(macro, macro.params, tokensOf(macro.body)) }
      }
      // What no other line of the file uses is for other files: here is where a cipher is chosen for them. Before the
      // file's start nothing is reported.
      const isSilent = used.has(name) || LIBRARY_PREFIX.test(name)
      const values = macros.flatMap(({ params, body, at }) => {
        const place = ({ at: own }: Token): number => (isSilent ? -1 - at - own : at + own)
        return params === undefined
          ? (this.#inside(name, () => this.#parser(tokensOf(body), place).expression()) ?? [])
          : []
      })
      if (values.length > 0) yield { k: 'export', name, value: { k: 'choice', of: values } }
    }
  }

  #function({ name, at }: Macro, params: readonly string[], tokens: readonly Token[]): FunctionIr {
    const place = ({ at: own }: Token): number => at + own
    const whole = this.#inside(name, () => this.#parser(tokens, place, params).expression())
    const body: readonly Statement[] =
      whole === undefined
        ? this.#inside(name, () => this.#parser(tokens, place, params).statements())
        : [{ k: 'return', e: whole }]
    const own = params.map((one) => (one === '...' ? { name: '__VA_ARGS__', isRest: true } : { name: one }))
    return { name, at, params: own, body }
  }

  #parser(tokens: readonly Token[], place: (token: Token) => number, params: readonly string[] = []): MacroParser {
    this.#expandedTokens += tokens.length
    return new MacroParser(tokens, {
      place,
      name: (id, at) => (params.includes(id) ? undefined : this.expand(id, at)) ?? { k: 'name', id, at },
      call: (id, args, at) => {
        const texts = args.map((one) => (one.k === 'name' ? one.id : one.k === 'num' ? String(one.v) : ''))
        return this.expandCall(id, texts, at)
      },
    })
  }

  #mayOpen(name: string): boolean {
    this.#expansions += 1
    const isBounded = this.#expansions < MAX_EXPANSIONS && this.#expandedTokens < MAX_EXPANDED_TOKENS
    return isBounded && !this.#open.has(name) && this.#open.size < MAX_NESTED
  }

  #inside<T>(name: string, work: () => T): T {
    this.#open.add(name)
    const result = work()
    this.#open.delete(name)
    return result
  }
}

/** The body with arguments put in: `#x` as a text, `a##b` as one word. */
function paste(tokens: readonly Token[], params: readonly string[], args: readonly string[]): string {
  let text = ''
  const textAt = (token: Token): string => {
    const i = params.indexOf(token.text)
    return i < 0 ? token.text : (args[i] ?? '')
  }
  for (let i = 0; i < tokens.length && text.length < MAX_TEXT; i += 1) {
    const one = tokens[i]
    const next = tokens[i + 1]
    if (one === undefined) break
    if (one.text === '##') continue
    const isText = one.kind !== 'literal' && one.text === '#' && next !== undefined
    const value = isText ? JSON.stringify(textAt(next)) : textAt(one)
    if (isText) i += 1
    text += tokens[i + 1]?.text === '##' ? value : `${value} `
  }
  return text.slice(0, MAX_TEXT)
}
