import { GAP, type Words } from './read-words.ts'
import type { Part } from './sentence-parts.ts'
import { FUNCTION as F, NOUN as N, VERB as V } from './words/tags.ts'

/** What a number behind it tells apart from others, in six languages: "option 2", "Folie 4", "chapitre 3". */
const LABEL =
  /(?:^|[^\p{L}\d])(?:option|opción|opzione|opção|point|punkt|punto|ponto|slide|folie|diapositiv[ae]|chapter|kapitel|capítulo|chapitre|capitolo|page|seite|página|pagina|question|frage|pregunta|domanda|pergunta|answer|antwort|respuesta|réponse|risposta|resposta|example|beispiel|ejemplo|exemple|esempio|exemplo|exercise|übung|ejercicio|exercice|esercizio|exercício|step|schritt|paso|étape|passo|section|abschnitt|sección|sezione|seção|paragraph|absatz|párrafo|paragraphe|paragrafo|parágrafo|line|zeile|línea|ligne|riga|linha|row|column|spalte|part|teil|item|figure|verse|strophe|scene|bullet|footnote|number) $/iu
/** The longest word of that list with a space on both sides. */
const LABEL_UNITS = 14
/** No longer number tells things apart. */
const SHORT_NUMBER = /^\d{1,3}(?:st|nd|rd|th)?(?![\p{L}\d]|[.,]\d)/u
/** What is bought or owed: beside it "item 3" may be bought. */
const OWED = N.money | N.amount | N.bill | N.travel | N.security

/** Whether the number in this place only tells one of several things apart. */
export function isLabelled(words: Words, sentence: string, at: number): boolean {
  const start = words.start[at] ?? 0
  return (
    SHORT_NUMBER.test(sentence.slice(start, start + 6)) &&
    LABEL.test(sentence.slice(Math.max(0, start - LABEL_UNITS), start))
  )
}

/** "Send Marta 40 for the pizza": a number alone, given to somebody, is a sum. "Put option 2 first" names no sum. */
export function isSum(words: Words, sentence: string, { verbs, head = 0, to }: Part, nouns: number): boolean {
  if ((verbs & (V.pay | V.move | V.send | V.give)) === 0 || (verbs & (V.write | V.find | V.explain)) !== 0) return false
  const loads = (verbs & V.move) !== 0 && (verbs & ~V.other) === V.move ? N.travel | N.order : 0
  const others = N.number | N.name | N.plain | N.audience | N.amount | N.money | loads
  if ((nouns & N.number) === 0 || (nouns & ~others) !== 0) return false
  for (let at = head + 1; at < to; at += 1) {
    if (((words.nouns[at] ?? 0) & N.number) === 0 || words.gap[at] === GAP.joined) continue
    if ((nouns & OWED) === 0 && isLabelled(words, sentence, at)) continue
    const next = words.functions[at + 1] ?? 0
    if (at + 1 === to || (next & (F.preposition | F.polite | F.and | F.pronoun)) !== 0) return true
  }
  return false
}
