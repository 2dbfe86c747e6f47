import { matchesOf } from '../../recognizer.ts'
import { JAPANESE_FAMILY, JAPANESE_GIVEN } from './japanese-names.ts'
import type { FoundName } from './spaced-names.ts'

/** A family name at the beginning of a run of Han characters. */
interface JapaneseLook {
  readonly text: string
  readonly start: number
  /** Behind the family name, and a space. */
  readonly given: number
  /** Behind the family name. */
  readonly familyEnd: number
  readonly isBehindIntroduction: (start: number) => boolean
  readonly isBeforeSuffix: (end: number) => boolean
}

/** The end of the name and how sure it is. */
export type JapaneseRule = (look: JapaneseLook) => readonly [end: number, confidence: number] | undefined

const LONGEST_FAMILY = 4
const LONGEST_GIVEN = 4
const NAME_CHARACTER = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}々ー]/u
const HAN = /[\p{Script=Han}々]/u

/** `田中太郎`, `田中 太郎`. */
export function listedJapanese({ text, given, isBeforeSuffix }: JapaneseLook) {
  for (let length = LONGEST_GIVEN; length > 0; length -= 1) {
    const end = given + length
    if (JAPANESE_GIVEN.has(text.slice(given, end)) && (!HAN.test(text.charAt(end)) || isBeforeSuffix(end)))
      return [end, 0.85] as const
  }
  return undefined
}

/** `田中さん`, `佐藤健太朗様`. */
export function suffixedJapanese({ text, given, familyEnd, isBeforeSuffix }: JapaneseLook) {
  if (isBeforeSuffix(familyEnd)) return [familyEnd, 0.85] as const
  for (let length = 1; length <= LONGEST_GIVEN && HAN.test(text.charAt(given + length - 1)); length += 1)
    if (isBeforeSuffix(given + length)) return [given + length, 0.8] as const
  return undefined
}

/** `氏名：田中大和`: all that names are written with, up to what is not. */
export function introducedJapanese({ text, start, given, isBehindIntroduction }: JapaneseLook) {
  if (!isBehindIntroduction(start)) return undefined
  let end = given
  while (end < given + LONGEST_GIVEN && HAN.test(text.charAt(end))) end += 1
  return [end, 0.8] as const
}

/** A foreign name before a suffix. */
const FOREIGN = /[\p{Script=Katakana}ー・]{2,20}(?=(?:さん|様|さま|氏|ちゃん|くん|君))/gu
/** Words for persons and things, with politeness. */
const NO_NAME =
  /(?:メーカー|ユーザー|オーナー|ドライバー|スタッフ|パートナー|リーダー|マネージャー|サンタ|ファン|メンバー|ゲスト|プレイヤー|ママ|パパ|ナース|キャスト|ショップ|ライター|モデル|アイドル|ペット|リスナー|フォロワー|サポーター|デザイナー|エンジニア|ディーラー|カメラマン|クライアント|カスタマー|バイヤー)$/u

/** Without those above U+FFFF (https://www.unicode.org/charts). */
const [FIRST_HAN, LAST_HAN] = [0x3400, 0x9fff]

/** By code unit, whether a family name begins with it. */
const MAY_BEGIN = new Uint8Array(0x1_0000)
for (const family of JAPANESE_FAMILY) MAY_BEGIN[family.charCodeAt(0)] = 1

/** The names in Japanese text: a listed family name where a run of Han characters begins, with a sign. Linear. */
export function japaneseNames(
  text: string,
  rules: readonly JapaneseRule[],
  signs: Pick<JapaneseLook, 'isBehindIntroduction' | 'isBeforeSuffix'>,
): readonly FoundName[] {
  const names: FoundName[] = []
  let isInside = false
  for (let start = 0; start < text.length; start += 1) {
    const code = text.charCodeAt(start)
    const wasInside = isInside
    isInside = code >= FIRST_HAN && code <= LAST_HAN
    if (!isInside || MAY_BEGIN[code] !== 1 || (wasInside && !signs.isBehindIntroduction(start))) continue
    for (let length = LONGEST_FAMILY; length > 0; length -= 1) {
      const familyEnd = start + length
      if (!JAPANESE_FAMILY.has(text.slice(start, familyEnd))) continue
      const isApart = text.charAt(familyEnd) === ' ' && NAME_CHARACTER.test(text.charAt(familyEnd + 1))
      const look = { text, start, familyEnd, given: isApart ? familyEnd + 1 : familyEnd, ...signs }
      const found = firstOf(rules, look)
      if (found === undefined) continue
      names.push({ start, end: found[0], confidence: found[1] })
      start = found[0] - 1
      break
    }
  }
  for (const { 0: value, index } of matchesOf(text, FOREIGN))
    if (!NO_NAME.test(value)) names.push({ start: index, end: index + value.length, confidence: 0.7 })
  return names
}

function firstOf(rules: readonly JapaneseRule[], look: JapaneseLook) {
  for (const rule of rules) {
    const found = rule(look)
    if (found !== undefined) return found
  }
  return undefined
}
