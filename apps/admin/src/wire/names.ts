const MAXIMUM_LENGTH = 256
const CONTROL_CHARACTER = /\p{Cc}/u

/**
 * Whether a text can name a user: 1 to 256 characters of well-formed Unicode without control characters, as claim
 * `sub` of a token must be. Half a surrogate pair would be replaced on its way into a key and name someone else.
 */
export function isName(text: string): boolean {
  return text.length > 0 && text.length <= MAXIMUM_LENGTH && text.isWellFormed() && !CONTROL_CHARACTER.test(text)
}
