import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { NameTagger } from '@sluice/name-tagger'
import { writeModel } from '@sluice/name-tagger/training'
import { Random } from '../seeded-random/random.ts'
import { readDictionary } from './dictionary.ts'
import { type Example, TemplateFiller } from './fill-templates.ts'
import { lexiconOfLists } from './lexicon-of-lists.ts'
import { readLists } from './lists.ts'
import { readRows, readTexts } from './rows.ts'
import { Trainer } from './trainer.ts'

/**
 * Trains the name tagger and writes its model:
 * `train.ts --lists FOLDER [--rows FILE]... [--texts FILE]... [--none FILE]... [--code FOLDER]...`
 * See README.md beside this file.
 */
const { values: options } = parseArgs({
  options: {
    lists: { type: 'string' },
    rows: { type: 'string', multiple: true, default: [] },
    texts: { type: 'string', multiple: true, default: [] },
    none: { type: 'string', multiple: true, default: [] },
    code: { type: 'string', multiple: true, default: [] },
    epochs: { type: 'string', default: '5' },
    out: {
      type: 'string',
      default: fileURLToPath(new URL('../../packages/name-tagger/model/names.bin', import.meta.url)),
    },
  },
})

/** How many texts of each template an epoch has. */
const FILLS: Readonly<Record<string, number>> = {
  'en.txt': 22,
  'en-forms.txt': 26,
  'en-none.txt': 14,
  'en-prose.txt': 30,
  'en-prose-none.txt': 12,
  'en-articles.txt': 16,
  'en-articles-none.txt': 12,
}
const FILLS_ELSEWHERE = 16
/** Texts from files are learnt so often an epoch: they are fewer than those of templates, and truer. */
const ROW_TIMES = 2
const CODE_CHUNK = 1_500
const CODE_CHUNKS = 200
/** How sure the model has to be of every name of a sentence without labels, to learn from it. */
const SURE = 0.75
/** Sentences without labels: their length in code units, the share of those without a name, and how many in all. */
const UNLABELLED = { shortest: 40, longest: 500, withoutName: 0.1, most: 12_000 }
/** Source files that are about names. */
const WITH_NAMES = /\.(?:test|cases)\.|names|person/
/** Lines of source files that name persons. */
const CREDITS = /^.*(?:copyright|\(c\)|author|contributor|licen[cs]e|thanks|credit|@[a-z]+\.).*$/gim

if (options.lists === undefined) throw new Error('Which folder has the lists? See tools/name-tagger/README.md')
const random = new Random(20261123)
const lists = readLists(options.lists)
const entries = lexiconOfLists(lists, readDictionary(options.lists), ordinaryTexts())
const trainer = new Trainer(entries, random)
const rows = options.rows.flatMap(readRows)
const none: readonly Example[] = [...options.none.flatMap(readTexts), ...options.code.flatMap(codeOf)].map(without)
const templates = readTemplates()
const epochs = Number(options.epochs)
let own: readonly Example[] = []
for (let epoch = 0; epoch < epochs; epoch += 1) {
  const examples = [...generated(), ...none, ...own]
  for (let time = 0; time < ROW_TIMES; time += 1) examples.push(...rows)
  for (const example of random.shuffled(examples)) trainer.learn(example)
  if (epoch >= epochs / 2) trainer.average()
  if (epoch + 1 === Math.floor(epochs / 2)) own = ownLabels(new NameTagger(trainer.model()))
  console.log(`epoch ${epoch + 1}: ${examples.length} texts`)
}
writeFileSync(options.out, writeModel(trainer.model()))

function* ordinaryTexts(): Iterable<string> {
  for (const file of [...options.texts, ...options.none]) yield* readTexts(file)
  for (const file of options.rows) for (const { text } of readRows(file)) yield text
}

/** Sentences of ordinary texts with the names that the model finds, where it is sure of all. */
function ownLabels(tagger: NameTagger): readonly Example[] {
  const examples: Example[] = []
  for (const file of options.texts) {
    for (const text of readTexts(file)) {
      for (const line of text.split(/\n|(?<=[a-z]{3}[.!?])\s+(?=\p{Lu})/u)) {
        if (line.length < UNLABELLED.shortest || line.length > UNLABELLED.longest) continue
        const names = tagger.tag(line)
        if (names.some(({ score, kind }) => score < SURE || kind === 'address')) continue
        if (names.length === 0 && !random.is(UNLABELLED.withoutName)) continue
        examples.push({ text: line, names })
      }
    }
  }
  return random.shuffled(examples).slice(0, UNLABELLED.most)
}

function without(text: string): Example {
  return { text, names: [] }
}

function readTemplates(): ReadonlyMap<string, readonly string[]> {
  const folder = fileURLToPath(new URL('templates', import.meta.url))
  const files = readdirSync(folder).toSorted()
  return new Map(
    files.map((file) => {
      const lines = readFileSync(join(folder, file), 'utf8').split('\n')
      return [file, lines.filter((line) => line !== '' && !line.startsWith('# '))]
    }),
  )
}

function* generated(): Iterable<Example> {
  for (const [file, lines] of templates) {
    const filler = new TemplateFiller(lists, file.slice(0, 2), random)
    for (const line of lines) for (let i = 0; i < (FILLS[file] ?? FILLS_ELSEWHERE); i += 1) yield filler.fill(line)
  }
}

/** Pieces of the source files of a folder. */
function codeOf(folder: string): readonly string[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(
      (file) => /\.(?:[cm]?[jt]sx?|py|java|go|rs|c|h|css|html|sql|sh|ya?ml|json)$/.test(file) && !WITH_NAMES.test(file),
    )
    .toSorted()
  const pieces: string[] = []
  for (const file of random.shuffled(files)) {
    const path = join(folder, file)
    if (pieces.length >= CODE_CHUNKS || !statSync(path).isFile() || statSync(path).size > 200_000) continue
    const text = readFileSync(path, 'utf8')
    const start = random.integer(0, Math.max(0, text.length - CODE_CHUNK))
    pieces.push(text.slice(start, start + CODE_CHUNK).replace(CREDITS, ''))
  }
  return pieces
}
