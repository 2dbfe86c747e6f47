import type { ChatMessage } from '@sluice/contracts'
import { createMemoryStateMap } from '@sluice/token-vault/testing'
import { expect, it } from 'vitest'
import { DeliveredTextMemory } from '../delivered/index.ts'
import { compileCodenames } from '../ports/codename-registry.ts'
import { SentTextMemory } from '../sent/index.ts'
import { chat } from '../testing/answers-for-tests.ts'
import { exchangeForTests, keyRingForTests } from '../testing/exchange-for-tests.ts'
import { createSensitivityLayer, RULES } from './l2-sensitivity/index.ts'
import { createTokenizeLayer } from './l3-tokenize/index.ts'

const unreadableLevels = { image: 7, audio: 7, file: 7, readFile: 7 } as const
const snapshot = { version: '1', index: compileCodenames([]) }

/** The two layers of a gateway that has just started. */
function gateway() {
  const shared = { unreadableLevels, timeoutMs: 1_000 }
  const L2 = createSensitivityLayer({ ...shared, codenames: { current: () => snapshot }, recognizers: RULES })
  const L3 = createTokenizeLayer({
    ...{ ...shared, stateMap: createMemoryStateMap(), keyRing: keyRingForTests, writeTimeoutMs: 1_000 },
    delivered: new DeliveredTextMemory(),
    sent: new SentTextMemory(),
  })
  /** The messages as a model gets them, as JSON without the bracket that closes it. */
  return async (messages: readonly ChatMessage[]): Promise<string> => {
    const request = chat({ model: 'm', messages: [...messages] })
    const { findings = [] } = await L2.decide(request, exchangeForTests({ request }))
    const decision = await L3.decide(request, exchangeForTests({ request, findings }))
    const sent = decision.type === 'transform' ? decision.request : request
    if (sent.kind !== 'chat' || sent.remote !== undefined) throw new Error(sent.kind)
    return JSON.stringify(sent.body.messages).slice(0, -1)
  }
}

const TEXTS = [
  'Dear team, please write to anna@example.com about order 4711.',
  'Of course. To whom else? The card 4111 1111 1111 1111 is on file for anna@example.com.',
  'My SSN is 536-10-7704 and the phone is +49 30 901820, says Dr. Keller.',
  'I have noted 536-10-7704.',
  'What did we say about anna@example.com and Dr. Keller? Send it to 10.51.100.7.',
  '{"iban": "DE89370400440532013000", "note": "for Dr. Keller"}',
]
const CONVERSATION = TEXTS.map(
  (content, turn): ChatMessage => ({ role: turn % 2 === 0 ? 'user' : 'assistant', content }),
)

it('sends a conversation that grows with the bytes that it had, and a gateway that has seen nothing sends the same', async () => {
  const sending = gateway()
  let before = ''
  for (let turn = 1; turn <= CONVERSATION.length; turn += 1) {
    const messages = CONVERSATION.slice(0, turn)
    const sent = await sending(messages)
    expect(sent.startsWith(before)).toBe(true)
    expect(sent).not.toMatch(/anna@|4111 1111|536-10|901820|Keller|10\.51|DE89/)
    expect(await gateway()(messages)).toBe(sent)
    before = sent
  }
})
