import { expect, it } from 'vitest'
import { lineOf, readUpload } from './read-upload.ts'

it.each([
  [
    'term,class\nFalcon,high',
    { kind: 'read', content: { format: 'csv', text: 'term,class\nFalcon,high' }, mode: undefined },
  ],
  ['[{"term":"Falcon"}]', { kind: 'read', content: { format: 'json', terms: [{ term: 'Falcon' }] }, mode: undefined }],
  [
    '{"mode":"replace","version":3,"terms":[]}',
    { kind: 'read', content: { format: 'json', terms: [] }, mode: 'replace' },
  ],
  [' \n', { kind: 'unreadable', why: 'It is empty.' }],
  ['{"term":"Falcon"}', { kind: 'unreadable', why: expect.stringContaining('neither a list of terms') }],
  ['[{"term":', { kind: 'unreadable', why: expect.stringContaining('It is no JSON') }],
])('reads %j', (text, read) => {
  expect(readUpload(text)).toEqual(read)
})

it('gives what stands in a line', () => {
  const csv = { format: 'csv', text: 'term\r\nFalcon\nOtter' } as const
  expect([1, 2, 3, 4].map((line) => lineOf(csv, line))).toEqual(['term', 'Falcon', 'Otter', ''])
  const json = { format: 'json', terms: [{ term: 'Falcon' }] } as const
  expect([1, 2].map((line) => lineOf(json, line))).toEqual(['{"term":"Falcon"}', ''])
})
