import { words } from '../../phrases.ts'
import type { Claim, Worded } from '../worded.ts'
import { standsAlone } from './stands-alone.ts'

export const RELATIVES: readonly string[] = words(`
  mother father mom mum dad parents son daughter brother sister siblings husband wife spouse grandmother grandfather
  grandson granddaughter grandparents uncle aunt nephew niece cousin fiancé fiancée stepmother stepfather stepson
  stepdaughter widow widower mutter vater eltern sohn tochter bruder schwester geschwister ehemann ehefrau großmutter
  großvater enkel enkelin onkel tante neffe nichte schwager schwägerin madre padre padres hijo hija hijos hermano hermana
  hermanos marido esposa esposo abuelo abuela abuelos nieto nieta tío tía sobrino sobrina primo prima cuñado cuñada suegra
  suegro mère père fils fille frère sœur mari épouse époux oncle neveu nièce figlio figlia fratello sorella marito moglie
  nonno nonna zio zia mãe pai filho filha irmão irmã tio tia moeder vader zoon dochter broer zus echtgenoot echtgenote`)

export const TITLES: readonly string[] = words(`
  mr mrs ms miss mx dr prof professor sir madam herr frau señor señora sr sra monsieur madame mme mlle signor signora
  senhor senhora dhr mevr rev`)

/** Relatives and titles tell who is meant only with much else. They are found where the settings ask for it. */
export const RELATIONS: readonly Worded[] = [
  { entity: 'FAMILY', phrases: RELATIVES, find: relativeAt },
  { entity: 'TITLE', phrases: TITLES, find: titleAt },
]

const OF_ENGLISH = /\b(?:my|your|his|her|their|our|an?|the|['’]s) $/i

/** `son` is a verb in Spanish. */
function relativeAt(text: string, end: number, start: number): readonly Claim[] {
  if (!standsAlone(text, start, end)) return []
  if (
    end - start === 3 &&
    /^son$/i.test(text.slice(start, end)) &&
    !OF_ENGLISH.test(text.slice(Math.max(0, start - 6), start))
  )
    return []
  return [{ start, end, confidence: 0.6, isGuess: true }]
}

const NAME_BEHIND = /\.? ?(?=\p{Lu})/uy

function titleAt(text: string, end: number, start: number): readonly Claim[] {
  if (!standsAlone(text, start, end)) return []
  NAME_BEHIND.lastIndex = end
  const isBeforeName = NAME_BEHIND.test(text)
  const dot = text.charAt(end) === '.' ? 1 : 0
  return isBeforeName || dot > 0 ? [{ start, end: end + dot, confidence: 0.6, isGuess: true }] : []
}
