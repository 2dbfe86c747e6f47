import { parseArgs } from 'node:util'
import { loadPromptClassifier } from '@sluice/prompt-classifier'
import { CATEGORIES } from '@sluice/prompt-classifier/training'
import { readMadeRows } from './made-rows.ts'
import { SignFiles } from './sign-files.ts'

/**
 * Writes what the second stage reads of texts that `write-texts.ts` has written, around the window that the first stage
 * which ships finds worst: `write-signs.ts FOLDER NAME TEXTS [TECHNIQUE...]`, of all techniques where none is named.
 */
const { positionals } = parseArgs({ allowPositionals: true })
const [folder = '.', name = 'also', texts = '', ...techniques] = positionals
const classifier = loadPromptClassifier()
const files = new SignFiles(folder, name)
let written = 0
for (const { text, label, technique, language, category } of readMadeRows(texts)) {
  if (techniques.length > 0 && !techniques.includes(technique)) continue
  if (classifier.classify(text) === undefined) continue
  const [worst] = classifier.suspectsOf(Number.NEGATIVE_INFINITY, 1).suspects
  if (worst === undefined) continue
  const { logit, signs } = worst
  const kind = CATEGORIES[category] ?? 'none'
  const known = { source: 'own', row: 0, label, kind, language, category, family: technique }
  files.add({ ...known, weight: 1, logit, all: signs.count }, signs)
  written += 1
}
files.close()
console.log(`${written} texts`)
