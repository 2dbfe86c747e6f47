import { TokenChip } from './chip.tsx'
import { splitAtTokens } from './split-at-tokens.ts'

/** A text in which every token is a chip. */
export function TokenText({ text }: { readonly text: string }) {
  return splitAtTokens(text).map(({ start, part, isToken }) =>
    isToken ? <TokenChip key={start} token={part} /> : <span key={start}>{part}</span>,
  )
}
