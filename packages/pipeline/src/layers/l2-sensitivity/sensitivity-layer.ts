import type { ChatRequest, EntityFinding } from '@sluice/contracts'
import { LRUCache } from 'lru-cache'
import type { Decision, RequestLayer } from '../../layer.ts'
import type { CodenameRegistry, CodenameTerms } from '../../ports/codename-registry.ts'
import { type TextPosition, textPositionsOf } from '../../request/index.ts'
import { createQuestions } from './questions.ts'
import type { Recognizer, Span } from './recognizer.ts'
import { compileCodenames } from './recognizers/codename.ts'
import { levelOf } from './resolve-overlaps.ts'
import { isOneSlice, RECOGNIZERS, SLICE_LENGTH, scanSlice, scanText } from './scan-text.ts'
import { QUASI_IDENTIFIERS, tileOf } from './sensitivity-tile.ts'

/** Compiled registries that are kept: tenants that are in use at the same time. */
const MAX_COMPILED = 64

export interface SensitivityOptions {
  readonly codenames: CodenameRegistry
  readonly timeoutMs: number
}

/**
 * L2: finds sensitive data in every text position of a request and sums it up as a sensitivity tile. It always
 * allows; L3 replaces what it found and L5 routes by the tile. An unreadable registry rejects, so the runner denies.
 *
 * It cannot see what no recognizer knows: addresses, dates, health data and secrets (milestone 6), names without any
 * sign of being one, values in pictures, sound or base64, and values that are spelled out in words.
 */
export function createSensitivityLayer({ codenames, timeoutMs }: SensitivityOptions): RequestLayer {
  const compiled = new LRUCache<string, { readonly terms: CodenameTerms; readonly recognizer: Promise<Recognizer> }>({
    max: MAX_COMPILED,
  })

  function recognizerFor(tenant: string): Promise<Recognizer> {
    const terms = codenames.current(tenant)
    const known = compiled.get(tenant)
    if (known !== undefined && known.terms.version === terms.version) return known.recognizer
    const recognizer = compileCodenames(terms)
    // A failed compilation is asked for again by the next request; here it must not count as unhandled.
    recognizer.catch(() => compiled.delete(tenant))
    compiled.set(tenant, { terms, recognizer })
    return recognizer
  }

  return {
    id: 'L2',
    timeoutMs,
    onError: 'deny',
    async inspectRequest(request, { principal, signal }): Promise<Decision> {
      const recognizers = [await recognizerFor(principal.tenant), ...RECOGNIZERS]
      return inspect(request, recognizers, signal)
    },
  }
}

async function inspect(
  request: ChatRequest,
  recognizers: readonly Recognizer[],
  signal: AbortSignal,
): Promise<Decision> {
  const findings: EntityFinding[] = []
  const traits = new Set<string>()
  const questions = createQuestions()
  let read = 0
  for (const position of textPositionsOf(request)) {
    read += position.text.length
    if (read > SLICE_LENGTH) {
      read = 0
      await new Promise((resolve) => setImmediate(resolve))
      signal.throwIfAborted()
    }
    const { text } = position
    const question = questions.before(position)
    const reading = question === undefined ? position : { ...position, question }
    const spans = isOneSlice(text) ? scanSlice(text, reading, recognizers) : await scanText(text, reading, recognizers)
    for (const span of spans) findings.push(findingOf(span, position))
    noteTraits(position, traits)
  }
  return { type: 'allow', findings, facts: { tile: tileOf({ findings, traits }) } }
}

function findingOf(span: Span, { path }: TextPosition): EntityFinding {
  const { entity, start, end, confidence, recognizer } = span
  return { kind: 'entity', entity, level: levelOf(span), position: path, start, end, confidence, recognizer }
}

function noteTraits({ kind, text }: TextPosition, traits: Set<string>): void {
  if (kind === 'identifier') return
  for (const [trait, , pattern] of QUASI_IDENTIFIERS) if (!traits.has(trait) && pattern.test(text)) traits.add(trait)
}
