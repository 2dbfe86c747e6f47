import type { ChatMessage } from '@sluice/contracts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type GatewayStack, startGatewayStack } from '../testing/test-stack.ts'

const NUMBER = '925076473'
const [ASKED, LEARNED] = [`What is ${NUMBER}?`, `It is my passport number: passport no. ${NUMBER}.`]

let stack: GatewayStack
let masking: GatewayStack
beforeAll(async () => {
  stack = await startGatewayStack()
  masking = await startGatewayStack(() => ({ EARLIER_TEXTS: 'mask' }))
})
afterAll(async () => {
  await stack?.stop()
  await masking?.stop()
})

/** Asks as one session, and gives what the model got and the policies that were violated. */
async function ask(at: GatewayStack, session: string, messages: readonly ChatMessage[]) {
  at.stub.respondWith({ text: `A number: ${NUMBER}.` })
  const client = await at.client('alice', { defaultHeaders: { 'x-session-id': session } })
  const completion = await client.chat.completions.create({ model: 'stub-model', messages: [...messages] as never })
  const metadata = Object(completion).service_metadata
  const ids: string[] = metadata.policy_violations.map(({ policy_id }: { policy_id: string }) => policy_id)
  return { sent: JSON.stringify(Object(at.stub.lastRequest().body).messages), ids }
}

const user = (content: string): ChatMessage => ({ role: 'user', content })
const answer: ChatMessage = { role: 'assistant', content: 'A number, I think.' }

it('an endpoint gets the beginning of a conversation with the bytes that it had', async () => {
  const first = await ask(stack, 'kept', [user(ASKED)])
  const second = await ask(stack, 'kept', [user(ASKED), answer, user(LEARNED)])
  expect(second.sent.startsWith(first.sent.slice(0, -1))).toBe(true)
  expect(second.sent.match(/925076473/g)).toHaveLength(1)
  expect(second.ids).toContain('sent-as-before')
  const third = await ask(stack, 'kept', [user(ASKED), answer, user(LEARNED), answer, user(`Is ${NUMBER} valid?`)])
  expect(third.sent.startsWith(second.sent.slice(0, -1))).toBe(true)
  expect(third.sent).not.toContain(`Is ${NUMBER}`)
})

it('another session gets tokens in the same words, and no answer that was given to the first', async () => {
  const calls = stack.stub.requests.length
  const { sent, ids } = await ask(stack, 'new', [user(ASKED), answer, user(LEARNED)])
  expect(stack.stub.requests.length).toBe(calls + 1)
  expect([sent.includes(NUMBER), ids.includes('sent-as-before')]).toEqual([false, false])
})

it('with the other setting it gets tokens from then on', async () => {
  await ask(masking, 'masked', [user(ASKED)])
  const { sent, ids } = await ask(masking, 'masked', [user(ASKED), answer, user(LEARNED)])
  expect([sent.includes(NUMBER), ids.includes('masked-anew')]).toEqual([false, true])
})
