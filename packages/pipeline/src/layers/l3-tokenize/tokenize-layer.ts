import type { EarlierTexts, EntityFinding, UnreadableLevels } from '@sluice/contracts'
import type { KeyRing, SecureStateMap } from '@sluice/token-vault'
import type { DeliveredTextMemory } from '../../delivered/index.ts'
import type { Exchange, Layers, RewriterDecision } from '../../layer.ts'
import {
  isConversation,
  type LocalRequest,
  type MaskingKeys,
  type ModelRequest,
  type RemoteRequest,
  type SentItems,
} from '../../request/index.ts'
import { withDeadline } from '../../run/abort-scope.ts'
import { type SlicedWork, workInSlices } from '../../run/slice-queue.ts'
import type { SentTextMemory } from '../../sent/index.ts'
import { sessionNameOf, sessionScopeOf } from '../../session-scope.ts'
import { type SentEarlier, withoutValues } from './late-values.ts'
import { leaveOutUnreadable } from './leave-out-unreadable.ts'
import { MappingWriter } from './mapping-writer.ts'
import { generalizeSteps, tokenizeSteps } from './mask-values.ts'

interface TokenizeOptions {
  readonly stateMap: SecureStateMap
  readonly keyRing: KeyRing
  /** What sessions were given, which L4 remembers. */
  readonly delivered: DeliveredTextMemory
  /** What sessions have sent. */
  readonly sent: SentTextMemory
  /** What an endpoint gets of a text that went to it before one of its values was known; `as-sent` where left out. */
  readonly earlierTexts?: EarlierTexts
  /** What of a tool's answer cannot be read, and may be seen from this clearance on. */
  readonly unreadableLevels: UnreadableLevels
  /** The longest that the write of the mapping may take, in milliseconds. */
  readonly writeTimeoutMs: number
  /** The longest that the work on the text may take, in turns with others. */
  readonly timeoutMs: number
}

/**
 * L3: puts a token in the place of every value that L2 found, in every text position, and begins to store the mapping,
 * sealed, in the Secure State Map. A value that L2 knows from one place only (a name through its context) is replaced
 * wherever it stands as a whole word in the same request. `order.ts` says where the write is awaited; it rejects as the
 * Secure State Map does.
 *
 * Text to embed gets the name of the type in the place of a value, and nothing is stored: a vector cannot be restored,
 * and with a session's own tokens the vectors of two sessions could not be compared.
 *
 * A date that is to be shifted is moved by the days of its session, in its own form; what is to be generalized is told
 * less exactly. Both only in what goes to a model: a tool, an approver and text to embed get no date that is wrong.
 *
 * What a session was given and sends back becomes what the model had written, byte for byte, but for values that L2
 * finds outside of those that were restored: they are masked as ever. It is so where this process has delivered it.
 *
 * A text that went to an endpoint before one of its values was known goes to that endpoint as it went, unless a
 * setting says otherwise (`late-values.ts`); L5 asks for that when it sends.
 *
 * It cannot catch what L2 did not find: other spellings, values of fewer than four characters (names: three) outside of
 * the place where they were found, and values that are spread over several text positions, but those that L2 found in
 * the text parts of one message: the first piece gets the token, and the others are cut out.
 *
 * `replaceMore` does the same for values that were found in a request which it has passed on.
 *
 * Throws on findings that do not fit the request.
 */
export function createTokenizeLayer(options: TokenizeOptions): Layers['L3'] {
  const { stateMap, keyRing, delivered, unreadableLevels, writeTimeoutMs, timeoutMs } = options
  const mappings = new MappingWriter(stateMap, keyRing)
  const earlierOf = earlierTextsOf(options)
  const written = (beginWrite: BeginWrite | undefined) =>
    beginWrite === undefined ? {} : { pendingWrite: withDeadline(beginWrite(), writeTimeoutMs) }

  function* tokenizeHere(
    request: LocalRequest,
    findings: readonly EntityFinding[],
    exchange: Exchange,
  ): SlicedWork<RewriterDecision<'L3'>> {
    const { sentBefore, ...masking } = yield* tokenizeSteps(
      request,
      findings,
      keysOf(options, exchange, request),
      earlierOf(request, exchange),
    )
    if (masking.request === request) return { type: 'allow', facts: { sentBefore } }
    const { restorations, shifted } = masking
    const beginWrite = yield* mappings.sealSteps(exchange, restorations)
    return { type: 'transform', ...masking, facts: { restorations, shifted, sentBefore }, ...written(beginWrite) }
  }

  /** What a tool has answered. What cannot be read is left out behind the masking, so that findings fit. */
  function* comeIn(
    request: LocalRequest & { readonly kind: 'tool-result' },
    findings: readonly EntityFinding[],
    exchange: Exchange,
  ): SlicedWork<RewriterDecision<'L3'>> {
    const { policy } = exchange.runtime
    const masked = findings.length === 0 ? undefined : yield* tokenizeHere(request, findings, exchange)
    const passing = masked?.type === 'transform' && masked.request.kind === 'tool-result' ? masked.request : request
    if (passing.remote !== undefined) throw new Error('What a tool has answered stays here.')
    const left = leaveOutUnreadable(passing, unreadableLevels, policy.clearanceOf(exchange.origin.principal))
    const violations = [...(masked?.violations ?? []), ...left.violations]
    if ('refusal' in left) return { type: 'deny', refusal: left.refusal, violations }
    return { ...masked, type: 'transform', request: left.request, violations }
  }

  async function tokenizeThere(request: RemoteRequest, exchange: Exchange): Promise<RewriterDecision<'L3'>> {
    const keys = request.kind === 'embeddings' ? undefined : keysOf(options, exchange, request)
    const { masked, sealed, shifted, violations, residual, excerpts } = await request.remote.L3(keys, exchange.scope)
    const beginWrite = sealed.length === 0 ? undefined : () => mappings.write(sessionScopeOf(exchange.origin), sealed)
    const facts = shifted.length === 0 ? {} : { shifted: new Map(shifted) }
    const left = { ...request, masked, sealed, residual, excerpts }
    return { type: 'transform', request: left, violations, facts, ...written(beginWrite) }
  }

  return {
    id: 'L3',
    timeoutMs,
    onError: 'deny',
    decide(request, exchange) {
      if (request.remote !== undefined) return tokenizeThere(request, exchange)
      const findings = valuesToMask(request, exchange)
      if (request.kind === 'tool-result') return workInSlices(comeIn(request, findings, exchange), exchange.scope)
      const isGiven = isConversation(request) && delivered.of(sessionScopeOf(exchange.origin)) !== undefined
      if (findings.length === 0 && !isGiven) {
        return { type: 'allow', facts: { sentBefore: withoutValues(request, earlierOf(request, exchange)) } }
      }
      const work =
        request.kind === 'embeddings' ? generalizeHere(request, findings) : tokenizeHere(request, findings, exchange)
      return workInSlices(work, exchange.scope)
    },
    replaceMore(request, findings, exchange) {
      if (request.kind === 'embeddings') return workInSlices(generalizeHere(request, findings), exchange.scope)
      return workInSlices(withEarlierTokens(tokenizeHere(request, findings, exchange), exchange), exchange.scope)
    },
  }
}

type BeginWrite = () => Promise<void>

/** Texts to embed and calls of tools are no conversation, whose beginning comes again. */
function earlierTextsOf({ sent, earlierTexts = 'as-sent' }: Pick<TokenizeOptions, 'sent' | 'earlierTexts'>) {
  return (request: LocalRequest, { origin }: Exchange): SentEarlier | undefined =>
    isConversation(request) ? { texts: sent.of(sessionNameOf(origin)), setting: earlierTexts } : undefined
}

/** The keys of a session, with what it was given, and whether its values may be changed. */
function keysOf(
  { keyRing, delivered }: Pick<TokenizeOptions, 'keyRing' | 'delivered'>,
  { origin }: Exchange,
  request: ModelRequest,
): MaskingKeys {
  const session = sessionScopeOf(origin)
  const keys = keyRing.mappingKeys(session)
  const given = isConversation(request) ? delivered.of(session) : undefined
  const known = given === undefined ? keys : { ...keys, delivered: given }
  // A tool would act upon a wrong date, and what it answers goes to its caller.
  if (!isConversation(request) && request.kind !== 'token-count') return known
  return { ...known, changes: { sentItems: sentItemsOf(origin) } }
}

/** The items of earlier responses, which stand in the request as they were sent and received. */
function sentItemsOf({ history }: Exchange['origin']): SentItems {
  if (history === undefined) return NOTHING_SENT
  return { count: history.count ?? 0, others: Object.values(history.names).filter((at) => at >= 0) }
}

const NOTHING_SENT: SentItems = { count: 0, others: [] }

/** The tokens of a request are those of both times. */
function* withEarlierTokens(
  work: SlicedWork<RewriterDecision<'L3'>>,
  { facts }: Exchange,
): SlicedWork<RewriterDecision<'L3'>> {
  const decision = yield* work
  const { restorations = [], shifted = [] } = decision.facts ?? {}
  return {
    ...decision,
    facts: {
      restorations: new Map([...(facts.restorations ?? []), ...restorations]),
      shifted: new Map([...(facts.shifted ?? []), ...shifted]),
      // What leaves is not what was looked at first.
      sentBefore: undefined,
    },
  }
}

/** A tool server gets the values that it may see. All other values are replaced, whoever gets the request. */
function valuesToMask({ kind }: LocalRequest, { findings, facts }: Exchange): readonly EntityFinding[] {
  const values = findings.filter((finding): finding is EntityFinding => finding.kind === 'entity')
  if (kind !== 'tool-call') return values
  const clearLevel = facts.clearLevel ?? -1
  return values.filter(({ level }) => level > clearLevel)
}

function* generalizeHere(
  request: LocalRequest,
  findings: readonly EntityFinding[],
): SlicedWork<RewriterDecision<'L3'>> {
  return { type: 'transform', ...(yield* generalizeSteps(request, findings)) }
}
