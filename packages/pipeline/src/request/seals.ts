import type { KnownSeals, LocalRequest } from './model-request.ts'

/** A seal that is known: the endpoint that made it, and what it made. */
interface KnownSeal {
  readonly endpoint: string
  readonly original: string
}

/** Tells whether a seal with its mark, on the text that it covers, is known; undefined where it is not. */
type ReadSeal = (marked: string, covered: string) => KnownSeal | undefined

/** What a provider signs or encrypts: the members on the way to it, and the member with the text that it signs. */
interface Sealed {
  readonly seal: readonly string[]
  readonly covers?: string
}

/** By the type of a content block or of an item. Sources: Anthropic's extended thinking, OpenAI's reasoning items. */
const SEALED: ReadonlyMap<unknown, Sealed> = new Map([
  ['thinking', { seal: ['signature'], covers: 'thinking' }],
  ['redacted_thinking', { seal: ['data'] }],
  ['reasoning', { seal: ['encrypted_content'] }],
  ['compaction', { seal: ['encrypted_content'] }],
])

/**
 * Gemini's signature of the thoughts before a call of a tool, where its own chat wire has it. The call stays where the
 * signature goes. Source: https://ai.google.dev/gemini-api/docs/thought-signatures
 */
const SIGNED_CALL: Sealed = { seal: ['extra_content', 'google', 'thought_signature'] }

/**
 * Finds what providers have signed or encrypted and a caller brings back. Where its mark shows that it came from an
 * endpoint by way of this deployment, for this user, the mark is taken off, and no layer reads or changes it. What is
 * not known stays: it is read where it is text, and counts as unreadable where it is not.
 */
export function openSeals<Request extends LocalRequest>(request: Request, read: ReadSeal): Request {
  const holders = holdersOf(request)
  if (holders === undefined) return request
  const found = new SealWalk(read)
  const items = found.items(holders.items, holders.path)
  if (items === holders.items) return request
  const seals: KnownSeals = { fixed: found.fixed, endpoints: found.endpoints, asSent: request.body }
  // The items of one member are replaced by items of the same types.
  return { ...request, body: { ...request.body, [holders.member]: items }, seals } as Request
}

/** The member of a body whose items may hold seals. */
function holdersOf({ kind, body }: LocalRequest) {
  if (kind === 'chat' || kind === 'messages' || kind === 'token-count')
    return { member: 'messages', items: body.messages, path: '/messages' }
  if (kind === 'responses' && Array.isArray(body.input)) return { member: 'input', items: body.input, path: '/input' }
  return undefined
}

class SealWalk {
  readonly fixed = new Set<string>()
  readonly endpoints = new Set<string>()
  readonly #read: ReadSeal

  constructor(read: ReadSeal) {
    this.#read = read
  }

  /** Items or blocks; the same array where no seal is known. */
  items(items: readonly unknown[], path: string): readonly unknown[] {
    let copy: unknown[] | undefined
    for (const [at, item] of items.entries()) {
      if (typeof item !== 'object' || item === null) continue
      const opened = this.#holder(item, `${path}/${at}`)
      if (opened === item) continue
      copy ??= [...items]
      copy[at] = opened
    }
    return copy ?? items
  }

  #holder(item: object, path: string): object {
    const sealed = 'type' in item ? SEALED.get(item.type) : undefined
    if (sealed !== undefined) return this.#open(item, sealed, path)
    if ('tool_calls' in item && Array.isArray(item.tool_calls)) return this.#calls(item, item.tool_calls, path)
    if (!('content' in item) || !Array.isArray(item.content)) return item
    const content = this.items(item.content, `${path}/content`)
    return content === item.content ? item : { ...item, content }
  }

  #calls(message: object, calls: readonly unknown[], path: string): object {
    const opened = calls.map((call, at) =>
      typeof call === 'object' && call !== null ? this.#open(call, SIGNED_CALL, `${path}/tool_calls/${at}`) : call,
    )
    return opened.every((call, at) => call === calls[at]) ? message : { ...message, tool_calls: opened }
  }

  #open(item: object, { seal, covers }: Sealed, path: string): object {
    const marked = valueAt(item, seal)
    const covered: unknown = covers === undefined ? '' : Reflect.get(item, covers)
    if (typeof marked !== 'string' || typeof covered !== 'string') return item
    const known = this.#read(marked, covered)
    if (known === undefined) return item
    this.endpoints.add(known.endpoint)
    this.fixed.add(`${path}/${placeOf(item, seal)}`)
    if (covers !== undefined) this.fixed.add(`${path}/${covers}`)
    return withValueAt(item, seal, known.original)
  }
}

/** As a position names it: a member in a place that no shape knows goes by its number among the others. */
function placeOf(item: object, seal: readonly string[]): string {
  if (seal !== SIGNED_CALL.seal) return seal.join('/')
  const steps = seal.map((member, at) => Object.keys(valueAt(item, seal.slice(0, at)) ?? {}).indexOf(member))
  return steps.map((step) => `~${step}`).join('/')
}

function valueAt(holder: unknown, [member, ...rest]: readonly string[]): unknown {
  if (member === undefined) return holder
  return typeof holder === 'object' && holder !== null ? valueAt(Reflect.get(holder, member), rest) : undefined
}

/** A copy with another value at a place that exists; undefined takes it out. */
function withValueAt(holder: object, [member = '', ...rest]: readonly string[], value: unknown): object {
  const { [member]: inner, ...others } = holder as Readonly<Record<string, unknown>>
  if (rest.length > 0 && typeof inner === 'object' && inner !== null)
    return { ...holder, [member]: withValueAt(inner, rest, value) }
  return value === undefined ? others : { ...holder, [member]: value }
}

/**
 * The request without anything that a provider has sealed, for an endpoint that did not make it. What was thought is
 * lost; what was said stays.
 */
export function withoutSeals<Request extends LocalRequest>(request: Request): Request {
  const holders = holdersOf(request)
  if (request.seals === undefined || holders === undefined) return request
  const items = unsealed(holders.items)
  // The same members with fewer items.
  return { ...request, body: { ...request.body, [holders.member]: items } } as Request
}

/** As deep as marks are taken off. */
function unsealed(items: readonly unknown[]): readonly unknown[] {
  return items.flatMap((item): readonly unknown[] => {
    if (isSealed(item)) return []
    if (typeof item !== 'object' || item === null) return [item]
    if ('tool_calls' in item && Array.isArray(item.tool_calls)) {
      return [{ ...item, tool_calls: item.tool_calls.map(withoutSignature) }]
    }
    if (!('content' in item) || !Array.isArray(item.content)) return [item]
    const content = unsealed(item.content)
    // A message that held nothing else is gone with it.
    return content.length === 0 && item.content.length > 0 ? [] : [{ ...item, content }]
  })
}

function isSealed(item: unknown): boolean {
  return typeof item === 'object' && item !== null && 'type' in item && SEALED.has(item.type)
}

function withoutSignature(call: unknown): unknown {
  const { seal } = SIGNED_CALL
  const isSigned = typeof call === 'object' && call !== null && valueAt(call, seal) !== undefined
  return isSigned ? withValueAt(call, seal, undefined) : call
}
