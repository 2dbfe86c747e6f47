import type { EndpointFailure } from '@sluice/pipeline/ports'
import type { AwsOptions, AzureOptions } from './endpoint-options.ts'
import { REQUEST_MEMBERS } from './request-members.ts'
import { codeOf } from './upstream-code.ts'
import type { UpstreamErrorBody } from './upstream-error-body.ts'

/** What of an endpoint its callers must not read. */
interface WordsOptions {
  /** `code`: nothing that the endpoint wrote but a known code and the member at fault. `filtered`: its text as well. */
  readonly errors?: 'code' | 'filtered' | undefined
  readonly apiKey?: string | undefined
  readonly azure?: Pick<AzureOptions, 'entra'> | undefined
  readonly aws?: AwsOptions | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly modelMap?: Readonly<Record<string, string>> | undefined
}

type UpstreamWords = NonNullable<(EndpointFailure & { kind: 'status' })['upstream']>

/** More of a text is neither looked at nor passed on; what passes is cut at 512 UTF-16 code units. */
const MAX_READ_LENGTH = 2_048
const MAX_MESSAGE_LENGTH = 512
const MAX_PARAM_LENGTH = 128
/** Eight letters or digits in a row of a secret are a part of it. */
const GRAM_LENGTH = 8
/** A shorter secret counts as a whole word only: it would be found in every text. */
const MIN_PART_LENGTH = 4

/** A member of a request: `messages[3].content`, `messages.[0].content`, `tools.0.function.name`. */
const PARAM = /^([A-Za-z_]+)(?:\.?\[\d{1,6}\]|\.\w{1,64})*$/

/**
 * What a text of an endpoint must not hold, whatever is configured. Each pattern is over lower-case text in NFKC and
 * takes time linear in its length, which is bounded.
 */
const FORBIDDEN: readonly RegExp[] = [
  // Keys and ids of providers: `sk-...`, `org-...`, `proj_...`, `req_...`.
  /(?<![a-z0-9])(?:sk|pk|rk|org|proj|acct|asst|req|resp|sess|svcacct)[-_][a-z0-9]{2}/,
  /bearer|api[ _-]?key|authorization|password|secret|credential/,
  // A key that was masked shows its ends.
  /\*{3}|\u2022{3}|\.{4}/,
  /:\/\/|www\.|\S@\S/,
  // IPv4, IPv6, a host with its port.
  /\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}/,
  /[0-9a-f]{0,4}:[0-9a-f]{0,4}:[0-9a-f]{0,4}/,
  /[a-z0-9]:\d{2}/,
  // Hosts by their usual names: `localhost`, `db01`, `gpu-node-17`.
  /localhost|\bhost\b|\bhostname\b|(?<![a-z0-9_])[a-z]+(?:-[a-z]+){0,3}-?\d{2}/,
  // Paths of a file system.
  /(?:^|[\s"'`(=])(?:~?\/|[a-z]:\\)\w/,
  // Ids and keys of any kind.
  /[a-z0-9_-]{32}/,
]
/** Names with dots: hosts, modules, versions. */
const DOTTED = /[a-z0-9_-]+(?:\.[a-z0-9_[\]-]+)+/g
const DECIMAL = /^\d{1,12}\.\d{1,12}$/

/**
 * Decides which words of an endpoint's error its callers may read: none that hold a configured secret (the key, any
 * header's value, in other cases, widths or spacing, or eight characters of it), the endpoint's own name of a model, a
 * provider's key or id, or what looks like a host, an address, a path or an opaque id. A text that holds one of them is
 * left out as a whole: a gap would tell where it stood.
 *
 * It cannot know a secret that is not configured here and reads like a word.
 */
export class UpstreamWordsFilter {
  readonly #passesMessages: boolean
  readonly #grams = new Set<string>()
  /** Secrets too short for grams, and the endpoint's own names of models, in letters and digits. */
  readonly #parts = new Set<string>()
  readonly #words = new Set<string>()

  constructor({ errors = 'code', apiKey, azure, aws, headers = {}, modelMap = {} }: WordsOptions) {
    // The credentials of a role are new every hour: no text is searched for them.
    this.#passesMessages = errors === 'filtered' && (aws === undefined || 'accessKeyId' in aws)
    const keys = aws !== undefined && 'accessKeyId' in aws ? aws : undefined
    const credentials = [
      apiKey,
      ...Object.values(azure?.entra ?? {}),
      keys?.accessKeyId,
      keys?.secretAccessKey,
      keys?.sessionToken,
    ]
    for (const secret of [...credentials, ...Object.values(headers)]) this.#addSecret(secret ?? '')
    for (const [name, own] of Object.entries(modelMap)) if (own !== name) this.#addPart(squeeze(own))
  }

  /** What callers may read of an error. */
  passing({ message, param, code, type }: UpstreamErrorBody): UpstreamWords {
    const known = codeOf({ message, code, type })
    const text = this.#passesMessages && message !== undefined ? this.#message(message) : undefined
    const member = param === undefined ? undefined : this.#param(param)
    return {
      ...(text === undefined ? {} : { message: text }),
      ...(member === undefined ? {} : { param: member }),
      ...(known === undefined ? {} : { code: known }),
    }
  }

  #message(message: string): string | undefined {
    const text = plain(message.slice(0, MAX_READ_LENGTH))
    if (text === '' || !this.#isClean(text)) return undefined
    return text.slice(0, MAX_MESSAGE_LENGTH).toWellFormed()
  }

  #param(param: string): string | undefined {
    if (param.length > MAX_PARAM_LENGTH) return undefined
    const [, member = ''] = PARAM.exec(param) ?? []
    return REQUEST_MEMBERS.has(member) && this.#isClean(param) ? param : undefined
  }

  #isClean(text: string): boolean {
    const lower = text.toLowerCase()
    if (FORBIDDEN.some((pattern) => pattern.test(lower))) return false
    for (const [name] of lower.matchAll(DOTTED)) if (!mayHaveDots(name)) return false
    for (const word of lower.split(/[^\p{L}\p{N}]+/u)) if (this.#words.has(word)) return false
    const letters = squeeze(text)
    for (const part of this.#parts) if (letters.includes(part)) return false
    for (let at = 0; at + GRAM_LENGTH <= letters.length; at += 1) {
      if (this.#grams.has(letters.slice(at, at + GRAM_LENGTH))) return false
    }
    return true
  }

  #addSecret(secret: string): void {
    const letters = squeeze(secret)
    if (letters.length < GRAM_LENGTH) this.#addPart(letters)
    for (let at = 0; at + GRAM_LENGTH <= letters.length; at += 1) this.#grams.add(letters.slice(at, at + GRAM_LENGTH))
  }

  #addPart(letters: string): void {
    if (letters.length >= MIN_PART_LENGTH) this.#parts.add(letters)
    else if (letters !== '') this.#words.add(letters)
  }
}

/** One line in NFKC without control and format characters. */
function plain(text: string): string {
  return text
    .toWellFormed()
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/[\p{Cc}\p{Z}]+/gu, ' ')
    .trim()
}

/** Letters and digits only, in lower case: spacing and punctuation hide no part of a secret. */
function squeeze(text: string): string {
  return plain(text)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '')
}

function mayHaveDots(name: string): boolean {
  const [first = ''] = name.split(/[.[]/, 1)
  return DECIMAL.test(name) || REQUEST_MEMBERS.has(first) || name === 'e.g' || name === 'i.e'
}
