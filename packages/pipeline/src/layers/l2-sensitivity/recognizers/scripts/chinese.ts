import { CHINESE_FAMILY, CHINESE_GIVEN, CHINESE_GIVEN_ALONE, CHINESE_GIVEN_CHARACTERS } from './chinese-names.ts'
import type { FoundName } from './spaced-names.ts'

/** A family name with what stands behind it. */
interface ChineseLook {
  readonly text: string
  readonly start: number
  /** Where the given name begins. */
  readonly given: number
  readonly isBehindIntroduction: (start: number) => boolean
  readonly isBeforeTitle: (end: number) => boolean
}

/** The end of the name and how sure it is. */
export type ChineseRule = (look: ChineseLook) => readonly [end: number, confidence: number] | undefined

const HAN = /\p{Script=Han}/u
/** What follows a name and is no part of it. */
const BEHIND =
  /^(?:[\s,.;:!?"'()<>/、。，；：！？”」』）…·|-]|$|[的是在说和与跟给对把被将于去来也很都就会有要已为住出生现今从及或问打找让请想同向说應應该可能說與對將為現從會給讓請問個個]|先生|女士|小姐)/u

/** `我叫张伟`, `姓名：李娜娜`: any characters up to where a name ends. */
export function introducedChinese({ text, start, given, isBehindIntroduction }: ChineseLook) {
  if (!isBehindIntroduction(start)) return undefined
  for (const length of [2, 1])
    if (isHan(text, given, length) && endsAt(text, given + length)) return [given + length, 0.85] as const
  return undefined
}

/** `王小明先生`; of `王先生` the title belongs to the value, because one character is no name. */
export function titledChinese({ text, given, isBeforeTitle }: ChineseLook) {
  for (const length of [2, 1])
    if (isHan(text, given, length) && isBeforeTitle(given + length)) return [given + length, 0.85] as const
  return undefined
}

/** A listed given name of two characters. */
export function listedChinese({ text, given }: ChineseLook) {
  return CHINESE_GIVEN.has(text.slice(given, given + 2)) ? ([given + 2, 0.75] as const) : undefined
}

const LIKELY = 0.6

/** Two characters that given names are made of. */
export function likelyChinese({ text, given }: ChineseLook) {
  const [one, two] = [text.charAt(given), text.charAt(given + 1)]
  const isLikely = CHINESE_GIVEN_CHARACTERS.has(one) && CHINESE_GIVEN_CHARACTERS.has(two)
  return isLikely ? ([given + 2, LIKELY] as const) : undefined
}

/** One character that is common as a given name, where the name ends. */
export function shortChinese({ text, given }: ChineseLook) {
  const isShort = CHINESE_GIVEN_ALONE.has(text.charAt(given)) && endsAt(text, given + 1)
  return isShort ? ([given + 1, LIKELY] as const) : undefined
}

function endsAt(text: string, end: number): boolean {
  return BEHIND.test(text.slice(end, end + 2))
}

function isHan(text: string, start: number, length: number): boolean {
  for (let at = start; at < start + length; at += 1) if (!HAN.test(text.charAt(at))) return false
  return true
}

/** By code unit, whether a family name begins with it. */
const MAY_BEGIN = new Uint8Array(0x1_0000)
for (const family of CHINESE_FAMILY) MAY_BEGIN[family.charCodeAt(0)] = 1

let segmenter: Intl.Segmenter | undefined

/** How much around a candidate is split into words, in code units. */
const AROUND = 8

/**
 * The names in Chinese text: a family name of one or two characters and a given name of one or two, where a rule says
 * so and the words of the text (by the dictionary of ICU, UAX #29) begin where the name does. Linear.
 */
export function chineseNames(
  text: string,
  rules: readonly ChineseRule[],
  signs: Pick<ChineseLook, 'isBehindIntroduction' | 'isBeforeTitle'>,
): readonly FoundName[] {
  const names: FoundName[] = []
  for (let start = 0; start < text.length; start += 1) {
    if (MAY_BEGIN[text.charCodeAt(start)] !== 1) continue
    const length = CHINESE_FAMILY.has(text.slice(start, start + 2)) ? 2 : CHINESE_FAMILY.has(text.charAt(start)) ? 1 : 0
    if (length === 0) continue
    const found = firstOf(rules, { text, start, given: start + length, ...signs })
    if (found === undefined) continue
    names.push({ start, end: found[0], confidence: found[1] })
    start = found[0] - 1
  }
  return names.length === 0 ? names : atWords(text, names)
}

function firstOf(rules: readonly ChineseRule[], look: ChineseLook) {
  for (const rule of rules) {
    const found = rule(look)
    if (found !== undefined) return found
  }
  return undefined
}

/** Those that begin where a word does, and are neither a word of the language nor the beginning of one. */
function atWords(text: string, names: readonly FoundName[]): readonly FoundName[] {
  segmenter ??= new Intl.Segmenter('zh', { granularity: 'word' })
  const kept: FoundName[] = []
  for (let at = 0; at < names.length; ) {
    // Candidates near each other are looked at together, so that no part of the text is split twice.
    let last = at
    while ((names[last + 1]?.start ?? Number.POSITIVE_INFINITY) <= (names[last]?.end ?? 0) + 2 * AROUND) last += 1
    const from = Math.max(0, (names[at]?.start ?? 0) - AROUND)
    const to = (names[last]?.end ?? 0) + AROUND
    const words = new Map<number, string>()
    for (const { index, segment } of segmenter.segment(text.slice(from, to))) words.set(from + index, segment)
    for (const name of names.slice(at, last + 1)) if (isName(text, name, words)) kept.push(name)
    at = last + 1
  }
  return kept
}

function isName(text: string, { start, end, confidence }: FoundName, words: ReadonlyMap<number, string>): boolean {
  const first = words.get(start)
  if (first === undefined) return false
  const value = text.slice(start, end)
  // One word of the dictionary: a name in it has a listed given name.
  if (first.length > 1 && !CHINESE_FAMILY.has(first)) return first === value && value.length > 2 && confidence > LIKELY
  const second = words.get(start + first.length)
  if (second === undefined || (!words.has(end) && end < text.length) || text.charAt(end) === '·') return false
  // `于明天`: what is a word of the language is a given name only where the list has it.
  return second.length === 1 || confidence > LIKELY
}
