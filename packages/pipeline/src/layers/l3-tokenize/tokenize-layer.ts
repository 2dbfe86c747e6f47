import type { EntityFinding, EntityType, PolicyViolation } from '@sluice/contracts'
import type { KeyRing, SecureStateMap, SensitiveValue } from '@sluice/token-vault'
import type { Exchange, Rewriter, RewriterDecision } from '../../layer.ts'
import type { LocalRequest } from '../../request/index.ts'
import { withDeadline } from '../../run/abort-scope.ts'
import { type SlicedWork, workInSlices } from '../../run/slice-queue.ts'
import { sessionScopeOf } from '../../session-scope.ts'
import { MappingWriter } from './mapping-writer.ts'
import { maskSteps } from './mask-request.ts'
import { TokenMint } from './token-mint.ts'

interface TokenizeOptions {
  readonly stateMap: SecureStateMap
  readonly keyRing: KeyRing
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
 * It cannot catch what L2 did not find: other spellings, values shorter than four characters outside of the place where
 * they were found, and values that are spread over several text positions, but those that L2 found in the text parts of
 * one message: the first piece gets the token, and the others are cut out.
 *
 * Throws on findings that do not fit the request.
 */
export function createTokenizeLayer({ stateMap, keyRing, writeTimeoutMs, timeoutMs }: TokenizeOptions): Rewriter<'L3'> {
  const mappings = new MappingWriter(stateMap, keyRing)

  function* tokenizeSteps(
    request: LocalRequest,
    findings: readonly EntityFinding[],
    exchange: Exchange,
  ): SlicedWork<RewriterDecision<'L3'>> {
    const tokens = new TokenMint(keyRing.mappingKeys(sessionScopeOf(exchange.origin)))
    const masked = yield* maskSteps(request, findings, (value) => tokens.tokenOf(value))
    const restorations = tokens.minted
    const beginWrite = yield* mappings.sealSteps(exchange, restorations)
    return {
      type: 'transform',
      request: masked,
      violations: violationsOf(restorations.values()),
      facts: { restorations },
      ...(beginWrite === undefined ? {} : { pendingWrite: withDeadline(beginWrite(), writeTimeoutMs) }),
    }
  }

  return {
    id: 'L3',
    timeoutMs,
    onError: 'deny',
    decide(request, exchange) {
      if (request.remote !== undefined) throw new Error('not yet')
      const findings = exchange.findings.filter((finding): finding is EntityFinding => finding.kind === 'entity')
      if (findings.length === 0) return { type: 'allow' }
      const work =
        request.kind === 'embeddings' ? generalizeSteps(request, findings) : tokenizeSteps(request, findings, exchange)
      return workInSlices(work, exchange.scope)
    },
  }
}

/** Puts the type in the place of each value. */
function* generalizeSteps(
  request: LocalRequest,
  findings: readonly EntityFinding[],
): SlicedWork<RewriterDecision<'L3'>> {
  const replaced = new Map<string, SensitiveValue>()
  const masked = yield* maskSteps(request, findings, (value) => {
    replaced.set(`${value.entity}\0${value.value}`, value)
    return value.entity
  })
  return { type: 'transform', request: masked, violations: violationsOf(replaced.values()) }
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
