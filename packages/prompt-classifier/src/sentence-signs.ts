import { hashOfWord } from './hash-word.ts'
import { KIND } from './tokens.ts'

/**
 * Words that hold sentences together, of many languages. What a search over tokens finds has few of them, and not where
 * a grammar has them.
 */
const FUNCTION_WORDS =
  'the a an of to and in that have has had it for not on with as at this but by from or if so up out about ' +
  'than then into over i you he she we they me him her us them my your his its our their who which what when ' +
  'where why how is are was were be been do does did can could will would should may might must no all some ' +
  'any there here just also very because while before after der die das ein eine einen und oder nicht ist sind ' +
  'war im am zu von mit auf für bei aus dem den des ich du er sie wir ihr mein dein le la les un une des du de ' +
  'et ou ne pas est sont dans pour avec sur par que qui ce cette je tu il elle nous vous mon ton son el los ' +
  'las una del al y o no es son en por para con se su lo mi tu como pero il lo gli che di da per non sono nel ' +
  'alla os as um uma do da dos das em no na com ao seu sua de het een van en op te dat niet met voor ik je ' +
  'zijn aan i w na z do nie to jest się że co jak po za od и в не на с что по как это к из у за от для я ты он ' +
  'мы вы ve bir bu da için ile ne mi hai ka ki ke ko se me aur kya kaise ye wo mera tum main हैं है का की के ' +
  'में से और को yang dan di untuk dengan ini itu dari och att det som på är jag en ett av của và là có cho ' +
  'không'

/** A kind of word or sign, in so many bits. */
export const SYMBOL_BITS = 3

/** By the beginning of a word's hash. */
const FILTER_BITS = 15
const filter = new Uint8Array(1 << FILTER_BITS)
for (const word of FUNCTION_WORDS.split(' ')) filter[hashOfWord(word, 0, word.length) >>> (32 - FILTER_BITS)] = 1

/** By the hash of a word; one in eighty other words counts as one, always the same. */
export function isFunctionWord(hash: number): boolean {
  return filter[hash >>> (32 - FILTER_BITS)] === 1
}

/** What a token is in the order of its sentence, below `1 << SYMBOL_BITS`. */
export function symbolOf(kind: number, length: number, isGlued: boolean, isFunction: boolean): number {
  if (kind === KIND.sign) return isGlued ? 6 : 7
  if (kind === KIND.number) return 5
  if (kind === KIND.ideograph) return 0
  if (isFunction) return 1
  return length <= 4 ? 2 : length <= 7 ? 3 : 4
}
