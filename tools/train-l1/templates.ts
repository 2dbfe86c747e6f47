import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { CATEGORIES, type Category } from '@sluice/prompt-classifier/training'
import { parseTemplate, type Slots, type Template } from './grammar.ts'

/** Where a line may stand: by itself, or inside a document. */
interface Line {
  readonly label: 0 | 1
  readonly isInside: boolean
  readonly template: Template
}

/** The templates of one technique, or of one language. */
export interface TemplateFile {
  readonly name: string
  readonly folder: string
  readonly category: Category
  readonly lines: readonly Line[]
  readonly slots: Slots
}

const MARKS: Readonly<Record<string, Omit<Line, 'template'>>> = {
  '+': { label: 1, isInside: false },
  '-': { label: 0, isInside: false },
  '>': { label: 1, isInside: true },
  '<': { label: 0, isInside: true },
}

/** The templates of a folder beside this file: see README.md for how they are written. */
export function readFolder(folder: string): readonly TemplateFile[] {
  const place = fileURLToPath(new URL(`templates/${folder}`, import.meta.url))
  return readdirSync(place)
    .toSorted()
    .map((file) => readTemplates(readFileSync(`${place}/${file}`, 'utf8'), file.replace(/\.txt$/, ''), folder))
}

function readTemplates(text: string, name: string, folder: string): TemplateFile {
  let category: Category = 'instruction-override'
  const lines: Line[] = []
  const slots = new Map<string, readonly Template[]>()
  for (const line of text.split('\n')) {
    const mark = MARKS[line.charAt(0)]
    if (line.trim() === '' || line.startsWith('#')) continue
    if (line.startsWith('!')) category = categoryOf(line.slice(1).trim())
    else if (line.startsWith('$')) {
      const { slot, choices } = /^\$(?<slot>\w+) = (?<choices>.*)$/.exec(line)?.groups ?? {}
      if (slot === undefined || choices === undefined) throw new Error(`${name}: no slot: ${line}`)
      slots.set(slot, [parseTemplate(choices)])
    } else if (mark === undefined) throw new Error(`${name}: what is this line? ${line}`)
    else lines.push({ ...mark, template: parseTemplate(line.slice(1).trim()) })
  }
  return { name, folder, category, lines, slots }
}

function categoryOf(name: string): Category {
  const category = CATEGORIES.find((one) => one === name)
  if (category === undefined) throw new Error(`there is no category '${name}'`)
  return category
}
