import type { EntityFinding } from '@sluice/contracts'
import { LRUCache } from 'lru-cache'
import type { Awaitable, Inspector, InspectorDecision } from '../../layer.ts'
import type { CodenameRegistry, CodenameTerms } from '../../ports/codename-registry.ts'
import { type ModelRequest, positionsOf, type TextPosition } from '../../request/index.ts'
import { type SlicedWork, workInSlices } from '../../run/work-in-slices.ts'
import { traitReader } from './quasi-identifiers.ts'
import { createQuestions } from './questions.ts'
import type { Recognizer, Span } from './recognizer.ts'
import { compileCodenames } from './recognizers/codename.ts'
import { levelOf } from './resolve-overlaps.ts'
import { RECOGNIZERS, SLICE_LENGTH, scanSteps } from './scan-text.ts'
import { tileOf } from './sensitivity-tile.ts'

/** Compiled registries that are kept: tenants that are in use at the same time. */
const MAX_COMPILED = 64

interface SensitivityOptions {
  readonly codenames: CodenameRegistry
  readonly timeoutMs: number
}

/**
 * L2: finds sensitive data in every text position of a request and sums it up as a sensitivity tile. It always
 * allows; L3 replaces what it found and L5 routes by the tile. An unreadable registry rejects, so the runner denies.
 *
 * It cannot see what no recognizer knows: addresses, dates, health data and secrets, names without any
 * sign of being one, values in pictures, sound or base64, and values that are spelled out in words.
 */
export function createSensitivityLayer({ codenames, timeoutMs }: SensitivityOptions): Inspector<'L2'> {
  const compiled = new LRUCache<string, Compiled>({ max: MAX_COMPILED })

  function recognizersFor(tenant: string): Compiled['recognizers'] {
    const terms = codenames.current(tenant)
    const known = compiled.get(tenant)
    if (known !== undefined && known.terms.version === terms.version) return known.recognizers
    const codename = compileCodenames(terms)
    const recognizers = codename instanceof Promise ? codename.then(withOthers) : withOthers(codename)
    compiled.set(tenant, { terms, recognizers })
    // A failed compilation is tried again by the next request; here it must not count as unhandled.
    if (recognizers instanceof Promise) recognizers.catch(() => compiled.delete(tenant))
    return recognizers
  }

  return {
    id: 'L2',
    timeoutMs,
    onError: 'deny',
    decide(request, { origin, runtime }) {
      const recognizers = recognizersFor(origin.principal.tenant)
      const inspect = (each: readonly Recognizer[]) =>
        workInSlices(requestSteps(request, each), { sliceLength: SLICE_LENGTH, signal: runtime.signal })
      return recognizers instanceof Promise ? recognizers.then(inspect) : inspect(recognizers)
    },
  }
}

interface Compiled {
  readonly terms: CodenameTerms
  readonly recognizers: Awaitable<readonly Recognizer[]>
}

function withOthers(codename: Recognizer): readonly Recognizer[] {
  return [codename, ...RECOGNIZERS]
}

function* requestSteps(request: ModelRequest, recognizers: readonly Recognizer[]): SlicedWork<InspectorDecision<'L2'>> {
  const findings: EntityFinding[] = []
  const traits = new Set<string>()
  const questions = createQuestions()
  for (const position of positionsOf(request)) {
    const question = questions.before(position)
    const reading = question === undefined ? position : { ...position, question }
    const spans = yield* scanSteps(position.text, reading, recognizers)
    for (const span of spans) findings.push(findingOf(span, position))
    if (position.kind !== 'identifier') traitReader.addTraits(position.text, traits)
  }
  return { type: 'allow', findings, facts: { tile: tileOf({ findings, traits }) } }
}

function findingOf(span: Span, { path }: TextPosition): EntityFinding {
  const { entity, start, end, confidence, recognizer } = span
  return { kind: 'entity', entity, level: levelOf(span), position: path, start, end, confidence, recognizer }
}
