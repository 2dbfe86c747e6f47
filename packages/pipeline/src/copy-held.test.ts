import { detectionSchema, type EntityFinding } from '@sluice/contracts'
import { describe, expect, it } from 'vitest'
import { HeldBody } from './body-work.ts'
import { copyHeld } from './copy-held.ts'
import { createSensitivityLayer, RULES } from './layers/l2-sensitivity/index.ts'
import { compileCodenames } from './ports/codename-registry.ts'
import { sessionScopeOf } from './session-scope.ts'
import { chat } from './testing/answers-for-tests.ts'
import { exchangeForTests, keyRingForTests } from './testing/exchange-for-tests.ts'

const codenames = { version: '1', index: compileCodenames([]) }
const unreadableLevels = { image: 5, audio: 6, file: 7, readFile: 7 } as const

/** Two tools have answered a part of a card each: only the second look joins them. */
const request = () =>
  chat({
    model: 'm',
    messages: ['Write to anna@example.com. The card is 4111 1111', ' 1111 1111.'].map((content, at) => ({
      role: 'tool' as const,
      tool_call_id: String(at),
      content,
    })),
  })

describe('the copy of a request that approvers read', () => {
  it('is masked where the second look is sure, whatever is set', async () => {
    const layer = createSensitivityLayer({
      codenames: { current: () => codenames },
      unreadableLevels,
      recognizers: RULES,
      timeoutMs: 1_000,
    })
    const exchange = exchangeForTests({ request: request() })
    const { findings = [] } = await layer.decide(exchange.origin.request, exchange)
    const entities = findings.filter((finding): finding is EntityFinding => finding.kind === 'entity')
    expect(entities.map(({ entity }) => entity)).toEqual(['EMAIL_ADDRESS'])
    const { origin, scope } = exchange
    const copy = await copyHeld({ origin, findings: entities, scope }, keyRingForTests, 10_000)
    expect(copy.masked).toMatch(/EMAIL_ADDRESS_\w{10}.*CREDIT_CARD_\w{10}/)
    expect(copy.masked).not.toContain('1111')
    expect(copy.body).toContain('4111 1111')
    expect(copy.values.map(([token]) => token.slice(0, -11))).toEqual(['EMAIL_ADDRESS', 'CREDIT_CARD'])
  })

  it('is not made of a request that nobody has looked at', async () => {
    const { origin, scope } = exchangeForTests({ request: request() })
    await expect(copyHeld({ origin, findings: [], scope }, keyRingForTests, 10_000)).rejects.toThrow(
      'Nobody has looked',
    )
  })

  it('is the same for a body that another thread holds', async () => {
    const owner = { user: 'u', clock: { monotonicMs: () => 0 }, isStopped: false, stopReason: undefined }
    const maskedOf = async (isHeld: boolean) => {
      const body = new HeldBody(request(), owner)
      await body.L2({
        ...{ tenant: 'acme', codenames, unreadableLevels, detection: detectionSchema.parse({}) },
        ...{ continuesPersonal: false, session: 's', residualAction: 'record', readsTraits: false },
      })
      if (isHeld) body.copy(10_000)
      const { masked } = await body.L3(keyRingForTests.mappingKeys(sessionScopeOf(exchangeForTests().origin)))
      return Buffer.from(masked).toString()
    }
    expect(await maskedOf(true)).not.toContain('1111')
    expect(await maskedOf(false)).toContain('4111 1111')
  })
})
