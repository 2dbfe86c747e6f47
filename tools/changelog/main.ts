import { resolve } from 'node:path'
import { releaseVersion } from './release-version.ts'

const root = resolve(import.meta.dirname, '../..')
const day = new Date().toISOString().slice(0, 10)
try {
  const version = releaseVersion(root, day, [resolve(root, 'node_modules/.bin/changeset')])
  console.log(`Every package says ${version} now, and CHANGELOG.md has what it brings. Look at both, then commit.`)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
