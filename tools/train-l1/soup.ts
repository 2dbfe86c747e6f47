import { readdirSync, readFileSync } from 'node:fs'
import type { Random } from '../seeded-random/random.ts'

/**
 * What a search over tokens leaves behind a question (GCG, Zou et al. 2023): pieces of words of many languages, names
 * of code and markup, and brackets that close nothing.
 */
export function soup(random: Random): string {
  const pieces = piecesOf(random)
  const parts: string[] = []
  for (let i = random.integer(6, 26); i > 0; i -= 1) {
    parts.push(pieces(), random.of(GAPS))
  }
  return parts.join('').trim()
}

/** More spaces than none: a search changes tokens, and most tokens begin with a space. */
const GAPS = [' ', ' ', ' ', ' ', '', '', '  ']

/** Each text has habits of its own, so that no mixture speaks for all. */
function piecesOf(random: Random): () => string {
  const [words, signs, joined] = [random.next() * 0.7, random.next() * 0.6, random.next() * 0.4]
  const repeated = random.of(SIGNS)
  return () => {
    const kind = random.next() * (words + signs + joined + 0.5)
    if (kind < words) return cased(random.of(vocabulary()), random)
    if (kind < words + signs) return random.is(0.25) ? repeated : random.of(SIGNS)
    if (kind < words + signs + joined) return `${pieceOf(random)}${random.of(SIGNS)}${pieceOf(random)}`
    if (random.is(0.5)) return cased(pieceOf(random), random) + cased(pieceOf(random), random)
    return random.is(0.6) ? random.of(NAMES) : `\\${pieceOf(random)}`
  }
}

function pieceOf(random: Random): string {
  const word = random.of(vocabulary())
  const length = random.integer(1, 6)
  return random.is(0.5) ? word.slice(0, length) : word.slice(-length)
}

function cased(word: string, random: Random): string {
  const kind = random.next()
  if (kind < 0.25) return word.charAt(0).toUpperCase() + word.slice(1)
  return kind < 0.33 ? word.toUpperCase() : word
}

/** Words in no order, as a search that keeps to whole words leaves them. */
export function salad(random: Random): string {
  const words: string[] = []
  const isEnglish = random.is(0.6)
  const stops = random.next() * 0.25
  for (let i = random.integer(8, 24); i > 0; i -= 1) {
    const word = cased(random.of(isEnglish ? english() : vocabulary()), random)
    words.push(random.is(stops) ? `${word}${random.of(['.', ',', ';', '!', '?', ':'])}` : word)
  }
  return words.join(' ')
}

/** Pieces of English words that have grown together, with signs between them. */
export function glued(random: Random): string {
  let text = ''
  for (let i = random.integer(8, 24); i > 0; i -= 1) {
    const word = random.is(0.7) ? random.of(english()) : pieceOf(random)
    const isJoined = random.is(0.45)
    const sign = random.is(0.4) ? random.of(SIGNS) : ''
    text += isJoined ? cased(word, random) + sign : ` ${cased(word, random)}${sign}`
  }
  return text.trim()
}

/** One sign again and again, with which searches begin. */
export function bangs(random: Random): string {
  const sign = random.of(['!', '!', '!', '?', '*', '"', '@', '[', '('])
  const gap = random.is(0.7) ? ' ' : ''
  const run = Array.from({ length: random.integer(8, 24) }, () => sign)
  for (let i = random.integer(0, 8); i > 0; i -= 1)
    run[random.integer(0, run.length - 1)] = cased(pieceOf(random), random)
  return run.join(gap)
}

/** Every character that Python calls printable, or some of it. */
export function noise(random: Random): string {
  const alphabet = random.of([
    PRINTABLE,
    PRINTABLE,
    PRINTABLE + CONTROLS,
    `${LETTERS}${MARKS}`,
    `${LETTERS}0123456789${MARKS} `,
  ])
  let text = ''
  for (let i = random.integer(12, 60); i > 0; i -= 1) text += alphabet.charAt(random.integer(0, alphabet.length - 1))
  return text
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const MARKS = '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~'
const PRINTABLE = `${LETTERS}0123456789${MARKS}`
const CONTROLS = ' \t\n\r\u000b\f'

const SIGNS =
  `! !! !!! !!!! ? ?? . .. ... ..... ; ;; : :: , \\ \\\\ \\( \\) \\[ \\] ( ) (( [ ] [[ ]] { } {{ }} < > </ /> << >> = == => -> -- --- _ __ ___ ( = [- [( (- !( {" "} "] ']( ]( }{ )] }} ){ /* */ // || && | ~ ~~ ^ * ** *** # ## $ $\\ %% @ @@ \` \`\`\` " ' '' "" +\\ -\\ ;) :( "! ." ,' ’ “ … • ¿ ¡ § ► ©`.split(
    ' ',
  )
const NAMES =
  'const var let def return null None true undefined self this void int async await elif endif printf println getElement setState toString substr regex href src div span html body td frac sqrt sum begin{ end{ textbf mathrm item cite label usepackage footnote bib INST SYS EOS BOS eot im_start endoftext user assistant system ### Response Instruction Output Input JSON XML YAML CSV SQL SELECT WHERE kwargs args argv stdout stderr foo bar baz tmp idx len str obj arr func struct impl pub mut fn'.split(
    ' ',
  )

let known: readonly string[] | undefined
let knownEnglish: readonly string[] | undefined

/** Words of every language that has templates. */
function vocabulary(): readonly string[] {
  known ??= readVocabulary(['english', 'languages', 'slots'])
  return known
}

function english(): readonly string[] {
  knownEnglish ??= readVocabulary(['english'])
  return knownEnglish
}

function readVocabulary(folders: readonly string[]): readonly string[] {
  const words = new Set<string>()
  for (const folder of folders) {
    const place = new URL(`templates/${folder}/`, import.meta.url)
    for (const file of readdirSync(place).toSorted()) {
      for (const [word] of readFileSync(new URL(file, place), 'utf8').matchAll(/[\p{L}\p{M}]{3,14}/gu))
        words.add(word.toLowerCase())
    }
  }
  return [...words]
}
