import { isEnglishForm } from './inflection.ts'

/** Words that tell a language by themselves. */
const ENGLISH = words(`the of and is are how what do does to you can i in with for my which when where who why that this
  it was be should from a an on by not your me we will would if or at as please about into through after before has have
  had were their his her its them there these those could get give tell write make using between than then over out up
  any some many all one two but so more most find list explain`)
const OTHERS = words(`der die das und ist nicht ein eine einen mit für wie kann ich auf von zu den dem sie wir bitte was
  le la les des et est une un pour dans que quel quelle comment je vous sur avec il ce qui au du en
  el los las y es una por para como qué cómo cuál mi con se lo del al
  di che è per gli nel della sono mio cosa quale
  os não uma dos meu qual você no na um
  het een van niet hoe ik wat mijn op de te
  och är att jag det som hur en på jest nie jak do się czy`)

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/))
}

/**
 * Whether the rules for English hold: its small words are there, and more often than those of other languages. Where no
 * language has any, most words must be English ones.
 */
export function isEnglish(tokens: readonly { readonly text: string }[]): boolean {
  let english = 0
  let others = 0
  for (const { text } of tokens) {
    if (ENGLISH.has(text)) english += 1
    if (OTHERS.has(text)) others += 1
    if (/[^\p{ASCII}\p{Script=Latin}\p{P}\p{S}]/u.test(text)) return false
  }
  return english > others || (english === 0 && others === 0 && mostAreKnown(tokens))
}

function mostAreKnown(tokens: readonly { readonly text: string }[]): boolean {
  const words = tokens.filter(({ text }) => /^[a-z]{2,}$/.test(text))
  return words.filter(({ text }) => isEnglishForm(text)).length * 3 > words.length * 2
}
