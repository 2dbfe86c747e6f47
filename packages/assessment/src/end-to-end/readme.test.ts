import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { analyseSource } from '../evaluate/analyse-source.ts'
import { linkProject } from '../link/link-project.ts'
import { loadPacks } from '../packs/load-pack.ts'
import { prepareKnowledge } from '../packs/prepare-knowledge.ts'
import { ruleFileSchema } from '../packs/rule-format.ts'
import { compare, parseCases } from '../testing/crypto-cases.ts'

const README = new URL('../../README.md', import.meta.url)

/** The first block of a kind behind a heading. */
function blockBehind(text: string, heading: string, kind: string): string {
  const [, rest = ''] = text.split(`\n## ${heading}\n`)
  const block = new RegExp(`\`\`\`${kind}\\n([^\`]*?)\`\`\``).exec(rest)?.[1]
  if (block === undefined) throw new Error(`no ${kind} block below ${heading}`)
  return block
}

test('the library that the README adds is found as its case says', async () => {
  const text = await readFile(README, 'utf8')
  const rules = ruleFileSchema.parse(JSON.parse(blockBehind(text, 'Add a library', 'json')))
  const cases = parseCases(blockBehind(text, 'Add a library', ''), 'python', 'README.md')
  const packs = [...(await loadPacks()), { entries: [], rules: [rules] }]
  const knowledge = prepareKnowledge(packs)
  expect(cases).toHaveLength(1)
  for (const one of cases) {
    const summaries = await Promise.all(one.files.map(({ path, content }) => analyseSource(path, content, knowledge)))
    const { detections } = linkProject(
      summaries.filter((summary) => summary !== undefined),
      { ...knowledge, maxDetections: 100 },
    )
    const { missed, unexpected, found } = compare(one, detections)
    expect({ missed, unexpected }).toEqual({ missed: [], unexpected: [] })
    expect(found).toHaveLength(3)
  }
})
