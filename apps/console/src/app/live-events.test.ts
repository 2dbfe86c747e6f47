import { QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { freezeNewsKey } from '../api/freeze-news.ts'
import { applyEvent, catchUp } from './live-events.ts'

const KEYS = [
  ['session'],
  ['approvals', 'list', 'waiting'],
  ['approvals', 'one', 'a1'],
  ['approvals', 'one', 'a2'],
  ['people', 'user', 'alice'],
  ['overview', 'usage'],
]

function clientWithData(): QueryClient {
  const client = new QueryClient()
  for (const key of KEYS) client.setQueryData(key, 'kept')
  return client
}

function stale(client: QueryClient): string[] {
  return KEYS.filter((key) => client.getQueryState(key)?.isInvalidated).map((key) => key.join(' '))
}

it.each([
  [
    'approval',
    '{"id":"a2","state":"denied","votes":1}',
    ['approvals list waiting', 'approvals one a2', 'overview usage'],
  ],
  ['approval', 'nonsense', ['approvals list waiting', 'overview usage']],
  ['overview', '{"gateways":2}', ['overview usage']],
  ['end', '{"reason":"replaced"}', ['session']],
  ['end', '{"reason":"stopping"}', []],
  ['unknown', '{}', []],
])('fetches anew after %s %s what it is about', (type, data, keys) => {
  const client = clientWithData()
  applyEvent(client, type, data)
  expect(stale(client)).toEqual(keys)
})

it('keeps how many gateways have confirmed a freeze', () => {
  const client = clientWithData()
  const news = { scope: 'user', subject: 'alice', state: 'frozen', change: 3, acknowledged: 1, gateways: 2 }
  applyEvent(client, 'freeze', JSON.stringify(news))
  expect(client.getQueryData(freezeNewsKey({ kind: 'user', sub: 'alice' }))).toEqual(news)
  expect(stale(client)).toEqual(['people user alice', 'overview usage'])
})

it('forgets all that was said to a person whose session is over, and keeps why', () => {
  const client = clientWithData()
  applyEvent(client, 'end', '{"reason":"frozen"}')
  expect(client.getQueryData(['session'])).toBeNull()
  expect(client.getQueryData(['session-end'])).toBe('frozen')
  expect(KEYS.slice(1).map((key) => client.getQueryData(key))).toEqual(KEYS.slice(1).map(() => undefined))
})

it('looks at no held request again because the stream was away: it would be on record', () => {
  const client = clientWithData()
  catchUp(client)
  expect(stale(client)).toEqual(['approvals list waiting', 'people user alice', 'overview usage'])
})
