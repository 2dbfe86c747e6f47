import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { ACTION_CATEGORIES, type ActionCategory } from '@sluice/contracts'
import { parseTemplate, type Template } from '../train-l1/grammar.ts'

/** A verb in its forms, by name; `_` stands where its object does. */
type VerbForms = ReadonlyMap<string, Template>

/** An act: what is done to what, and whole sentences that mean it without a verb of it. */
export interface Act {
  readonly name: string
  readonly category: ActionCategory
  readonly verbs: readonly VerbForms[]
  readonly objects: readonly Template[]
  readonly needs: readonly Template[]
}

/** A way of asking for an act, or of speaking of it without asking. */
export interface Frame {
  /** Undefined where the category is that of the act. */
  readonly category: ActionCategory | undefined
  readonly template: Template
}

/** A text about no act of the lists. */
interface Plain {
  readonly category: ActionCategory
  readonly template: Template
}

export interface LanguageFile {
  readonly language: string
  readonly acts: readonly Act[]
  readonly orders: readonly Frame[]
  readonly twins: readonly Frame[]
  readonly plains: readonly Plain[]
  readonly slots: ReadonlyMap<string, readonly Template[]>
}

interface GrowingAct {
  readonly name: string
  readonly category: ActionCategory
  readonly verbs: VerbForms[]
  readonly objects: Template[]
  readonly needs: Template[]
}

/** The forms of verbs in a file, in their order. */
const FORMS: Readonly<Record<string, readonly string[]>> = {
  en: ['imp', 'part', 'noun'],
  de: ['imp', 'impf', 'inf', 'part', 'noun'],
}
const ROMANCE = ['imp', 'impf', 'inf', 'part', 'noun']

/** Reads the acts and ways of asking of a language: see README.md beside this file. */
export function readLanguage(language: string): LanguageFile {
  const acts: GrowingAct[] = []
  const orders: Frame[] = []
  const twins: Frame[] = []
  const plains: Plain[] = []
  const slots = new Map<string, readonly Template[]>()
  for (const line of linesOf(language)) {
    const rest = line.slice(2).trim()
    const mark = line.slice(0, 2)
    const act = acts.at(-1)
    if (line.startsWith('$')) {
      const { slot, choices } = /^\$(?<slot>\w+) = (?<choices>.*)$/.exec(line)?.groups ?? {}
      if (slot === undefined || choices === undefined) throw new Error(`${language}: no slot: ${line}`)
      slots.set(slot, [parseTemplate(choices)])
    } else if (mark === '@ ') {
      acts.push({ name: rest.slice(2), category: categoryOf(rest), verbs: [], objects: [], needs: [] })
    } else if (mark === 'v ' && act !== undefined) act.verbs.push(...verbsOf(rest, FORMS[language] ?? ROMANCE))
    else if (mark === 'o ' && act !== undefined) act.objects.push(parseTemplate(rest))
    else if (mark === 'n ' && act !== undefined) act.needs.push(parseTemplate(rest))
    else if (mark === '+ ') orders.push({ category: undefined, template: parseTemplate(rest) })
    else if (mark === '- ') twins.push({ category: categoryOf(rest), template: parseTemplate(rest.slice(2)) })
    else if (mark === '. ') plains.push({ category: categoryOf(rest), template: parseTemplate(rest.slice(2)) })
    else throw new Error(`${language}: what is this line? ${line}`)
  }
  return { language, acts, orders, twins, plains, slots }
}

/** The slots of a file that has nothing else. */
export function readSlots(name: string): ReadonlyMap<string, readonly Template[]> {
  return readLanguage(name).slots
}

function linesOf(name: string): readonly string[] {
  const file = fileURLToPath(new URL(`templates/${name}.txt`, import.meta.url))
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
}

function verbsOf(line: string, names: readonly string[]): readonly VerbForms[] {
  return line.split('|').map((verb) => {
    const forms = verb.split(';').map((form) => form.trim())
    if (forms.length !== names.length) throw new Error(`a verb has ${names.length} forms: ${verb}`)
    return new Map(names.map((name, place) => [name, parseTemplate(forms[place] ?? '')]))
  })
}

function categoryOf(text: string): ActionCategory {
  const category = ACTION_CATEGORIES.find((one) => one === text.charAt(0))
  if (category === undefined) throw new Error(`no category: ${text}`)
  return category
}
