import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { releasePlanSchema, withRelease } from './changelog.ts'

/**
 * Takes up what lies in `.changeset`: writes the release into CHANGELOG.md, gives every package and the root the new
 * version, and removes the changesets. Gives the version. Throws where there is none, and has changed nothing then.
 */
export function releaseVersion(root: string, day: string, changeset: readonly [command: string, ...args: string[]]) {
  const [command, ...args] = changeset
  const run = (...more: string[]) => execFileSync(command, [...args, ...more], { cwd: root, stdio: 'pipe' })
  const folder = mkdtempSync(join(tmpdir(), 'sluice-release-'))
  try {
    const planFile = join(folder, 'plan.json')
    // It reads the path from the folder in which it runs.
    run('status', `--output=${planFile}`)
    const plan = releasePlanSchema.parse(JSON.parse(readFileSync(planFile, 'utf8')))
    const changelogFile = join(root, 'CHANGELOG.md')
    const changelog = withRelease(readFileSync(changelogFile, 'utf8'), plan, day)
    run('version')
    writeFileSync(changelogFile, changelog)
    const version = plan.releases[0]?.newVersion ?? ''
    const manifestFile = join(root, 'package.json')
    const manifest = readFileSync(manifestFile, 'utf8')
    writeFileSync(manifestFile, manifest.replace(/"version": "[^"]*"/, `"version": "${version}"`))
    return version
  } finally {
    rmSync(folder, { recursive: true })
  }
}
