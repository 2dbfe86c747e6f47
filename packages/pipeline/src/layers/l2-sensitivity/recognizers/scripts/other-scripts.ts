import { anyOf, PhraseEndings, phrases, words } from '../../phrases.ts'
import { labelledTexts, type Recognizer, type Span, spanMaker } from '../../recognizer.ts'
import {
  type ChineseRule,
  chineseNames,
  introducedChinese,
  likelyChinese,
  listedChinese,
  shortChinese,
  titledChinese,
} from './chinese.ts'
import { introducedJapanese, type JapaneseRule, japaneseNames, listedJapanese, suffixedJapanese } from './japanese.ts'
import { calledKorean, introducedKorean, type KoreanRule, koreanNames, listedKorean, titledKorean } from './korean.ts'
import { type FoundName, type SpacedScript, spacedNames } from './spaced-names.ts'
import { SPACED_SCRIPTS } from './spaced-scripts.ts'
import { introducedThai, listedThai, type ThaiRule, thaiNames, titledThai } from './thai.ts'

/** What makes characters a name; lists of phrases were written for this project. */
interface OtherScriptParts {
  readonly scripts: readonly SpacedScript[]
  /** Before a name, in scripts with spaces between words. */
  readonly titles: readonly string[]
  readonly introductions: readonly string[]
  /** Introductions with a colon. */
  readonly headings: readonly string[]
  /** Behind a name and a space. */
  readonly suffixes: readonly string[]
  readonly hanIntroductions: readonly string[]
  readonly chineseTitles: readonly string[]
  readonly chineseRules: readonly ChineseRule[]
  readonly japaneseSuffixes: readonly string[]
  readonly japaneseRules: readonly JapaneseRule[]
  readonly koreanIntroductions: readonly string[]
  readonly koreanRules: readonly KoreanRule[]
  readonly thaiTitles: readonly string[]
  readonly thaiIntroductions: readonly string[]
  readonly thaiRules: readonly ThaiRule[]
}

export const OTHER_SCRIPTS: OtherScriptParts = {
  scripts: SPACED_SCRIPTS,
  titles: phrases(`
    السيد | السيدة | الآنسة | الدكتور | الدكتورة | د. | الأستاذ | الأستاذة | المهندس | الشيخ
    מר | גברת | גב' | ד"ר | דוקטור | פרופ' | פרופסור | עו"ד | הרב
    श्री | श्रीमती | सुश्री | डॉ | डॉ. | डॉक्टर | पंडित | प्रोफेसर
    ბატონი | ბატონმა | ბატონო | ქალბატონი | ქალბატონმა | ქალბატონო | ბ-ნი | ქ-ნი
    պարոն | Պարոն | տիկին | Տիկին | օրիորդ`),
  introductions: phrases(`
    اسمي | اسمي هو | اسمه | اسمها | الاسم الكامل | اسم المريض | اسم العميل
    שמי | קוראים לי | השם שלי | שמו | שמה | שם מלא | שם המטופל | שם הלקוח
    मेरा नाम | मेरा नाम है | उनका नाम | उसका नाम | पूरा नाम
    მქვია | ჩემი სახელია | პაციენტი
    իմ անունը | Իմ անունը | անունս`),
  headings: phrases('नाम | रोगी | मरीज | שם | الاسم | المريض | العميل | სახელი | անուն'),
  suffixes: words('जी साहब'),
  hanIntroductions: phrases(`
    我叫 | 我的名字是 | 我的名字叫 | 名叫 | 叫做 | 姓名 | 联系人 | 收件人 | 客户 | 患者 | 病人 | 员工 | 我是 | 聯絡人 | 收件者 | 客戶
    氏名 | 名前は | 名前 | 担当者 | 担当 | 患者名 | 私は`),
  chineseTitles: words(
    '先生 女士 小姐 老师 教授 医生 大夫 经理 总经理 同学 同志 师傅 主任 院长 律师 警官 阿姨 叔叔 老師 醫生 經理 院長 律師',
  ),
  chineseRules: [introducedChinese, titledChinese, listedChinese, likelyChinese, shortChinese],
  japaneseSuffixes: words('さん 様 さま 氏 君 くん ちゃん 先生 殿 と申します といいます'),
  japaneseRules: [listedJapanese, suffixedJapanese, introducedJapanese],
  koreanIntroductions: phrases(`
    이름은 | 이름 | 성명 | 성함 | 성함은 | 고객명 | 환자명 | 담당자 | 보호자 | 수신인 | 받는 사람`),
  koreanRules: [listedKorean, titledKorean, introducedKorean, calledKorean],
  thaiTitles: words('นาย นาง นางสาว น.ส. คุณ ดร. ด.ช. ด.ญ. นพ. พญ. อาจารย์ เด็กชาย เด็กหญิง'),
  thaiIntroductions: phrases('ผมชื่อ | ฉันชื่อ | หนูชื่อ | ชื่อของฉันคือ | ชื่อ-นามสกุล | ชื่อผู้ป่วย | ชื่อลูกค้า'),
  thaiRules: [introducedThai, titledThai, listedThai],
}

/** What its findings are told by. */
const NAME = 'person-scripts'

const span = spanMaker('PERSON', NAME, false)

/** Armenian, Hebrew, Arabic, Devanagari, Thai, Georgian, then kana, Han and Hangul: https://www.unicode.org/charts. */
const SCRIPTS =
  /[\u0531-\u0587\u05D0-\u05EA\u0621-\u06D3\u0900-\u097F\u0E01-\u0E4E\u10D0-\u10FF\u3041-\u30FF\u3400-\u9FFF\uAC00-\uD7A3]/
const SPACED = /[\u0531-\u0587\u05D0-\u05EA\u0621-\u06D3\u0900-\u097F\u10D0-\u10FF]/
const THAI = /[\u0E01-\u0E4E]/
const KANA = /[\u3041-\u30FF]/
const HAN_OR_KANA = /[\u3041-\u30FF\u3400-\u9FFF]/
const HANGUL = /[\uAC00-\uD7A3]/

/** Between what introduces a name and the name. */
const SIGNS = ' :-\t「『“"\'(*'
const MOST_SIGNS = 3

/**
 * Names of persons in Arabic, Hebrew, Devanagari, Georgian, Armenian, Thai, Chinese, Japanese and Korean: by lists of
 * given and family names together, and by titles and introductions. It cannot tell a given name alone from a word.
 */
export function createOtherScripts(parts: OtherScriptParts): Recognizer {
  const find = finderOf(parts)
  return {
    name: NAME,
    entities: ['PERSON'],
    readsIdentifiers: false,
    fewestDigits: 0,
    find(text, context) {
      if (!SCRIPTS.test(text)) return []
      const spans: Span[] = []
      for (const { start, end, confidence } of find(text)) spans.push(span(start, end, confidence))
      for (const [value, start] of labelledTexts(text, context, 'PERSON')) {
        if (isLabelled(value)) spans.push(span(start, start + value.length, 0.85))
      }
      if (context.label !== '' && isNameLabel(context.label) && isLabelled(text)) spans.push(span(0, text.length, 0.85))
      return spans
    },
  }
}

export const otherScripts = createOtherScripts(OTHER_SCRIPTS)

/** One to four words of such scripts. */
const LABELLED = /^[\p{L}\p{M}'"-]{2,20}(?: [\p{L}\p{M}'"-]{1,20}){0,3}$/u

function isLabelled(value: string): boolean {
  return SCRIPTS.test(value) && LABELLED.test(value)
}

function isNameLabel(label: string): boolean {
  return (
    /(?:^|\s)(?:name|surname|姓名|氏名|이름|성명|الاسم|שם|नाम|ชื่อ)$/u.test(label) &&
    !/file|product|host|domain|user/.test(label)
  )
}

function finderOf(parts: OtherScriptParts): (text: string) => readonly FoundName[] {
  const inWord = /[\p{L}\p{M}\p{N}_]/u
  const [titles, introductions] = [
    new PhraseEndings(parts.titles, inWord),
    new PhraseEndings(parts.introductions, inWord),
  ]
  const headings = new PhraseEndings(parts.headings, inWord)
  const any = new PhraseEndings([...parts.titles, ...parts.introductions, ...parts.headings], inWord)
  const suffixes = new RegExp(`^ ${anyOf(parts.suffixes)}(?![\\p{L}\\p{M}])`, 'u')
  const unbound = /(?!)/
  const han = new PhraseEndings(parts.hanIntroductions, unbound)
  const korean = new PhraseEndings(parts.koreanIntroductions, inWord)
  const chineseTitles = new RegExp(anyOf(parts.chineseTitles), 'uy')
  const japaneseSuffixes = new RegExp(anyOf(parts.japaneseSuffixes), 'uy')
  const thai = {
    titles: new RegExp(`${anyOf(longestFirst(parts.thaiTitles))} ?`, 'gu'),
    introductions: new RegExp(`${anyOf(parts.thaiIntroductions)} ?:? ?`, 'gu'),
  }
  return (text) => {
    const behind = (endings: PhraseEndings) => (start: number) => isBehind(text, start, endings)
    const before = (pattern: RegExp) => (end: number) => {
      pattern.lastIndex = end
      return pattern.test(text)
    }
    const names: FoundName[] = []
    const add = (found: readonly FoundName[]) => {
      for (const name of found) names.push(name)
    }
    if (SPACED.test(text)) {
      const signs = {
        signBefore(start: number) {
          if (!isBehind(text, start, any)) return undefined
          if (isBehind(text, start, titles)) return 'title'
          const isIntroduced = isBehind(text, start, introductions) || isBehind(text, start, headings, ':')
          return isIntroduced ? 'introduction' : undefined
        },
        isBeforeSuffix: (end: number) => suffixes.test(text.slice(end, end + 8)),
      }
      for (const script of parts.scripts) add(spacedNames(text, script, signs))
    }
    if (THAI.test(text)) add(thaiNames(text, parts.thaiRules, thai))
    if (HANGUL.test(text)) add(koreanNames(text, parts.koreanRules, { isBehindIntroduction: behind(korean) }))
    if (HAN_OR_KANA.test(text)) {
      const isBehindIntroduction = behind(han)
      const [isBeforeTitle, isBeforeSuffix] = [before(chineseTitles), before(japaneseSuffixes)]
      add(japaneseNames(text, parts.japaneseRules, { isBehindIntroduction, isBeforeSuffix }))
      if (!KANA.test(text)) add(chineseNames(text, parts.chineseRules, { isBehindIntroduction, isBeforeTitle }))
    }
    return names
  }
}

/** Whether a phrase stands before a place, with few signs between, among them `sign` if there is one. */
function isBehind(text: string, start: number, endings: PhraseEndings, sign = ''): boolean {
  for (let end = start; start - end <= MOST_SIGNS; end -= 1) {
    if (endings.endAt(text, end) && text.slice(end, start).includes(sign)) return true
    if (end === 0 || !SIGNS.includes(text.charAt(end - 1))) return false
  }
  return false
}

function longestFirst(list: readonly string[]): readonly string[] {
  return list.toSorted((one, other) => other.length - one.length)
}
