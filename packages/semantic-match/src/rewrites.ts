import { plainWord } from './plain-word.ts'

/**
 * Ways to say the same, over words without articles and inflection. `*1` and `*2` stand for one word or more; a side
 * with a wildcard is the whole sentence. The right side is what both become.
 */
const PHRASES = `
  how do i > how-to
  how can i > how-to
  how could i > how-to
  how would i > how-to
  how do you > how-to
  how can you > how-to
  how could you > how-to
  how would you > how-to
  how do we > how-to
  how can we > how-to
  how do one > how-to
  how can one > how-to
  how would one > how-to
  how do people > how-to
  how to > how-to
  how i can > how-to
  how i could > how-to
  how i do > how-to
  what be way to > how-to
  what be best way to > how-to
  what be ways to > how-to
  what be best ways to > how-to
  what be good ways to > how-to
  what be good way to > how-to
  what be best method to > how-to
  what be way of > how-to
  which be > what be
  what be some of > what be
  let me know about > tell me about
  provide me with > give me
  provide me > give me
  show me > give me
  point out > identify
  sum up > summarize
  somebody > someone
  everybody > everyone
  anybody > anyone
  each and every > every
  despite of > despite
  inside of > inside
  outside of > outside
  off of > off
  as soon as possible > asap
  take part in > participate in
  employed by > work for
  where do i > where-to
  where can i > where-to
  where could i > where-to
  where do you > where-to
  where can you > where-to
  where can we > where-to
  where can one > where-to
  where to > where-to
  what can i do to > how-to
  what can you do to > how-to
  be it possible to > can i
  be there way to > can i
  be there any way to > can i
  be it possible for me to > can i
  be i able to > can i
  be i allow to > may i
  be it ok to > may i
  be it okay to > may i
  be it fine to > may i
  be it alright to > may i
  be it ok if i > may i
  do i need to > must i
  do i have to > must i
  how come > why
  for what reason > why
  what be reason for > why
  in order to > to
  so as to > to
  be able to > can
  be located in > in
  located in > in
  be situated in > in
  situated in > in
  can be found in > in
  be found in > in
  be part of > part of
  a lot of > many
  lot of > many
  kind of > type of
  sort of > type of
  in front of > before-place
  due to > because of
  as well as > and
  and also > and
  together with > with
  along with > with
  prior to > before
  be going to > will
  united states of america > usa
  united states > usa
  u s a > usa
  united kingdom > uk
  great britain > uk
  new york city > nyc
  covid 19 > covid
  corona virus > coronavirus
  mother tongue > native language
  share common border with > border with
  share border with > border with
  common border with > border with
  name after > named for
  named after > named for
  be named after > named for
  called after > named for
  named in honor of > named for
  capital city > capital
  e mail > email
  web site > website
  per cent > percent
  would like to > want to
  a m > am
  p m > pm
  get rid of > remove
  find out > figure out
  look like > resemble
  each other > one another
  at moment > now
  right now > now
  nowadays > now
  these days > now
`
const SENTENCES = `
  what do *1 mean > mean *1
  what be meaning of *1 > mean *1
  what do *1 stand for > stand-for *1
  what be *1 stand for > stand-for *1
  define *1 > mean *1
  what be definition of *1 > mean *1
  definition of *1 > mean *1
  give definition of *1 > mean *1
  meaning of *1 > mean *1
  how much do *1 cost > price *1
  what be price of *1 > price *1
  what be cost of *1 > price *1
  how expensive be *1 > price *1
  price of *1 > price *1
  how old be *1 > age *1
  what be age of *1 > age *1
  how tall be *1 > height *1
  how high be *1 > height *1
  what be height of *1 > height *1
  how many people live in *1 > population *1
  what be population of *1 > population *1
  population of *1 > population *1
  where be *1 located > where be *1
  where be *1 locate > where be *1
  where be *1 situated > where be *1
  what be location of *1 > where be *1
  who be author of *1 > who wrote *1
  who was author of *1 > who wrote *1
  what be difference between *1 and *2 > differ *1 and *2
  what be difference of *1 and *2 > differ *1 and *2
  how do *1 differ from *2 > differ *1 and *2
  how be *1 different from *2 > differ *1 and *2
  how do *1 and *2 differ > differ *1 and *2
  how be *1 and *2 different > differ *1 and *2
  explain difference between *1 and *2 > differ *1 and *2
  difference between *1 and *2 > differ *1 and *2
  what be capital of *1 > capital *1
  capital of *1 > capital *1
  what be reason why *1 > why *1
  what be reason that *1 > why *1
  what happen if *1 > what-if *1
  what happen when *1 > what-if *1
  what will happen if *1 > what-if *1
  what would happen if *1 > what-if-would *1
  what time be it in *1 > time *1
  what be time in *1 > time *1
  what be current time in *1 > time *1
`

interface Sentence {
  readonly from: readonly string[]
  readonly to: readonly string[]
}

const phraseTable = new Map<string, readonly string[]>()
const phraseStarts = new Map<string, number>()
for (const { from, to } of parse(PHRASES)) {
  phraseTable.set(from.join(' '), to)
  const [first = ''] = from
  phraseStarts.set(first, Math.max(phraseStarts.get(first) ?? 0, from.length))
}

const sentenceTable = new Map<string, Sentence[]>()
for (const sentence of parse(SENTENCES)) {
  const [first = ''] = sentence.from
  sentenceTable.set(first, [...(sentenceTable.get(first) ?? []), sentence])
}

/** The rows of a table, in the form that words have when they are compared. */
function parse(table: string): readonly Sentence[] {
  return table
    .trim()
    .split('\n')
    .map((line) => {
      const [from = '', to = ''] = line.trim().split(' > ')
      return { from: plainWords(from.split(' ')), to: plainWords(to.split(' ')) }
    })
}

/** Replaces the longest phrase at each place, once. Linear: a phrase has at most five words. */
export function rewritePhrases(words: readonly string[]): string[] {
  const out: string[] = []
  for (let i = 0; i < words.length; ) {
    const found = phraseAt(words, i)
    if (found === undefined) out.push(words[i] ?? '')
    else out.push(...found.to)
    i += found?.length ?? 1
  }
  return out
}

function phraseAt(words: readonly string[], start: number) {
  for (let length = phraseStarts.get(words[start] ?? '') ?? 0; length > 0; length -= 1) {
    const to = phraseTable.get(words.slice(start, start + length).join(' '))
    if (to !== undefined) return { to, length }
  }
  return undefined
}

/** What a sentence of one of the forms becomes; the words themselves where it has none of them. */
export function rewriteSentence(words: readonly string[]): readonly string[] {
  for (const { from, to } of sentenceTable.get(words[0] ?? '') ?? []) {
    const bound = bind(from, words)
    if (bound !== undefined) return to.flatMap((word) => bound.get(word) ?? [word])
  }
  return words
}

/** The words that each wildcard stands for. A second wildcard begins at the first place where its separator stands. */
function bind(from: readonly string[], words: readonly string[]): ReadonlyMap<string, readonly string[]> | undefined {
  const bound = new Map<string, readonly string[]>()
  let at = 0
  for (const [i, word] of from.entries()) {
    if (!word.startsWith('*')) {
      if (words[at] !== word) return undefined
      at += 1
      continue
    }
    const next = from[i + 1]
    const rest = from.length - i - 1
    const end =
      next === undefined
        ? words.length
        : from.includes('*2') && word === '*1'
          ? words.indexOf(next, at + 1)
          : words.length - rest
    if (end <= at) return undefined
    bound.set(word, words.slice(at, end))
    at = end
  }
  return at === words.length ? bound : undefined
}

function plainWords(words: readonly string[]): string[] {
  const plain: string[] = []
  for (const word of words)
    plain.push(word.startsWith('*') || word.includes('-') ? word : plainWord(word, plain.at(-1)))
  return plain
}
