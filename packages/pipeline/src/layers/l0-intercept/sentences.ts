import { WINDOW_LENGTH } from '../../run/windows.ts'

/** Ends of sentences, behind which no abbreviation stands. */
const BORDER = /(?<=[.!?;])(?<!\b(?:mr|mrs|ms|dr|st|sr|sra|nr|no|m|z\.b|e\.g|i\.e|\p{L})\.)\s+|\n+/iu

/** Splits a block of a text into sentences. Linear. */
export function sentencesOf(block: string): string[] {
  return (/[.!?;\n]/.test(block) ? block.split(BORDER) : [block]).map((sentence) => sentence.trim())
}

/**
 * The text without quoted text and code, which are material and never an order, in blocks of a bounded length. One
 * ends where a line or a sentence ends in its second half; else the next begins `overlap` units before its end.
 */
export function* blocksOf(text: string, overlap: number): Generator<string, void, undefined> {
  const plain = withoutMaterial(text)
  let from = 0
  while (plain.length - from > WINDOW_LENGTH) {
    const end = from + WINDOW_LENGTH
    const border = Math.max(plain.lastIndexOf('\n', end), plain.lastIndexOf('. ', end))
    const cut = border > from + WINDOW_LENGTH / 2 ? border + 1 : end
    yield plain.slice(from, cut)
    from = cut === end ? cut - overlap : cut
  }
  yield plain.slice(from)
}

/** Code blocks, quotations and quoted lines, each looked for only where its sign stands. */
function withoutMaterial(text: string): string {
  let rest = text
  if (rest.includes('```')) {
    rest = rest
      .split('```')
      .filter((_, i) => i % 2 === 0)
      .join(' code ')
  }
  if (/["“„«]/.test(rest)) {
    rest = rest.replace(/"[^"\n]{12,2000}"|[“„][^“”\n]{12,2000}[”“]|«[^«»\n]{12,2000}»/g, ' "" ')
  }
  return rest.includes('>') ? rest.replace(/^[ \t]{0,4}>.{0,2000}$/gm, '') : rest
}
