import { matchesOf } from '../../recognizer.ts'
import type { FoundName } from './spaced-names.ts'
import { THAI_FAMILY, THAI_GIVEN } from './thai-names.ts'

/** Where a Thai name may begin. */
interface ThaiLook {
  readonly text: string
  readonly start: number
  /** Of a listed given name there, or the place itself. */
  readonly givenEnd: number
  readonly isBehindTitle: boolean
  readonly isBehindIntroduction: boolean
}

/** The end of the name and how sure it is. */
export type ThaiRule = (look: ThaiLook) => readonly [end: number, confidence: number] | undefined

const LONGEST_GIVEN = 20
/** A word of Thai without a space; what follows may be no mark. */
const RUN = /[\u0E01-\u0E4E]+/g
const SPACED_FAMILY = /^ ([\u0E01-\u0E4E]{3,30})(?=[\s,.;:)]|$)/u

/** `นายสมชาย ใจดี`. */
export function titledThai({ text, givenEnd, start, isBehindTitle }: ThaiLook) {
  return isBehindTitle && givenEnd > start ? ([withFamily(text, givenEnd), 0.85] as const) : undefined
}

/** `ผมชื่อสมชาย`: also a name that no list has, up to a space. */
export function introducedThai({ text, start, givenEnd, isBehindIntroduction }: ThaiLook) {
  if (!isBehindIntroduction) return undefined
  if (givenEnd > start) return [withFamily(text, givenEnd), 0.85] as const
  const [run = ''] = /^[\u0E01-\u0E4E]{2,15}(?=[\s,.;:)]|$)/u.exec(text.slice(start, start + 16)) ?? []
  return run === '' ? undefined : ([start + run.length, 0.7] as const)
}

/** A listed given name and, behind a space, a listed family name. */
export function listedThai({ text, start, givenEnd }: ThaiLook) {
  const [, family = ''] = SPACED_FAMILY.exec(text.slice(givenEnd, givenEnd + 32)) ?? []
  return givenEnd > start && THAI_FAMILY.has(family) ? ([givenEnd + 1 + family.length, 0.8] as const) : undefined
}

/** Words of politeness at the end of a sentence. */
const POLITE = /(?:ครับ|ค่ะ|คะ|นะคะ)$/u

/** With a family name behind a space, where that is all up to another one. */
function withFamily(text: string, end: number): number {
  const [, run = ''] = SPACED_FAMILY.exec(text.slice(end, end + 32)) ?? []
  const family = run.replace(POLITE, '')
  return family !== '' && family.length < 16 ? end + 1 + family.length : end
}

/** The names in Thai text, which has no spaces between words. Linear. */
export function thaiNames(
  text: string,
  rules: readonly ThaiRule[],
  signs: { readonly titles: RegExp; readonly introductions: RegExp },
): readonly FoundName[] {
  const names: FoundName[] = []
  const places = new Map<number, 'title' | 'introduction' | 'run'>()
  for (const { index } of matchesOf(text, RUN)) places.set(index, 'run')
  for (const { 0: sign, index } of matchesOf(text, signs.titles)) places.set(index + sign.length, 'title')
  for (const { 0: sign, index } of matchesOf(text, signs.introductions)) places.set(index + sign.length, 'introduction')
  let covered = 0
  for (const [start, place] of [...places].toSorted(([one], [other]) => one - other)) {
    if (start < covered) continue
    const look = {
      text,
      start,
      givenEnd: givenEndAt(text, start),
      isBehindTitle: place === 'title',
      isBehindIntroduction: place === 'introduction',
    }
    for (const rule of rules) {
      const found = rule(look)
      if (found === undefined) continue
      names.push({ start, end: found[0], confidence: found[1] })
      covered = found[0]
      break
    }
  }
  return names
}

/** The end of the longest listed given name there; a mark behind it would make it another word. */
function givenEndAt(text: string, start: number): number {
  for (let length = LONGEST_GIVEN; length > 1; length -= 1) {
    const end = start + length
    if (THAI_GIVEN.has(text.slice(start, end)) && !/[\u0E30-\u0E3A\u0E45\u0E47-\u0E4E]/.test(text.charAt(end)))
      return end
  }
  return start
}
