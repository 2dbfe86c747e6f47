/*
 * Holds the names and argument places of the packs' rules against what the real libraries declare. For the development
 * of rules only: it reads the packages that are installed on the machine, so run it in a container that may be thrown
 * away. See docs/assessment/library-claims.md.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { type RuleFile, ruleFileSchema } from '@sluice/assessment/packs'
import { z } from 'zod'
import { claimsOf } from './claim.ts'
import { judgeClaim } from './judge-claim.ts'
import { openSurfaces } from './open-surfaces.ts'
import { type ComparedFile, describeFaults, describeLibraries } from './report.ts'

const REPORT_HEAD = `# Names and arguments of the rules, compared

Written by \`npm run library-claims\`; see [what the columns mean](library-claims.md).

`
const PACKS = fileURLToPath(new URL('../../packages/assessment/packs/', import.meta.url))

/** Rules that look at text name calls as programs write them, without the packages that would lead to a declaration. */
const kindOf = z.object({ kind: z.string().default('rules') })

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    npm: { type: 'string' },
    write: { type: 'boolean' },
    report: { type: 'string' },
  },
})

const files = readRuleFiles().filter(({ path }) => values.only === undefined || path.includes(values.only))
const claims = files.flatMap(({ path, rules }) => claimsOf(rules).map((claim) => ({ path, claim })))
const ownTypes = new Set(files.flatMap(({ rules }) => rules.rules.flatMap(({ returns }) => returns ?? [])))
const surfaces = await openSurfaces(claims, { npmFolder: values.npm })
const compared = files.map(({ path, rules }): ComparedFile => {
  const surface = surfaces.of(path)
  const own = claims.filter((one) => one.path === path).map(({ claim }) => claim)
  const judgements = own.map((claim) => judgeClaim(claim, surface?.look(claim) ?? { is: 'untold' }, ownTypes))
  const packages = new Map(
    own.flatMap((claim) => {
      const found = surface?.packageOf(claim)
      return found === undefined ? [] : [[`${found.package} ${found.version}`, found]]
    }),
  )
  return { path, library: rules.library, packages: [...packages.values()], judgements }
})
process.stdout.write(describeFaults(compared))
process.stdout.write(describeLibraries(compared))
if (values.report !== undefined) writeFileSync(values.report, `${REPORT_HEAD}${describeLibraries(compared)}`)
if (values.write) for (const file of compared) writeChecked(file)

function readRuleFiles(): readonly { readonly path: string; readonly rules: RuleFile }[] {
  const found = readdirSync(PACKS, { recursive: true, encoding: 'utf8' })
  return found
    .filter((path) => /^[a-z]+\/rules\/.*\.json$/.test(path))
    .sort()
    .map((path) => ({ path, json: JSON.parse(readFileSync(join(PACKS, path), 'utf8')) as unknown }))
    .filter(({ json }) => kindOf.parse(json).kind === 'rules')
    .map(({ path, json }) => ({ path, rules: ruleFileSchema.parse(json) }))
}

/** A file is checked where every name and place of it is right; half of it says nothing to a reader. */
function writeChecked({ path, packages, judgements }: ComparedFile): void {
  const isRight = judgements.every(
    ({ name, arguments: args }) => name === 'right' && args.every(({ is }) => is === 'right'),
  )
  const [first] = packages
  if (!isRight || first === undefined) return
  const file = join(PACKS, path)
  const text = readFileSync(file, 'utf8')
  writeFileSync(file, text.replace(/"checkedAgainst": null/, `"checkedAgainst": ${JSON.stringify(first)}`))
}
