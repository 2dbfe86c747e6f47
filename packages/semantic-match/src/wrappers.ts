import { ASSISTANT_VERBS, QUESTION_WORDS } from './lexicon.ts'
import { END, type Token } from './tokenize.ts'

/** What may stand before an order or a question and asks for nothing. `…` needs what its last words say behind it. */
const BEFORE_ANYTHING = phrases(`
  hi|hello|hey|hiya|greetings|hi there|hello there|hey there|good morning|good afternoon|good evening
  in your opinion|according to you|please|kindly|ok|okay|well|um|so please|also please|hi please|hello please|hey please
  could you please|can you please|would you please|will you please|can you kindly|could you kindly|would you kindly
  i want you to|i need you to|i would like you to|i would love for you to|i want you to please|i need you to please
  would you mind please
`)

const BEFORE_ORDERS = phrases(`
  can you|could you|would you|will you|can u|can you just|could you just|i want to ask you to|your task is to
  can you help me|could you help me|help me|help me to|can you help me to|could you help me to|please help me
  can you help me and|i would like to ask you to|would you be able to|would you be so kind as to
  i was wondering if you could|i was wondering if you can|i wonder if you could|i wonder if you can
  could you possibly|can you possibly|would it be possible for you to|is it possible for you to
`)

const BEFORE_QUESTIONS = phrases(`
  tell me|can you tell me|could you tell me|would you tell me|can anyone tell me|can someone tell me|let me know
  do you know|does anyone know|does anybody know|does someone know|i want to know|i would like to know|i need to know
  i wonder|i am wondering|i was wondering|i wanted to know|i want to find out|i want to understand|so|and|just
  can you explain to me|quick question|question|i have a question|just wondering|just curious|any idea|any ideas
  do you have any idea|i am curious|i am trying to find out|i am trying to understand|please advise|explain to me|explain|describe|describe to me|show me|teach me|guide me on
  i do not know|i am not sure|not sure|i have no idea|i want to learn|i would like to learn|i need to learn|i need to understand
  can i know|may i know|can i ask|may i ask|can you let me know|could you let me know|help me understand
`)

const AFTER = phrases(`
  thanks|thank you|please|cheers|thanks in advance|thank you in advance|thanks a lot|many thanks|thank you very much
  thank you so much|thanks so much|if you can|if possible|please help|please help me|please advise|please assist|help please|any help would be appreciated|any ideas|any suggestions|in your opinion|according to you|if you do not mind
`)

/** The longest phrases first. */
function phrases(text: string): readonly (readonly string[])[] {
  return text
    .trim()
    .split(/\s*[|\n]\s*/)
    .map((phrase) => phrase.split(' '))
    .toSorted((one, other) => other.length - one.length)
}

/** Rounds: a greeting, then a courtesy, then a question about knowing. */
const MOST_ROUNDS = 6

/** The prompt without greetings, courtesy and thanks. Never empty where the prompt has another word. */
export function withoutWrappers(tokens: readonly Token[]): readonly Token[] {
  let [start, end] = [0, tokens.length]
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    while (isPause(tokens[start])) start += 1
    const next = start + lengthBefore(tokens, start)
    if (next === start || next >= end) break
    start = next
  }
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    while (end > start && isPause(tokens[end - 1])) end -= 1
    const length = lengthAfter(tokens, start, end)
    if (length === 0) break
    end -= length
  }
  while (isPause(tokens[start])) start += 1
  return tokens.slice(start, end)
}

function lengthBefore(tokens: readonly Token[], start: number): number {
  const anything = longestAt(tokens, start, BEFORE_ANYTHING)
  if (anything > 0 && isApart(tokens, start + anything)) return anything
  const order = longestAt(tokens, start, BEFORE_ORDERS, (next) => ASSISTANT_VERBS.has(next))
  if (order > 0) return order
  return longestAt(
    tokens,
    start,
    BEFORE_QUESTIONS,
    (next) => QUESTION_WORDS.has(next) || next === 'if' || next === 'whether',
  )
}

/** Whether a pause or an order follows: `Hello world in C` greets nobody. */
function isApart(tokens: readonly Token[], next: number): boolean {
  const word = tokens[next]?.text ?? END
  return isPause(tokens[next]) || ASSISTANT_VERBS.has(word) || QUESTION_WORDS.has(word) || OPENERS.has(word)
}

const OPENERS: ReadonlySet<string> = new Set(
  'can could would will please i is are do does did tell let kindly help there am in according also so mind'.split(' '),
)

function longestAt(
  tokens: readonly Token[],
  start: number,
  list: readonly (readonly string[])[],
  isNext: (word: string) => boolean = () => true,
): number {
  const found = list.find((phrase) => {
    if (!holds(tokens, start, phrase)) return false
    let next = start + phrase.length
    while (isPause(tokens[next])) next += 1
    return isNext(tokens[next]?.text ?? '')
  })
  return found?.length ?? 0
}

/** Thanks count at the end, after a pause or after another courtesy; `please` anywhere at the end. */
function lengthAfter(tokens: readonly Token[], start: number, end: number): number {
  const found = AFTER.find(
    (phrase) =>
      end - phrase.length > start &&
      holds(tokens, end - phrase.length, phrase) &&
      (phrase[0] === 'please' ||
        phrase[0] === 'if' ||
        /^T/.test(tokens[end - phrase.length]?.raw ?? '') ||
        phrase.length > 2 ||
        isPause(tokens[end - phrase.length - 1])),
  )
  return found?.length ?? 0
}

function holds(tokens: readonly Token[], start: number, phrase: readonly string[]): boolean {
  return phrase.every((word, i) => tokens[start + i]?.text === word && tokens[start + i]?.isLiteral === false)
}

function isPause(token: Token | undefined): boolean {
  return token !== undefined && !token.isLiteral && (token.text === ',' || token.text === END)
}
