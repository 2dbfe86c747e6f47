import { mkdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { fetchTexts, type Places } from './fetch-archives.ts'
import { type Manifest, nameOf, readManifest } from './manifest.ts'
import { caseOf, checkText } from './write-cases.ts'

const MANIFEST = fileURLToPath(new URL('../../packages/assessment/fixtures/real/manifest.json', import.meta.url))

const USAGE = `Usage: npm run real-sample -- FOLDER [--debian URL] [--github URL]

Rebuilds the sample of real code from its manifest, checks every hash, and writes it with its marks below FOLDER/cases:
npm run eval -- crypto FOLDER/cases measures it. Archives are kept in FOLDER/archives and not fetched again.

  --debian URL  base of a Debian mirror; without it, apt-get source fetches (with deb-src for bookworm)
  --github URL  base below which REPOSITORY/COMMIT/PATH gives a file as it is
Packages of npm come by npm pack. Exit code: 0; 1 where a project cannot be had, after all others; 2 for a wrong command.`

/**
 * Fetches what a manifest names and writes one file of cases for each language; gives the faults, one for each project
 * that could not be had.
 */
export async function fetchRealSample(manifest: Manifest, folder: string, places: Places): Promise<readonly string[]> {
  const faults: string[] = []
  const byLanguage = new Map<string, string[]>()
  for (const project of manifest.projects) {
    try {
      const texts = await fetchTexts(project, places)
      for (const [file, text] of texts) checkText(file, text)
      const cases = byLanguage.get(project.language) ?? []
      byLanguage.set(project.language, [...cases, caseOf(project, texts)])
    } catch (error) {
      faults.push(`${project.language} ${nameOf(project.source)}: ${error instanceof Error ? error.message : error}`)
    }
  }
  for (const [language, cases] of byLanguage) {
    await mkdir(join(folder, language), { recursive: true })
    await writeFile(join(folder, language, 'real.cases'), cases.join(''))
  }
  return faults
}

async function main(): Promise<number> {
  const options = { debian: { type: 'string' }, github: { type: 'string' }, help: { type: 'boolean' } } as const
  const { values, positionals } = parseArgs({ options, allowPositionals: true })
  const [folder] = positionals
  if (values.help === true || folder === undefined || positionals.length > 1) {
    console.log(USAGE)
    return values.help === true ? 0 : 2
  }
  const manifest = await readManifest(MANIFEST)
  const faults = await fetchRealSample(manifest, resolve(folder, 'cases'), {
    archives: resolve(folder, 'archives'),
    ...(values.debian === undefined ? {} : { debian: values.debian }),
    ...(values.github === undefined ? {} : { github: values.github }),
  })
  for (const fault of faults) console.error(fault)
  console.log(
    `${manifest.projects.length - faults.length} of ${manifest.projects.length} projects are in ${folder}/cases`,
  )
  return faults.length === 0 ? 0 : 1
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exitCode = await main()
