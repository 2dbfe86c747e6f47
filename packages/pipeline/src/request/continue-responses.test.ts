import type { ResponsesItem, ResponsesRequest } from '@sluice/contracts'
import { describe, expect, it } from 'vitest'
import { continueResponses, type ResponsesHistory, referencesIn } from './continue-responses.ts'

const said = (content: string): ResponsesItem => ({ type: 'message', role: 'user', content })
const history = (items: readonly ResponsesItem[], named: ResponsesHistory['named'] = {}) => ({
  items,
  names: {},
  named,
})
const go = (body: Omit<ResponsesRequest, 'model'>, before: ResponsesHistory) =>
  continueResponses({ kind: 'responses', body: { model: 'm', ...body } }, before).request.body.input

describe('a request with its history', () => {
  it('has it before its own input, unchanged', () => {
    const before = [{ ...said('a'), extra: { b: 1 } }, said('c')]
    expect(go({ input: 'd' }, history(before))).toEqual([...before, said('d')])
    expect(go({ input: [said('d')] }, history(before))).toEqual([...before, said('d')])
    expect(go({}, history(before))).toEqual(before)
  })

  it('has items in the place of their names, and refuses a name that nobody knows', () => {
    const reference = { type: 'item_reference', id: 'msg_1' }
    expect(referencesIn({ model: 'm', input: [reference, said('x')] })).toEqual(['msg_1'])
    expect(go({ input: [reference] }, history([], { msg_1: said('a') }))).toEqual([said('a')])
    expect(go({ input: [reference, said('x')] }, history([], { msg_1: null }))).toEqual([said('x')])
    for (const id of ['msg_2', 'toString', '__proto__', undefined]) {
      const input = [{ type: 'item_reference', id }]
      expect(() => go({ input }, history([], { msg_1: said('a') }))).toThrow(
        expect.objectContaining({ code: 'not_found' }),
      )
    }
  })

  it('says where named items stand now, and keeps what was known of those before', () => {
    const reference = (id: string) => ({ type: 'item_reference', id })
    const before = {
      items: [said('a'), said('b')],
      names: { msg_0: 1, rs_0: -1 },
      named: { msg_1: said('c'), rs_1: null },
    }
    const input = [said('x'), reference('rs_1'), reference('msg_1'), said('y')]
    const { request, names } = continueResponses({ kind: 'responses', body: { model: 'm', input } }, before)
    expect(request.body.input).toEqual([said('a'), said('b'), said('x'), said('c'), said('y')])
    expect(names).toEqual({ msg_0: 1, rs_0: -1, rs_1: -1, msg_1: 3 })
  })

  it('is the body as its caller sent it where marks were taken off', () => {
    const reasoning = (sealed: string) => ({ type: 'reasoning', encrypted_content: sealed })
    const seals = {
      fixed: new Set<string>(),
      endpoints: new Set(['e']),
      asSent: { model: 'm', input: [reasoning('marked')] },
    }
    const request = { kind: 'responses' as const, body: { model: 'm', input: [reasoning('bare')] }, seals }
    expect(continueResponses(request, history([said('a')])).request).toEqual({
      kind: 'responses',
      body: { model: 'm', input: [said('a'), reasoning('marked')] },
    })
  })

  it('has so many items at most', () => {
    const many = Array.from({ length: 4_096 }, () => said('a'))
    expect(go({}, history(many))).toHaveLength(4_096)
    expect(() => go({ input: 'b' }, history(many))).toThrow(expect.objectContaining({ code: 'invalid_request' }))
  })
})
