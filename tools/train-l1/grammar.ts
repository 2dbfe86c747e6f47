import type { Random } from '../seeded-random/random.ts'

/** A part of a template: text, a choice, or the name of a slot with what is done to it. */
type Part =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'choice'; readonly choices: readonly (readonly Part[])[] }
  | { readonly type: 'slot'; readonly name: string; readonly change: string | undefined }

/** A template that has been read. */
export type Template = readonly Part[]

/** Templates by name; each stands for a choice. */
export type Slots = ReadonlyMap<string, readonly Template[]>

/** What a slot that is no template is filled with: noise, logs and the like. */
export type Makers = ReadonlyMap<string, (random: Random) => string>

/** What can be done to the text of a slot, by the name before the colon. */
export type Changes = ReadonlyMap<string, (text: string, random: Random) => string>

/**
 * Reads a template: `(a|b)` is a choice, and without `|` it stands as it is; `{name}` is a slot, `{change:name}` one
 * that is changed; a backslash takes the next sign as it is, and `\n` is a line break.
 */
export function parseTemplate(text: string): Template {
  const [parts, end] = parseParts(text, 0, false)
  if (end !== text.length) throw new Error(`a bracket too many: ${text.slice(Math.max(0, end - 40), end + 1)}`)
  return parts.length === 1 ? (parts[0] as Template) : [{ type: 'choice', choices: parts }]
}

const SLOT = /^\{(?:([a-z][a-z0-9]*):)?([a-z][a-z0-9_]*)\}/

function parseParts(text: string, from: number, isInside: boolean): readonly [choices: Template[], end: number] {
  const choices: Part[][] = [[]]
  let plain = ''
  let at = from
  const flush = () => {
    if (plain !== '') choices.at(-1)?.push({ type: 'text', text: plain })
    plain = ''
  }
  while (at < text.length) {
    const sign = text.charAt(at)
    const slot = sign === '{' ? SLOT.exec(text.slice(at, at + 60)) : null
    if (sign === '\\') {
      plain += text.charAt(at + 1) === 'n' ? '\n' : text.charAt(at + 1)
      at += 2
    } else if (slot !== null) {
      flush()
      choices.at(-1)?.push({ type: 'slot', name: slot[2] ?? '', change: slot[1] })
      at += slot[0].length
    } else if (sign === '(') {
      flush()
      const [inner, end] = parseParts(text, at + 1, true)
      if (text.charAt(end) !== ')') throw new Error(`a bracket is open: ${text}`)
      if (inner.length > 1) choices.at(-1)?.push({ type: 'choice', choices: inner })
      else choices.at(-1)?.push({ type: 'text', text: '(' }, ...(inner[0] ?? []), { type: 'text', text: ')' })
      at = end + 1
    } else if (sign === ')' && isInside) {
      break
    } else if (sign === '|') {
      flush()
      choices.push([])
      at += 1
    } else {
      plain += sign
      at += 1
    }
  }
  flush()
  return [choices, at]
}

/** Fills templates; one of it fills one text, as it remembers the halves of what it has parted. */
export class Filler {
  readonly #slots: Slots
  readonly #makers: Makers
  readonly #changes: Changes
  readonly #random: Random
  readonly #halves = new Map<string, string>()

  constructor(slots: Slots, makers: Makers, changes: Changes, random: Random) {
    this.#slots = slots
    this.#makers = makers
    this.#changes = changes
    this.#random = random
  }

  fill(template: Template): string {
    let text = ''
    for (const part of template) {
      if (part.type === 'text') text += part.text
      else if (part.type === 'choice') text += this.fill(this.#random.of(part.choices))
      else text += this.#fillSlot(part.name, part.change)
    }
    return text
  }

  slot(name: string): string {
    const templates = this.#slots.get(name)
    if (templates !== undefined) return this.fill(this.#random.of(templates)).replace(/^ +| +$/g, '')
    const make = this.#makers.get(name)
    if (make === undefined) throw new Error(`there is no slot {${name}}`)
    return make(this.#random)
  }

  #fillSlot(name: string, change: string | undefined): string {
    if (change === undefined) return this.slot(name)
    if (change === 'half2') {
      const known = this.#halves.get(name)
      if (known !== undefined) return known
    }
    if (change === 'half1' || change === 'half2') {
      const words = this.slot(name).split(' ')
      const middle = Math.ceil(words.length / 2)
      this.#halves.set(name, words.slice(middle).join(' '))
      return (change === 'half1' ? words.slice(0, middle) : words).join(' ')
    }
    const by = this.#changes.get(change)
    if (by === undefined) throw new Error(`there is no change '${change}'`)
    return by(this.slot(name), this.#random)
  }
}
