import { expect, it } from 'vitest'
import { type CredentialHeader, readCredentials } from './credentials.ts'

const read = (headers: Partial<Record<CredentialHeader, string>>, accepted: readonly CredentialHeader[]) =>
  readCredentials((name) => headers[name], accepted)

it.each<[string, Partial<Record<CredentialHeader, string>>, CredentialHeader[], string | undefined]>([
  ['nothing', {}, ['authorization', 'api-key'], undefined],
  ['authorization as it came', { authorization: 'Bearer a' }, ['authorization'], 'Bearer a'],
  [
    'authorization before a key',
    { authorization: 'Bearer a', 'api-key': 'b' },
    ['authorization', 'api-key'],
    'Bearer a',
  ],
  ['a key as a bearer token', { 'api-key': 'b' }, ['authorization', 'api-key'], 'Bearer b'],
  ['no key that the wire does not know', { 'x-api-key': 'c' }, ['authorization', 'api-key'], undefined],
])('takes %s', (_what, headers, accepted, expected) => {
  expect(read(headers, accepted)).toBe(expected)
})
