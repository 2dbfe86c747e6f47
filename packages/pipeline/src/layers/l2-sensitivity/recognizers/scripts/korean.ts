import { phrases, words } from '../../phrases.ts'
import { matchesOf } from '../../recognizer.ts'
import { KOREAN_FAMILY, KOREAN_GIVEN } from './korean-names.ts'
import type { FoundName } from './spaced-names.ts'

/** A word of Hangul that may be a name with an ending. */
interface KoreanLook {
  readonly text: string
  readonly start: number
  /** Of the name. */
  readonly end: number
  readonly given: string
  /** What is written behind the name in the same word. */
  readonly ending: string
  readonly isBehindIntroduction: (start: number) => boolean
}

/** How sure it is that the word holds a name. */
export type KoreanRule = (look: KoreanLook) => number | undefined

const PARTICLES: ReadonlySet<string> = new Set(
  words(`
    은 는 이 가 을 를 에게 에게서 의 와 과 도 로 으로 께서 께 한테 한테서 랑 이랑 하고 만 부터 까지 라고 이라고 이라는 라는 입니다 이고 이며 이에요 예요 이야
    야 아 인데 씨 씨는 씨가 씨의 씨를 씨에게 씨와 님 님은 님이 님의 님을 님께 님께서 군 양 선생님 교수님 라고 이라고요`),
)
const POLITE = /^(?:씨|님|군|양|선생님|교수님)/

/** Behind a name and a space. */
const TITLES = phrases(
  '씨 | 님 | 선생님 | 선생 | 교수 | 과장 | 대리 | 부장 | 차장 | 사원 | 사장 | 대표 | 원장 | 팀장 | 의사 | 환자 | 고객 | 박사 | 기자 | 변호사 | 간호사 | 주임 | 이사 | 회장',
)

/** Words that a family name and a syllable or two happen to begin. */
const NO_NAME: ReadonlySet<string> = new Set(
  words(`
    선생 고객 주인 부모 이용자 사용자 구독자 제작자 신청자 지원자 담당자 참가자 마음 우리 하나 이름 전화 주소 여자 남자 이모 고모 장모 전문가 연구자 이사장
    사장 시장 국장 강사 기사 지도자 신사 이웃 한국인 조사자 안내자 정치인 공무원 이상한 유명한 정확한 중요한 강력한 조용한 심각한 문제 연구 조사 지금 이번 고등학교
    안녕 감사 나중 유일 현대 대한민국 서울시 신고인 진행자 이동자 전체 이후 주민 명단 성명 성함 정보 연락처 이메일`),
)

/** A listed given name behind a family name. */
export function listedKorean({ given }: KoreanLook) {
  return KOREAN_GIVEN.has(given) ? 0.75 : undefined
}

/** `홍길동씨`, `홍길동 씨`, `홍길동 과장님`. */
export function titledKorean({ text, start, end, given, ending }: KoreanLook) {
  if (NO_NAME.has(text.slice(start, end))) return undefined
  if (given.length === 2 && /^씨/.test(ending)) return 0.8
  const behind = ending === '' ? /^ ([가-힣]{1,4})/.exec(text.slice(end, end + 6))?.[1] : undefined
  return behind !== undefined &&
    TITLES.some(
      (title) =>
        behind === title || behind.startsWith(`${title}님`) || (title.length === 1 && behind.startsWith(title)),
    )
    ? 0.8
    : undefined
}

/** `제 이름은 홍길동입니다`, `성명: 홍길동`. */
export function introducedKorean({ text, start, end, isBehindIntroduction }: KoreanLook) {
  return isBehindIntroduction(start) && !NO_NAME.has(text.slice(start, end)) ? 0.8 : undefined
}

/** `저는 홍길동이라고 합니다`. */
export function calledKorean({ text, start, end, ending }: KoreanLook) {
  const behind = text.slice(end + ending.length, end + ending.length + 4)
  return /^(?:이?라고)$/.test(ending) && /^ (?:합니다|해요|불)/.test(behind) && !NO_NAME.has(text.slice(start, end))
    ? 0.8
    : undefined
}

const WORD = /(?<![가-힣])[가-힣]{2,12}(?![가-힣])/g

/** The names in Korean text: a family name and one or two syllables, with what is written behind them. Linear. */
export function koreanNames(
  text: string,
  rules: readonly KoreanRule[],
  signs: Pick<KoreanLook, 'isBehindIntroduction'>,
): readonly FoundName[] {
  const names: FoundName[] = []
  for (const { 0: word, index: start } of matchesOf(text, WORD)) {
    const found = nameIn(text, word, start, rules, signs)
    if (found !== undefined) names.push(found)
  }
  return names
}

function nameIn(
  text: string,
  word: string,
  start: number,
  rules: readonly KoreanRule[],
  signs: Pick<KoreanLook, 'isBehindIntroduction'>,
): FoundName | undefined {
  for (const family of [2, 1]) {
    if (!KOREAN_FAMILY.has(word.slice(0, family))) continue
    for (const given of [2, 1]) {
      const length = family + given
      const ending = word.slice(length)
      if (length > word.length || (ending !== '' && !PARTICLES.has(ending))) continue
      if (given === 1 && family === 1 && ending !== '' && !POLITE.test(ending) && !signs.isBehindIntroduction(start))
        continue
      const look = { text, start, end: start + length, given: word.slice(family, length), ending, ...signs }
      for (const rule of rules) {
        const confidence = rule(look)
        if (confidence !== undefined) return { start, end: start + length, confidence }
      }
    }
  }
  return undefined
}
