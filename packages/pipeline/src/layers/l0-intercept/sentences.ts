/** Ends of sentences, behind which no abbreviation stands. */
const BORDER = /(?<=[.!?;])(?<!\b(?:mr|mrs|ms|dr|st|sr|sra|nr|no|m|z\.b|e\.g|i\.e|\p{L})\.)\s+|\n+/iu

/** Splits a text into sentences. Quoted text and code are material, never an order. Linear. */
export function sentencesOf(text: string): string[] {
  const plain = withoutMaterial(text)
  return (/[.!?;\n]/.test(plain) ? plain.split(BORDER) : [plain]).map((sentence) => sentence.trim())
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
