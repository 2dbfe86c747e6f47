import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { analyseSource } from '../evaluate/analyse-source.ts'
import { linkProject } from '../link/link-project.ts'
import { loadKnowledge } from '../packs/knowledge-base.ts'
import { prepareKnowledge } from '../packs/prepare-knowledge.ts'
import { compare, parseCases } from '../testing/crypto-cases.ts'

const README = new URL('../../README.md', import.meta.url)

/** The blocks of a kind behind a heading. */
function blocksBehind(text: string, heading: string, kind: string): readonly string[] {
  const [, rest = ''] = text.split(`\n## ${heading}\n`)
  const [section = ''] = rest.split('\n## ')
  return [...section.matchAll(/```(\w*)\n([^`]*?)```/g)].flatMap(([, of, block = '']) => (of === kind ? [block] : []))
}

test('the library that the README adds, in a pack of its own, is found as its case says', async () => {
  const text = await readFile(README, 'utf8')
  const [entries = '', rules = ''] = blocksBehind(text, 'Add a library', 'json')
  const [written = ''] = blocksBehind(text, 'Add a library', '')
  const pack = await mkdtemp(join(tmpdir(), 'sluice-pack-'))
  try {
    await mkdir(join(pack, 'rules/python'), { recursive: true })
    await writeFile(join(pack, 'entries.json'), entries)
    await writeFile(join(pack, 'rules/python/acme-vault.json'), rules)
    const knowledge = prepareKnowledge((await loadKnowledge({ packs: [pack] })).packs)
    const cases = parseCases(written, 'python', 'README.md')
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
  } finally {
    await rm(pack, { recursive: true, force: true })
  }
})
