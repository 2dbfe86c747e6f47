import { expect, it } from 'vitest'
import { planUpload, projectName, sizeText } from './plan-upload.ts'

const LIMITS = { projects: 8, archiveBytes: 500, bytes: 1_000, files: 3 }
const of = (...paths: string[]) => paths.map((path) => ({ path, size: 100 }))

it.each([
  ['a folder', of('shop/a.ts', 'shop/src/b.ts'), false, { name: 'shop', bytes: 200, leftOut: 0, isArchive: false }],
  [
    'a folder with what others wrote',
    of('shop/a.ts', 'shop/node_modules/x/index.js', 'shop/.git/HEAD', 'shop/.git/config', 'shop/sub/.git/HEAD'),
    false,
    { bytes: 100, leftOut: 4, leftOutFolders: ['.git', 'node_modules'] },
  ],
  ['all of it', of('shop/a.ts', 'shop/node_modules/x.js'), true, { bytes: 200, leftOut: 0, leftOutFolders: [] }],
  ['a file of that name', of('shop/node_modules'), false, { leftOut: 0 }],
  ['an archive', of('shop-1.2.zip'), false, { name: 'shop-1.2', isArchive: true }],
  ['one file', of('Keys.java'), false, { name: 'Keys', isArchive: false }],
  ['several files', of('a.ts', 'b.ts'), false, { name: 'project' }],
])('plans %s', (_what, chosen, isWhole, planned) => {
  expect(planUpload(chosen, LIMITS, isWhole)).toMatchObject({ kind: 'sendable', ...planned })
})

it('sends paths below the folder that was chosen', () => {
  const paths = (...chosen: string[]) => {
    const plan = planUpload(of(...chosen), LIMITS, false)
    return plan.kind === 'sendable' ? plan.files.map(({ path }) => path) : []
  }
  expect(paths('shop/a.ts', 'shop/src/b.ts')).toEqual(['a.ts', 'src/b.ts'])
  expect(paths('a/a.ts', 'b/b.ts')).toEqual(['a/a.ts', 'b/b.ts'])
  expect(paths('a.ts')).toEqual(['a.ts'])
})

it.each([
  ['nothing', [], 'Nothing is in it'],
  ['only what is left out', of('shop/.git/HEAD'), 'but folders that are left out'],
  ['too many files', of('s/a', 's/b', 's/c', 's/d'), 'It has 4 files; 3 are taken at most'],
  ['too much', [{ path: 's/a', size: 1_001 }], 'It is 2 kB; 1 kB are taken at most'],
  ['too large an archive', [{ path: 'a.zip', size: 501 }], 'taken at most'],
  ['another kind of archive', of('shop.tar.gz'), 'pack it as ZIP'],
])('says why %s cannot be sent', (_what, chosen, why) => {
  expect(planUpload(chosen, LIMITS, false)).toEqual({ kind: 'unusable', why: expect.stringContaining(why) })
})

it.each([
  ['My Shöp (2)', 'My-Sho-p-2'],
  ['.hidden', 'hidden'],
  ['///', 'project'],
  ['a.', 'a'],
  ['x'.repeat(80), 'x'.repeat(64)],
  [`${'x'.repeat(63)}.y`, 'x'.repeat(63)],
])('makes a name of %j', (text, name) => {
  expect(projectName(text)).toBe(name)
  expect(projectName(text)).toMatch(/^[A-Za-z0-9](?:[A-Za-z0-9._-]{0,62}[A-Za-z0-9_-])?$/)
})

it.each([
  [1, '1 kB'],
  [999_999, '1,000 kB'],
  [3_440_000, '3.4 MB'],
])('writes %d bytes', (bytes, text) => {
  expect(sizeText(bytes)).toBe(text)
})
