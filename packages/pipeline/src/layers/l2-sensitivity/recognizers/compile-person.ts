import { anyOf, PhraseEndings } from '../phrases.ts'
import type { PersonPatterns } from './name-look.ts'
import type { PersonParts } from './person-parts.ts'

/** Compiles the lists of phrases, once. */
export function compilePerson(parts: PersonParts): PersonPatterns {
  const roles = parts.roles.flatMap((role) => parts.roleEndings.map((ending) => `${role}${ending}`))
  const greetings = parts.greetingAdjectives.flatMap((adjective) =>
    parts.greetingNouns.flatMap((noun) => [`${adjective}e ${noun}`, `${adjective}en ${noun}`]),
  )
  const name = "([\\p{Ll}][\\p{L}'-]{1,30})"
  return {
    // As in the log of a chat: `10:42Mrs. Vantz`.
    titles: new PhraseEndings(parts.titles, /\p{L}/u),
    introductions: new PhraseEndings([...parts.introductions, ...roles, ...greetings]),
    headings: new PhraseEndings(parts.headings),
    pointers: new PhraseEndings(parts.pointers),
    speechBefore: new PhraseEndings(parts.speechBefore),
    placeWords: new PhraseEndings(parts.placeWords),
    predicate: new RegExp(`^,? ${anyOf(parts.predicates)}`),
    signsBehind: parts.signsBehind,
    speechBehind: new RegExp(`^,? ${anyOf(parts.speechBehind)}\\b`),
    member: new RegExp(
      `^(?:${anyOf(parts.memberQualifiers)} ?)?${anyOf(parts.memberNames)}$|^${anyOf(parts.memberRoles)}$`,
    ),
    smallLetters: new RegExp(`\\b${anyOf(parts.beforeSmallLetters)} ${name}(?: ${name})?`, 'gu'),
    aboutSoftware: new RegExp(`\\b${anyOf(parts.aboutSoftware)}\\b`),
    particle: new RegExp(`^ (?:${anyOf(parts.particles)} ){1,3}$`),
  }
}
