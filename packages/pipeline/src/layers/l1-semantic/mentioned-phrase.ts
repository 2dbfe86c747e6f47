/** Beyond this a text has room for an attack beside its question. In UTF-16 code units. */
const MAX_QUESTION = 300

/** A question about words of attack, or about what to do against them. */
const ASKS_ABOUT =
  /^\W{0,4}(?:what|how|why|which|is|are|does|do|can|could|should|explain|define|describe|list|name|give (?:me )?(?:an )?examples?)\b/i
const ABOUT_ATTACKS =
  /\b(?:injections?|jailbreak(?:s|ing)?|attack(?:s|ers?)?|defen[ds]\w{0,5}|detect\w{0,4}|filters?|block(?:s|ed)?|phrases?|prevent\w{0,4}|protect\w{0,4}|guard ?rails?|mitigat\w{1,4}|owasp|llm01|means?|mean(?:ing)?|classif\w{1,8}|false positives?)\b/i

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
