import { EDGE, oneOf, patternOf } from './phrase-parts.ts'

/** Beyond this a text has room for an attack beside its question. In UTF-16 code units. */
const MAX_QUESTION = 300

/** A question about words of attack, or about what to do against them. */
const ASKS_ABOUT =
  /^\W{0,4}(?:what|how|why|which|is|are|does|do|can|could|should|explain|define|describe|list|name|give (?:me )?(?:an )?examples?)\b/i
const ABOUT_ATTACKS = patternOf([
  [
    EDGE,
    oneOf(
      'injection[s] jailbreak[s|ing] attack[s|er[s]] defen{ds}~0-5; detect~0-4; filter[s] block[s|ed] phrase[s]',
      'prevent~0-4; protect~0-4; guard[_]rail[s] mitigat~4; owasp llm01 mean[s|ing] classif~8; false_positive[s]',
    ),
    EDGE,
  ],
])

const QUOTED = /"[^"\n]{4,120}"|“[^“”\n]{4,120}”|(?<![\p{L}\p{N}])'[^'\n]{4,120}'(?![\p{L}\p{N}])|`[^`\n]{4,120}`/gu

/**
 * Takes the quoted phrases out of a short question about attacks ("How do I detect 'ignore all instructions'?"), which
 * mentions them and does not use them. Undefined for any other text, and where a further sentence follows the
 * quotation. Linear.
 */
export function withoutMentions(text: string): string | undefined {
  if (text.length > MAX_QUESTION || !ASKS_ABOUT.test(text)) return undefined
  const last = [...text.matchAll(QUOTED)].at(-1)
  if (last === undefined) return undefined
  if (!/^[^.!?\n]{0,80}[.!?]?\s*$/.test(text.slice(last.index + last[0].length))) return undefined
  const rest = text.replace(QUOTED, ' … ')
  return ABOUT_ATTACKS.test(rest) ? rest : undefined
}
