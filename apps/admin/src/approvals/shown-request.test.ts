import { digestOfRequest, type HeldRequest, sealRequest } from '@sluice/approvals'
import { createLevelPolicy } from '@sluice/policy'
import { createKeyRing, sealValue } from '@sluice/token-vault'
import { expect, it } from 'vitest'
import { showRequest } from './shown-request.ts'

const keyRing = createKeyRing(new Map([['k1', new Uint8Array(32).fill(7)]]), 'k1')
const user = { tenant: 'acme', sub: 'alice' }
const secret = keyRing.newSessionSecret(user)
const scope = { ...user, sessionId: 7, secret }
const [IBAN, SSN] = ['IBAN_CODE_AAAAAAAAAA', 'US_SSN_BBBBBBBBBB']

async function shownTo(level: 4 | 7, changes: Partial<HeldRequest> = {}) {
  const body = '{"model":"m"}'
  const approval = { id: 'a', ...user, sessionId: 7, requestDigest: '' }
  const named = { ...approval, requestDigest: digestOfRequest(keyRing, approval, body) }
  const principal = { ...user, username: 'alice', groups: [], roles: [], departments: [], client: 'app' }
  const sealed = await sealRequest(keyRing, named, {
    ...{ requestId: 'r', principal, kind: 'chat', sessionSecret: secret, body },
    masked: JSON.stringify({ messages: [{ role: 'user', content: `Case of ${SSN}` }] }),
    values: [
      [IBAN, sealValue(keyRing, scope, IBAN, { entity: 'IBAN_CODE', level: 5, value: 'DE89' })],
      [SSN, sealValue(keyRing, scope, SSN, { entity: 'US_SSN', level: 4, value: '536-22' })],
    ],
    ...changes,
  })
  const policy = createLevelPolicy({ clearances: { ciso: { level } } }).current('acme')
  return showRequest(keyRing, { principal: { ...principal, groups: ['ciso'] }, policy }, named, sealed)
}

const maskedAnswer = JSON.stringify({
  messages: [{ role: 'assistant', tool_calls: [{ arguments: `{"to":"${IBAN}"}` }] }],
})

it('shows an answer that waits beside its request, with the values that the approver may see', async () => {
  const all = await shownTo(7, { maskedAnswer })
  expect(all).toEqual({
    request: { messages: [{ role: 'user', content: 'Case of 536-22' }] },
    answer: { messages: [{ role: 'assistant', tool_calls: [{ arguments: '{"to":"DE89"}' }] }] },
    withheld: 0,
  })
  const some = await shownTo(4, { maskedAnswer })
  expect(some.withheld).toBe(1)
  expect(JSON.stringify(some.answer)).toContain(IBAN)
})

it('shows no answer where a request waits', async () => {
  expect(await shownTo(7)).not.toHaveProperty('answer')
})
