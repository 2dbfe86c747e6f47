import { type Span, spanMaker } from '../recognizer.ts'
import type { Form, Identifier } from './identifier.ts'
import type { Candidate, Hit } from './vocabulary.ts'

/** A form with its identifier, ready to be tried. */
interface Compiled extends Form {
  readonly identifier: Identifier
  readonly expression: RegExp
  /** By `shapeOf`. */
  readonly shapes: ReadonlySet<number>
}

/** How far before a value, and how far behind it, a word says what it is, in code units. */
const BEFORE = 60
const BEHIND = 24

const LONGEST_RUN = 64

/** One number for the length of a run and what it begins with. */
function shapeOf(length: number, isDigitFirst: boolean): number {
  return Math.min(length, LONGEST_RUN) * 2 + (isDigitFirst ? 1 : 0)
}

function shapesOf(starts: string): ReadonlySet<number> {
  const shapes = new Set<number>()
  for (const [, first, from = '', to = from] of starts.matchAll(/([ad])(\d+)(?:-(\d+))?/g)) {
    for (let length = Number(from); length <= Number(to); length += 1) shapes.add(shapeOf(length, first === 'd'))
  }
  return shapes
}

/** The forms of identifiers, by where they may stand and how they begin. */
export class IdentifierForms {
  readonly #anywhere = new Map<number, Compiled[]>()
  readonly #alone = new Map<number, Compiled[]>()
  readonly #beside = new Map<unknown, readonly Compiled[]>()

  constructor(identifiers: readonly Identifier[]) {
    for (const identifier of identifiers) {
      const forms = identifier.forms.map((form) => ({
        ...form,
        identifier,
        expression: new RegExp(`(?:${form.pattern})(?![A-Za-z0-9]|[_@]\\w)`, 'iy'),
        shapes: shapesOf(form.starts),
      }))
      this.#beside.set(identifier, forms)
      for (const form of forms) {
        for (const shape of form.shapes) {
          if (form.place === 'anywhere') enter(this.#anywhere, shape, form)
          if (form.place !== 'beside') enter(this.#alone, shape, form)
        }
      }
    }
  }

  /**
   * The identifiers that begin at candidates, disjoint and in order. `around` are words of the name of the member that
   * holds the text; `isNamed` says that a label or a question tells what the text is. Linear: a candidate has few words
   * near it, and its forms are bounded.
   */
  find(
    text: string,
    candidates: readonly Candidate[],
    hits: readonly Hit<unknown>[],
    around: readonly Hit<unknown>[],
    isNamed: boolean,
  ): readonly Span[] {
    const spans: Span[] = []
    const mayBeAll = !isNamed && text.length <= LONGEST_RUN
    let [covered, near] = [0, 0]
    for (const { start, length } of candidates) {
      if (start < covered) continue
      while (near < hits.length && (hits[near]?.end ?? 0) < start - BEFORE) near += 1
      const shape = shapeOf(length, /\d/.test(text.charAt(start)))
      const span =
        this.#besideWords(text, start, shape, hits, near) ??
        (around.length === 0 ? undefined : this.#under(text, start, shape, around)) ??
        firstOf(this.#anywhere.get(shape), text, start, isUnglued) ??
        (mayBeAll ? firstOf(this.#alone.get(shape), text, start, isAlone) : undefined)
      if (span === undefined) continue
      spans.push(span)
      covered = span.end
    }
    return spans
  }

  /** By the nearest word first: those before the value, then those behind it. */
  #besideWords(text: string, start: number, shape: number, hits: readonly Hit<unknown>[], near: number) {
    let behind = near
    while (behind < hits.length && (hits[behind]?.end ?? 0) <= start) behind += 1
    for (let at = behind - 1; at >= near; at -= 1) {
      const span = this.#of(hits[at], text, start, shape, true)
      if (span !== undefined) return span
    }
    for (let at = behind; at < hits.length && (hits[at]?.start ?? 0) < start + LONGEST_RUN + BEHIND; at += 1) {
      const span = this.#of(hits[at], text, start, shape, false)
      if (span !== undefined) return span
    }
    return undefined
  }

  #of(hit: Hit<unknown> | undefined, text: string, start: number, shape: number, isBefore: boolean) {
    if (hit === undefined) return undefined
    for (const form of this.#formsOf(hit, shape)) {
      const end = endOf(form, text, start)
      if (end === undefined) continue
      if (!isBefore && (hit.start < end || hit.start > end + BEHIND)) continue
      const between = isBefore ? text.slice(hit.end, start) : text.slice(end, hit.start)
      if (form.identifier.checks.length === 0 && !(isBefore ? LEADS_TO : LEADS_FROM).test(between)) continue
      return spanOf(form, start, end, isBefore ? 0.95 : 0.85)
    }
    return undefined
  }

  #under(text: string, start: number, shape: number, around: readonly Hit<unknown>[]): Span | undefined {
    for (const hit of around) {
      for (const form of this.#formsOf(hit, shape)) {
        const end = endOf(form, text, start)
        // Without check digits, the value is all of the text.
        if (end !== undefined && (form.identifier.checks.length > 0 || isAll(form, text, start, end)))
          return spanOf(form, start, end, 0.9)
      }
    }
    return undefined
  }

  *#formsOf(hit: Hit<unknown>, shape: number): Iterable<Compiled> {
    for (const owner of hit.owners) {
      for (const form of this.#beside.get(owner) ?? []) if (form.shapes.has(shape)) yield form
    }
  }
}

function enter(forms: Map<number, Compiled[]>, shape: number, form: Compiled): void {
  const known = forms.get(shape)
  if (known === undefined) forms.set(shape, [form])
  else known.push(form)
}

/** Between a word and its value. */
const LEADS_TO =
  /^(?:[\s:#=.,;'"`*|()[\]{}<>\\/–—-]|\b(?:number|numbers|no|num|nr|nummer|numero|número|numéro|id|ids|is|was|are|the|of|my|code|card|key|s|and|as|ist|lautet|es|est|è|é|de|del|della|du|mi|n|serial|value|with|your|his|her|their|y|und|et|e)\b|[은는이가は是：])*$/iu
const LEADS_FROM =
  /^[ \t'",)]*(?:(?:is|as|are|ist|es|est|är|mi|my|your|the|our|número|numero|de|mein|meine|vårt|mitt|a|valid)\s+)*$/iu

type Fits = (form: Compiled, text: string, start: number, end: number) => boolean

function firstOf(forms: readonly Compiled[] | undefined, text: string, start: number, fits: Fits): Span | undefined {
  if (forms === undefined) return undefined
  for (const form of forms) {
    const end = endOf(form, text, start)
    if (end !== undefined && fits(form, text, start, end)) return spanOf(form, start, end, 0.75)
  }
  return undefined
}

/** Without signs beside it that make it a part of something longer, such as a path or a version. */
function isUnglued(form: Compiled, text: string, start: number, end: number): boolean {
  if (/[A-Za-z0-9./@#+%$&~\\-]/.test(text.charAt(start - 1))) return false
  if (/^[./:-]\w|^[@%]/.test(text.slice(end, end + 2))) return false
  if (form.apart && (/[,;|\t]/.test(text.charAt(start - 1)) || /^[,;|\t](?! )/.test(text.slice(end, end + 2))))
    return false
  return !form.capitals || !/[a-z]/.test(text.slice(start, end))
}

/** A text of its own; digits alone are any number, unless few of them would do. */
function isAlone(form: Compiled, text: string, start: number, end: number): boolean {
  return isAll(form, text, start, end) && (form.identifier.isRare === true || /\D/.test(text.slice(start, end)))
}

/** Nothing but signs around it. */
function isAll(_form: Compiled, text: string, start: number, end: number): boolean {
  return !/[\p{L}\p{N}]/u.test(text.slice(0, start)) && !/[\p{L}\p{N}]/u.test(text.slice(end))
}

/** Behind the first parts of a date or of another number. */
function isInDate(text: string, start: number): boolean {
  return /[-/.]/.test(text.charAt(start - 1)) && /\d/.test(text.charAt(start - 2))
}

const DATE = /^(?:\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4})$/

function endOf({ expression, identifier: { checks } }: Compiled, text: string, start: number): number | undefined {
  expression.lastIndex = start
  const [written] = expression.exec(text) ?? []
  if (written === undefined) return undefined
  if (checks.length === 0) return DATE.test(written) || isInDate(text, start) ? undefined : start + written.length
  const value = written.replace(/[^A-Za-z0-9]/g, '').toUpperCase()
  return checks.every((holds) => holds(value, written)) ? start + written.length : undefined
}

/** What findings of an identifier are told by: `us-npi`. */
export function identifierName({ entity }: Pick<Identifier, 'entity'>): string {
  return entity.toLowerCase().replaceAll('_', '-')
}

function spanOf({ identifier }: Compiled, start: number, end: number, confidence: number): Span {
  const { entity, checks } = identifier
  return spanMaker(entity, identifierName(identifier), checks.length > 0 || confidence < 0.8)(start, end, confidence)
}
