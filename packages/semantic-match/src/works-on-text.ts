import { isEnglish } from './language.ts'
import { tokenize } from './tokenize.ts'

/**
 * Words by which an instruction says that each word of what follows counts, in the languages that instructions are
 * most often written in; they are compared from their beginning.
 */
const WORK_ON_TEXT =
  /(?<!\p{L})(?:translat|correct|grammar|proofread|re-?writ|re-?phras|paraphras|re-?word|edit|spell|transcri|punctuat|classif|categori|label|extract|annotat|token|sentiment|capitali|upper-?case|lower-?case|count|echo|repeat|verbatim|letter by letter|character|convert|encode|pars|übersetz|korrigier|traduc|traduis|tradui|corrig|corrij|vertaal)/iu

/** How much of an instruction tells its language, in UTF-16 units. */
const LANGUAGE_SAMPLE = 512

/**
 * Whether what stands before a question may ask for work on its very words, as `Translate what I write` does: then the
 * same in other words is something else. True where the instruction is not in English, because its words are not
 * known. Linear in the length of the text.
 */
export function worksOnText(instruction: string): boolean {
  return WORK_ON_TEXT.test(instruction) || !isEnglish(tokenize(instruction.slice(0, LANGUAGE_SAMPLE)))
}
