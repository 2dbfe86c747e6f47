import type { EntityType } from '@sluice/contracts'
import { anyOf, phrases, words } from './phrases.ts'
import type { Span } from './recognizer.ts'

/** What somebody says of himself with these is personal without a name beside it. */
const OF_SPEAKER: ReadonlySet<EntityType> = new Set(['DATE_OF_BIRTH', 'DIAGNOSIS', 'MEDICATION', 'NRP', 'SEX'])

/** Ways to begin a statement about oneself; written for this project. */
export const STATEMENTS: readonly string[] = phrases(`
  i was born | i am | i'm | i have | i've | i had | i suffer | i was diagnosed | i got diagnosed | i take | i'm taking | i'm on
  my diagnosis | my condition | my medication | my medicine | my prescription | my birthday | my birth date | my birthdate
  my date of birth | my dob | my religion | my faith | my nationality | my sex | my gender | my doctor diagnosed me
  ich bin | ich wurde | ich habe | ich hatte | ich leide | ich nehme | bei mir wurde | meine diagnose | mein geburtstag
  mein geburtsdatum | meine religion | mein geschlecht | meine staatsangehörigkeit | mein medikament
  nací | soy | tengo | sufro | padezco | tomo | me diagnosticaron | mi diagnóstico | mi fecha de nacimiento | mi religión
  mi cumpleaños | mi sexo | mi nacionalidad
  je suis | j'ai | je souffre | je prends | on m'a diagnostiqué | mon diagnostic | ma date de naissance | mon anniversaire
  ma religion | mon sexe | ma nationalité
  sono nato | sono nata | sono | soffro | prendo | mi hanno diagnosticato | la mia diagnosi | la mia data di nascita
  nasci | sou | tenho | sofro | fui diagnosticado | fui diagnosticada | meu diagnóstico | minha data de nascimento
  ik ben | ik heb | ik lijd | ik slik | mijn diagnose | mijn geboortedatum | mijn geslacht`)

/** Words between that and the value. */
const FILLERS = words(`
  a an the on in at is was are been had got born with from of as for by to and also still not just both now currently
  taking diagnosed suffering having living chronic severe mild acute early stage type devout practicing practising very
  ein eine einen einem einer am im an von mit unter ist lautet wurde geboren seit auch chronische chronisches schwere
  un una el la los las de en con es fue desde también
  né née le les une du des depuis aussi
  nato nata il lo di da
  em o os as com é uma um desde
  op aan een de het`)

const BEFORE = 80

const STATEMENT = new RegExp(
  `(?<![\\p{L}\\p{N}'])${anyOf(STATEMENTS)}(?:[\\s:=,"']{1,3}(?:${anyOf(FILLERS)}|[12](?=\\s)))*[\\s:=,"']{0,3}$`,
  'iu',
)

/** Whether the writer says of himself what stands at the span: `I was born on 3 May 1980`. Bounded. */
export function isOfSpeaker(text: string, { entity, start }: Pick<Span, 'entity' | 'start'>): boolean {
  if (!OF_SPEAKER.has(entity)) return false
  const before = text.slice(Math.max(0, start - BEFORE), start).replaceAll('’', "'")
  return STATEMENT.test(before)
}
