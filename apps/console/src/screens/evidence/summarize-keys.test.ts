import { expect, it } from 'vitest'
import { summarizeKeys } from './summarize-keys.ts'

it.each([
  ['', { log: undefined, witnesses: [], quorum: undefined }],
  [
    '# ours\na.example/log+1a2b3c4d+AQ==\na.example/log+00000001+BA==\n\nw.example+deadbeef+BA+/\nquorum 1',
    { log: 'a.example/log', witnesses: ['w.example'], quorum: 1 },
  ],
  ['not a key\nquorum many', { log: undefined, witnesses: [], quorum: undefined }],
])('names whose keys %j has', (text, summary) => {
  expect(summarizeKeys(text)).toEqual(summary)
})
