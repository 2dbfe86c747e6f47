import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { create } from 'fontkit'

/** How a text looks. */
export type Look = 'text' | 'bold' | 'code'

interface Family {
  /** Of the package `@fontsource/NAME`. */
  readonly name: string
  readonly weight: 400 | 700
}

const SCRIPTS = ['noto-sans', 'noto-sans-arabic', 'noto-sans-hebrew'] as const
const REGULAR: readonly Family[] = SCRIPTS.map((name) => ({ name, weight: 400 }))

/** Of several families the first that has a character shows it. */
const FAMILIES: Readonly<Record<Look, readonly Family[]>> = {
  text: REGULAR,
  bold: SCRIPTS.map((name) => ({ name, weight: 700 })),
  code: [{ name: 'noto-sans-mono', weight: 400 }, ...REGULAR],
}

/** One file of a family, which has some scripts of it. */
interface FontFile {
  readonly face: string
  readonly path: string
  /** What the file may have; what it has is known when it is read. */
  readonly ranges: readonly (readonly [from: number, to: number])[]
}

const require = createRequire(import.meta.url)

/**
 * The fonts of one document: Latin, Greek, Cyrillic, Devanagari, Arabic and Hebrew. Each file is read when a character
 * first asks for it, so that a report in English reads three of 60.
 */
export class FontFaces {
  readonly #register: (face: string, font: Buffer) => void
  readonly #files: Readonly<Record<Look, readonly FontFile[]>>
  readonly #characters = new Map<string, ReadonlySet<number>>()
  readonly #found = new Map<string, string | undefined>()

  /** `register` makes a font known to the document by the name of its face. */
  constructor(register: (face: string, font: Buffer) => void) {
    this.#register = register
    this.#files = {
      text: FAMILIES.text.flatMap(filesOf),
      bold: FAMILIES.bold.flatMap(filesOf),
      code: FAMILIES.code.flatMap(filesOf),
    }
  }

  /** The face that has all characters of a grapheme; none where no font has. */
  faceOf(look: Look, grapheme: string): string | undefined {
    const key = `${look} ${grapheme}`
    if (this.#found.has(key)) return this.#found.get(key)
    const codes = Array.from(grapheme, (character) => character.codePointAt(0) ?? 0)
    const face = this.#files[look].find((file) => codes.every((code) => this.#has(file, code)))?.face
    this.#found.set(key, face)
    return face
  }

  #has(file: FontFile, code: number): boolean {
    return file.ranges.some(([from, to]) => from <= code && code <= to) && this.#charactersOf(file).has(code)
  }

  #charactersOf({ face, path }: FontFile): ReadonlySet<number> {
    const known = this.#characters.get(face)
    if (known !== undefined) return known
    const bytes = readFileSync(path)
    const font = create(bytes)
    const characters = new Set('characterSet' in font ? font.characterSet : [])
    this.#characters.set(face, characters)
    this.#register(face, bytes)
    return characters
  }
}

function filesOf({ name, weight }: Family): FontFile[] {
  const ranges: unknown = require(`@fontsource/${name}/unicode.json`)
  return Object.entries(ranges ?? {}).map(([subset, list]) => ({
    face: `${name}-${subset}-${weight}`,
    path: require.resolve(`@fontsource/${name}/files/${name}-${subset}-${weight}-normal.woff`),
    ranges: rangesOf(String(list)),
  }))
}

/** Reads `U+0460-052F,U+20B4` (CSS Fonts Module Level 4, `unicode-range`). */
function rangesOf(list: string): FontFile['ranges'] {
  return Array.from(list.matchAll(/U\+([0-9A-F]+)(?:-([0-9A-F]+))?/g), ([, from = '', to = from]) => [
    Number.parseInt(from, 16),
    Number.parseInt(to, 16),
  ])
}
