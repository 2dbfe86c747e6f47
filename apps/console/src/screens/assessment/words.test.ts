import { expect, it } from 'vitest'
import type { Coverage, ScanFigures } from '../../api/assessment.ts'
import { coverageOfScan, shareUnderstood, uncoveredOf } from './words.ts'

const NONE = { files: 0, bytes: 0 }
const WHOLE: Coverage = {
  filesRead: 3,
  leftOut: {},
  ignored: { files: 0, folders: 0 },
  understood: { files: 3, bytes: 900 },
  byText: NONE,
  notUnderstood: NONE,
  unresolved: [],
  languages: [{ language: 'java', reading: 'understood', files: 3, bytes: 900 }],
  open: { count: 0, files: [] },
  archives: NONE,
  binaries: NONE,
}
const UPLOAD = { files: 3, bytes: 900, links: 0, leftOut: 0, uploadedAt: '2026-11-28T12:00:00Z' }

it('says nothing of a project of which all was looked at', () => {
  expect(uncoveredOf(WHOLE)).toEqual([])
  expect(uncoveredOf(WHOLE, UPLOAD)).toEqual([])
})

it.each<[string, Partial<Coverage>, string, string | undefined]>([
  [
    'left out',
    { leftOut: { 'too-large': 2, symlink: 1 } },
    '3 files or folders could not',
    'too large (2), symbolic link (1)',
  ],
  ['a reason that is new', { leftOut: { 'on-strike': 1 } }, '1 file or folder could not be read', 'on-strike (1)'],
  ['ignored', { ignored: { files: 1, folders: 2 } }, '1 file and 2 folders left out by ignore files', undefined],
  ['ignored folders', { ignored: { files: 0, folders: 1 } }, '1 folder left out by ignore files', undefined],
  [
    'not understood',
    {
      notUnderstood: { files: 2, bytes: 10 },
      languages: [{ language: 'pascal', reading: 'notUnderstood', files: 2, bytes: 10 }],
    },
    '2 files in languages that no reader understands',
    'pascal',
  ],
  ['by text', { byText: { files: 1, bytes: 1 } }, 'presence and never absence', undefined],
  ['open', { open: { count: 5, files: ['a', 'b', 'c', 'd'] } }, '5 files of those name cryptography', 'a, b, c'],
  [
    'unresolved',
    { unresolved: [{ library: 'JCA', part: 'product', count: 2, places: ['A.java:1', 'A.java:9'] }] },
    '2 calls with an algorithm that the code does not tell',
    'A.java:1, A.java:9',
  ],
  ['archives', { archives: { files: 1, bytes: 5 } }, '1 archive not looked into', undefined],
  ['programs', { binaries: { files: 2, bytes: 5 } }, '2 compiled programs not looked into', undefined],
])('says what was %s', (_what, part, text, detail) => {
  const [only, ...more] = uncoveredOf({ ...WHOLE, ...part })
  expect(only).toEqual({ text: expect.stringContaining(text), ...(detail && { detail }) })
  expect(more).toEqual([])
})

it('says what an upload lacks', () => {
  expect(uncoveredOf(WHOLE, { ...UPLOAD, links: 1, leftOut: 1_200 }).map(({ text }) => text)).toEqual([
    '1,200 files left out of the upload by whoever sent it',
    '1 symbolic link of the upload not followed',
  ])
})

const FIGURES: ScanFigures = {
  ...{ verdict: 'Compliant', quantumBroken: 0, quantumVulnerable: 0, mitigable: 0, quantumSafe: 1 },
  ...{ filesRead: 1, filesNotAssessed: 0, foldersIgnored: 0, unresolvedCalls: 0 },
}

it.each([
  [{}, '1 file read, none left out', true],
  [{ filesNotAssessed: 2 }, '1 file read, 2 not assessed', false],
  [{ foldersIgnored: 1, unresolvedCalls: 2 }, '1 file read, 1 folder ignored, 2 calls unresolved', false],
])('says in a line what a scan with %j rests on', (figures, text, isWhole) => {
  expect(coverageOfScan({ ...FIGURES, ...figures })).toEqual({ text, isWhole })
})

it('knows no share of no source', () => {
  expect(shareUnderstood(WHOLE)).toBe(1)
  expect(shareUnderstood({ ...WHOLE, notUnderstood: { files: 1, bytes: 900 } })).toBe(0.5)
  expect(shareUnderstood({ ...WHOLE, understood: NONE })).toBeUndefined()
})
