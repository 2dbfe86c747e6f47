import type { EntityFinding, EntityType, Level, PolicyViolation } from '@sluice/contracts'
import {
  deriveToken,
  type KeyRing,
  type SecureStateMap,
  type SensitiveValue,
  type SessionScope,
  sealValue,
} from '@sluice/token-vault'
import { LRUCache } from 'lru-cache'
import type { Exchange, RequestLayer } from '../../layer.ts'
import { rewriteTexts, textPositionsOf } from '../../request/index.ts'
import { createOccurrenceSearch, type Occurrence } from './find-occurrences.ts'
import { type Span, spansOf } from './spans.ts'

export interface TokenizeOptions {
  readonly stateMap: SecureStateMap
  readonly keyRing: KeyRing
  readonly timeoutMs: number
}

/**
 * A conversation sends its whole history again with every turn. A mapping that was written less than this long ago is
 * not written again; the store keeps it for hours, so it cannot expire in between.
 */
const REWRITE_AFTER_MS = 60_000
const MAX_REMEMBERED = 50_000

/**
 * L3: puts a token in the place of every value that L2 found, in every text position, and stores the mapping, sealed,
 * in the Secure State Map. A value that L2 knows from one place only (a name through its context) is replaced wherever
 * it stands as a whole word in the same request.
 *
 * It cannot catch what L2 did not find: other spellings, values shorter than four characters outside of the place where
 * they were found, and values that are spread over several text positions.
 *
 * Throws on findings that do not fit the request. The write stays under way, and rejects as the Secure State Map does.
 */
export function createTokenizeLayer({ stateMap, keyRing, timeoutMs }: TokenizeOptions): RequestLayer {
  const writtenMs = new LRUCache<string, number>({ max: MAX_REMEMBERED })

  const store = async (exchange: Exchange, restorations: ReadonlyMap<string, SensitiveValue>): Promise<void> => {
    const scope: SessionScope = { tenant: exchange.principal.tenant, sessionId: exchange.session.id }
    const nowMs = exchange.clock.monotonicMs()
    const sealed = new Map<string, string>()
    const due: string[] = []
    for (const [token, value] of restorations) {
      const name = rememberedAs(scope, token, value.level)
      const lastMs = writtenMs.get(name)
      if (lastMs !== undefined && nowMs - lastMs < REWRITE_AFTER_MS) continue
      sealed.set(token, sealValue(keyRing, scope, token, value))
      due.push(name)
    }
    if (due.length === 0) return
    await stateMap.write(scope, sealed)
    for (const name of due) writtenMs.set(name, nowMs)
  }

  return {
    id: 'L3',
    timeoutMs,
    onError: 'deny',
    async inspectRequest(request, exchange) {
      const findings = exchange.findings.filter((finding): finding is EntityFinding => finding.kind === 'entity')
      if (findings.length === 0) return { type: 'allow' }
      const positions = textPositionsOf(request)
      const found = spansOf(findings, positions)
      const values = highestByValue(found)
      const search = createOccurrenceSearch(values.keys())
      const tokens = new TokenMint(keyRing, exchange)
      const replacements = new Map<string, string>()
      for (const { path, text } of positions) {
        const spans = withOccurrences(found.get(path) ?? [], search(text), values)
        if (spans.length > 0) replacements.set(path, replaceSpans(text, spans, tokens))
      }
      const restorations = tokens.minted
      return {
        type: 'transform',
        request: rewriteTexts(request, replacements),
        violations: violationsOf(restorations.values()),
        facts: { restorations },
        // No later step on the way to the model reads the mapping, so they need not wait for it.
        pendingWrite: store(exchange, restorations),
      }
    },
  }
}

/** Mints the tokens of one request; each value is hashed once. */
class TokenMint {
  readonly minted = new Map<string, SensitiveValue>()
  readonly #key
  readonly #tokens = new Map<string, string>()

  constructor(keyRing: KeyRing, { principal, session }: Exchange) {
    this.#key = keyRing.tokenKey(principal.tenant, session.id)
  }

  tokenOf({ entity, level, value }: SensitiveValue): string {
    const name = `${entity}\0${value}`
    const known = this.#tokens.get(name)
    const token = known ?? deriveToken(this.#key, entity, value)
    const minted = this.minted.get(token)
    if (minted !== undefined && minted.value !== value) throw new Error('Two values have one token.')
    if (minted === undefined || level > minted.level) this.minted.set(token, { entity, level, value })
    if (known === undefined) this.#tokens.set(name, token)
    return token
  }
}

/** What each value is, by the finding that holds it for the most sensitive. */
function highestByValue(found: ReadonlyMap<string, readonly Span[]>): ReadonlyMap<string, SensitiveValue> {
  const values = new Map<string, SensitiveValue>()
  for (const spans of found.values()) {
    for (const { entity, level, value } of spans) {
      if (level >= (values.get(value)?.level ?? 0)) values.set(value, { entity, level, value })
    }
  }
  return values
}

/** L2's own spans, and the occurrences that lie between them or swallow them whole ("Alice" within "Alice Smith"). */
function withOccurrences(
  spans: readonly Span[],
  occurrences: readonly Occurrence[],
  values: ReadonlyMap<string, SensitiveValue>,
): readonly Span[] {
  if (occurrences.length === 0) return spans
  const merged: Span[] = []
  let next = 0
  const takeUntil = (end: number, mayTake: (span: Span) => boolean) => {
    const first = next
    for (let span = spans[next]; span !== undefined && mayTake(span) && span.start < end; span = spans[next]) next += 1
    return spans.slice(first, next)
  }
  for (const { value, start, end } of occurrences) {
    // One by one: a text may have more spans than a call may have arguments.
    for (const span of takeUntil(start, ({ end: ended }) => ended <= start)) merged.push(span)
    const touched = takeUntil(end, () => true)
    const known = values.get(value)
    if (known === undefined || touched.some((span) => span.start < start || span.end > end)) {
      for (const span of touched) merged.push(span)
    } else merged.push(touched.reduce<Span>(atHigherLevel, { ...known, start, end }))
  }
  return merged.concat(spans.slice(next))
}

function atHigherLevel(span: Span, inside: Span): Span {
  return inside.level > span.level ? { ...span, level: inside.level } : span
}

function replaceSpans(text: string, spans: readonly Span[], tokens: TokenMint): string {
  let replaced = ''
  let copied = 0
  for (const span of spans) {
    replaced += text.slice(copied, span.start) + tokens.tokenOf(span)
    copied = span.end
  }
  return replaced + text.slice(copied)
}

function violationsOf(values: Iterable<SensitiveValue>): PolicyViolation[] {
  const types = new Map<EntityType, { count: number; level: number }>()
  for (const { entity, level } of values) {
    const known = types.get(entity) ?? { count: 0, level }
    types.set(entity, { count: known.count + 1, level: Math.max(level, known.level) })
  }
  return [...types].map(([entity, { count, level }]) => ({
    policy_id: `mask-${entity.toLowerCase().replaceAll('_', '-')}`,
    layer: 'L3',
    action: 'masked',
    severity: severityOf(level),
    message:
      count === 1 ? `1 value of type ${entity} was replaced.` : `${count} values of type ${entity} were replaced.`,
  }))
}

function severityOf(level: number): PolicyViolation['severity'] {
  if (level >= 6) return 'critical'
  if (level >= 4) return 'high'
  return level >= 3 ? 'medium' : 'low'
}

function rememberedAs({ tenant, sessionId }: SessionScope, token: string, level: Level): string {
  return `${sessionId} ${token} ${level} ${tenant}`
}
