import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { releaseVersion } from './release-version.ts'

/* The real tool, in a small repository with this one's settings. */

const HERE = resolve(import.meta.dirname, '../..')
const CHANGESET = [resolve(HERE, 'node_modules/.bin/changeset')] as const
const root = mkdtempSync(join(tmpdir(), 'sluice-changelog-'))
const write = (path: string, text: string) => writeFileSync(join(root, path), text)
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const release = () => releaseVersion(root, '2026-12-01', CHANGESET)

beforeAll(() => {
  // Without the changesets that this repository has at the moment.
  const isKept = (path: string) => !path.endsWith('.md') || path.endsWith('README.md')
  cpSync(join(HERE, '.changeset'), join(root, '.changeset'), { recursive: true, filter: isKept })
  write('package.json', JSON.stringify({ name: 'sluice', version: '0.1.0', private: true }, null, 2))
  write('pnpm-workspace.yaml', 'packages:\n  - packages/*\n')
  for (const name of ['one', 'two']) {
    mkdirSync(join(root, 'packages', name), { recursive: true })
    const manifest = { name: `@sluice/${name}`, version: '0.1.0', private: true }
    write(`packages/${name}/package.json`, JSON.stringify(manifest, null, 2))
  }
  write('CHANGELOG.md', '# Changelog\n\n## 0.1.0\n\nThe first.\n')
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=test', '-c', 'user.email=test@example.com', ...args], { cwd: root })
  git('init', '--quiet', '--initial-branch=main')
  git('add', '.')
  git('commit', '--quiet', '--message=first')
})
afterAll(() => rmSync(root, { recursive: true }))

it('changes nothing where there is no changeset', () => {
  expect(release).toThrow('There is no changeset')
  expect(read('package.json')).toContain('"0.1.0"')
})

it('gives every package one version, and writes what the changesets say', () => {
  write('.changeset/a.md', '---\n"@sluice/one": patch\n---\n\nA fault is mended.\n')
  write('.changeset/b.md', '---\n"@sluice/one": minor\n---\n\nA thing is new.\n\nIt has two lines.\n')
  expect(release()).toBe('0.2.0')
  for (const path of ['package.json', 'packages/one/package.json', 'packages/two/package.json']) {
    expect(JSON.parse(read(path)).version).toBe('0.2.0')
  }
  expect(read('CHANGELOG.md')).toBe(
    '# Changelog\n\n## 0.2.0 (2026-12-01)\n\n### Added\n\n- A thing is new.\n  \n  It has two lines.\n\n' +
      '### Mended\n\n- A fault is mended.\n\n## 0.1.0\n\nThe first.\n',
  )
  expect(readdirSync(join(root, '.changeset')).toSorted()).toEqual(['README.md', 'config.json'])
})
