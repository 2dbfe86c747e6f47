import { subjectOf } from '../evaluate/subject-of.ts'
import type { FileSummary, Sighting } from '../model/file-summary.ts'
import { type Guard, type TableValue, textOfValue, type Value } from '../model/values.ts'
import { push } from './located.ts'
import type { ProjectIndex } from './project-index.ts'
import type { ValueResolver } from './resolve-values.ts'
import type { Resolved } from './resolved.ts'

interface Choice {
  readonly guard: Guard
  readonly file: string
}

/** Choices of one function; of a name that more places choose the key says little. */
const MAX_CHOICES = 16

/**
 * Who chooses what a function of the project does: the calls that pass the case in which it is called, or the key under
 * which it stands in a table.
 */
export class Choices {
  readonly #index: ProjectIndex
  readonly #resolver: ValueResolver
  readonly #byFunction = new Map<string, Choice[]>()
  readonly #byClass = new Map<string, Choice[]>()
  /** What cases ask about in which something is used. */
  readonly #asked = new Set<string>()
  /** What a function or class uses, as far as its own text says. */
  readonly #uses = new Map<string, Set<string>>()

  constructor(files: readonly FileSummary[], index: ProjectIndex, resolver: ValueResolver) {
    this.#index = index
    this.#resolver = resolver
    for (const { sightings } of files) for (const sighting of sightings) this.#noteUse(sighting)
    if (this.#uses.size === 0) return
    for (const { file, dispatches } of files) {
      for (const { of, key } of dispatches ?? []) {
        for (const table of resolver.tables(of, file)) this.#addTable(table, key, file)
      }
    }
    this.#addCases(files)
  }

  /** The calls that choose that a place is reached; each is a call of the last function on the way. */
  of({ guard, within }: Sighting, file: string): readonly Resolved[] {
    const own = guard && this.#isChoice(guard) ? this.#resolver.choosing(guard, file) : []
    if (within === undefined) return own
    const cls = this.#index.functionById(within)?.of.cls
    const others = [...(this.#byFunction.get(within) ?? []), ...(this.#byClass.get(cls ?? '') ?? [])]
    return [...own, ...others.flatMap((choice) => this.#resolver.choosing(choice.guard, choice.file))]
  }

  /** What an `if` leaves is chosen only where its other ways have an algorithm as well. */
  #isChoice({ of, isRest }: Guard): boolean {
    return isRest === undefined || this.#asked.has(subjectOf(of))
  }

  #noteUse({ within, attributes, guard, isAsked }: Sighting): void {
    if (isAsked && attributes.algorithm === undefined) return
    if (guard && !guard.isRest) this.#asked.add(subjectOf(guard.of))
    if (within === undefined) return
    const texts = (attributes.algorithm ?? []).map((value) => textOfValue(value) ?? value.t)
    const cls = this.#index.functionById(within)?.of.cls
    for (const key of cls === undefined ? [within] : [within, `class ${cls}`]) {
      const known = this.#uses.get(key) ?? new Set()
      for (const text of texts) known.add(text)
      this.#uses.set(key, known)
    }
  }

  #usesOf(value: Value): string {
    const key = value.t === 'fn' ? value.id : value.t === 'cls' ? `class ${value.name}` : ''
    return [...(this.#uses.get(key) ?? [])].sort().join()
  }

  /** A table all of whose elements use the same chooses what is done, not with what. */
  #addTable({ entries, open }: TableValue, key: Value, file: string): void {
    const rows = Object.entries(entries).flatMap(([text, values]) => values.map((value) => ({ text, value })))
    const added = this.#resolver.pairs(open ?? [], file)
    const all = [...rows, ...added].filter(({ value }) => this.#usesOf(value) !== '')
    if (new Set(all.map(({ value }) => this.#usesOf(value))).size < 2) return
    for (const { text, value } of all) this.#add(value, { guard: { of: key, is: [text] }, file })
  }

  #add(value: Value, choice: Choice): void {
    const [map, key] =
      value.t === 'fn'
        ? [this.#byFunction, value.id]
        : value.t === 'cls'
          ? [this.#byClass, value.name]
          : [undefined, '']
    if (map !== undefined) push(map, key, choice, MAX_CHOICES)
  }

  /** Calls in one case of several, where another case calls what uses something else. */
  #addCases(files: readonly FileSummary[]): void {
    for (const { file, calls } of files) {
      const bySubject = new Map<string, { readonly value: Value; readonly guard: Guard }[]>()
      for (const { callee, guard } of calls) {
        if (guard === undefined) continue
        const called = this.#index.callees(callee, file).map(({ of }): Value => ({ t: 'fn', id: of.id }))
        const subject = subjectOf(guard.of)
        if (!guard.isRest && called.some((value) => this.#usesOf(value) !== '')) this.#asked.add(subject)
        for (const value of called) {
          if (this.#usesOf(value) !== '') push(bySubject, subject, { value, guard })
        }
      }
      for (const all of bySubject.values()) {
        if (new Set(all.map(({ value }) => this.#usesOf(value))).size < 2) continue
        for (const { value, guard } of all) this.#add(value, { guard, file })
      }
    }
  }
}
