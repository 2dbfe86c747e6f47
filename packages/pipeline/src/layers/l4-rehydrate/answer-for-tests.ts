import type { CompletionChunk } from '@sluice/contracts'
import type { SensitiveValue } from '@sluice/token-vault'
import { createMemoryStateMap, type MemoryStateMap } from '@sluice/token-vault/testing'
import { collect } from '../../answer/index.ts'
import { DeliveredTextMemory } from '../../delivered/index.ts'
import { sessionScopeOf } from '../../session-scope.ts'
import { drain, guardedBy, oneByOne } from '../../testing/answers-for-tests.ts'
import { type ExchangeChanges, exchangeForTests, keyRingForTests } from '../../testing/exchange-for-tests.ts'
import { createRehydrateLayer } from './rehydrate-layer.ts'

/** For unit tests of L4: five tokens, their values, and answers that hold them. */
export const scope = sessionScopeOf(exchangeForTests().origin)
export const MAIL = 'EMAIL_ADDRESS_0000000000'
export const CARD = 'CREDIT_CARD_1111111111'
export const NAME = 'PERSON_2222222222'
export const ADDRESS = 'IP_ADDRESS_3333333333'
export const CODE = 'CODENAME_4444444444'
const restorations = new Map<string, SensitiveValue>([
  [MAIL, { entity: 'EMAIL_ADDRESS', level: 3, value: 'alice@example.com' }],
  [CARD, { entity: 'CREDIT_CARD', level: 5, value: '4111 1111 1111 1111' }],
  [NAME, { entity: 'PERSON', level: 2, value: 'Dwayne "The\\Rock"\nJohnson' }],
  [ADDRESS, { entity: 'IP_ADDRESS', level: 3, value: '10.0.0.1' }],
  [CODE, { entity: 'CODENAME', level: 7, value: 'Falcon' }],
])
export const FIXTURE = `Dear ${NAME}, ${MAIL} and ${CARD}${ADDRESS}, see _${CODE}_!`
export const RESTORED =
  'Dear Dwayne "The\\Rock"\nJohnson, alice@example.com and 4111 1111 1111 111110.0.0.1, see _Falcon_!'

export const head = { id: 'c1', object: 'chat.completion.chunk', created: 1, model: 'm' } as const
type Choice = CompletionChunk['choices'][number]
export type Delta = Choice['delta']

export const end = (index = 0, delta: Delta = {}): Choice => ({ index, delta, finish_reason: 'stop' })

export const chunksOf = (...choices: readonly Choice[]): CompletionChunk[] =>
  choices.map((choice) => ({ ...head, choices: [choice] }))
export const deltas = (...each: readonly Delta[]) => chunksOf(...each.map((delta) => ({ index: 0, delta })), end())

export function setUp(
  changes: ExchangeChanges = {},
  stateMap: MemoryStateMap = createMemoryStateMap(),
  maxRestoredChars = 1_000_000,
) {
  const layer = createRehydrateLayer({
    ...{ stateMap, keyRing: keyRingForTests, delivered: new DeliveredTextMemory() },
    ...{ maxRestoredChars, timeoutMs: 1_000 },
  })
  const exchange = exchangeForTests({ facts: { restorations }, ...changes })
  return {
    layer,
    exchange,
    stateMap,
    guard: (...chunks: CompletionChunk[]) => guardedBy(layer, oneByOne(...chunks), exchange),
  }
}

export const read = drain<CompletionChunk>

export async function restoreContent(pieces: readonly string[], changes: ExchangeChanges = {}): Promise<unknown> {
  const { choices } = await collect(setUp(changes).guard(...deltas(...pieces.map((content) => ({ content })))))
  return choices[0]?.message.content
}
