import { phrases, words } from '../phrases.ts'
import { isBrand } from './brands.ts'
import type { NameRule, NameVeto } from './name-look.ts'
import { NAME_PARTICLES } from './name-words.ts'
import {
  besideAddress,
  followsPlaceWord,
  givenAlone,
  givenFirst,
  introduced,
  isOrganisation,
  middleInitial,
  patronymicLast,
  pointedAt,
  speaking,
  surnameAlone,
  surnameFirst,
  surnameLast,
  withPredicate,
} from './person-rules.ts'

/** What makes words a person's name: lists of phrases in small letters, and rules. Written for this project. */
export interface PersonParts {
  /** Before a name: a form of address, or an office that is written like one. */
  readonly titles: readonly string[]
  /** Before a name: words after which hardly anything but a name comes. */
  readonly introductions: readonly string[]
  /** Before a name, alone or with "is". */
  readonly roles: readonly string[]
  readonly roleEndings: readonly string[]
  /** Introductions with a colon. */
  readonly headings: readonly string[]
  /** `mit freundlichen Grüßen`, without the endings of the adjective. */
  readonly greetingAdjectives: readonly string[]
  readonly greetingNouns: readonly string[]
  /** Before a name: words after which it may also be something else. */
  readonly pointers: readonly string[]
  /** Behind a name: what people do. */
  readonly predicates: readonly string[]
  /** Behind a name: what is written beside one. */
  readonly signsBehind: readonly RegExp[]
  /** Around two capitalised words: a person who speaks. */
  readonly speechBefore: readonly string[]
  readonly speechBehind: readonly string[]
  /** Names of members that hold a person's name, with or without a word before, and those that need no "name". */
  readonly memberNames: readonly string[]
  readonly memberQualifiers: readonly string[]
  readonly memberRoles: readonly string[]
  /** A name in small letters counts only after these. */
  readonly beforeSmallLetters: readonly string[]
  /** Small words inside a name. */
  readonly particles: readonly string[]
  /** Before the name of a street, place or firm. */
  readonly placeWords: readonly string[]
  /** Beside the name of software. */
  readonly aboutSoftware: readonly string[]
  /** Of the name itself; the first that says something counts. */
  readonly nameRules: readonly NameRule[]
  /** Of what stands around it; the first that says something counts. */
  readonly contextRules: readonly NameRule[]
  /** None may hold, unless a title stands before the name. */
  readonly vetoes: readonly NameVeto[]
}

export const PERSON: PersonParts = {
  titles: words(`
    mr mrs ms miss mx dr prof professor doctor sir madam dame judge justice senator sen rep rev reverend father herr
    frau hr fr dipl ing monsieur madame mme mlle señor señora señorita sr sra srta don doña dra d. dña sig signor signora
    dott sheikh shri smt capt captain lt sgt col
    господин господину господина господином госпожа госпоже госпожу г-н г-на г-ну г-жа г-жу г-же пан
    пані κύριος κύριε κύριο κυρία κος κα δρ`),
  introductions: phrases(`
    name | name's | name is | i am | i'm | this is | named | call me | patient
    dear | hi | hello | hey | regards | sincerely | cheers | thanks | yours | yours truly | signed | signed by
    speak to | speak with | speaking to | speaking with | ask for | met | met with
    wife | husband | son | daughter | brother | sister | friend | mother | father | boss | manager
    mfg | hochachtungsvoll | ich bin | mein name ist | heißt | heiße | heisst | heisse
    cordialement | salutations | salutations distinguées | bien à vous | amicalement
    je suis | je m'appelle | s'appelle
    un saludo | saludos | saludos cordiales | atentamente | un abrazo | se llama | me llamo | soy | mi nombre es
    médico | autor | autores | remitido por | responsable clínico | apellidos | nombre
    mi chiamo | mera naam | меня зовут | его зовут | её зовут | с уважением | уважаемый | уважаемая | мене звати
    з повагою | με λένε | τον λένε | την λένε | ονομάζομαι | λέγομαι | με εκτίμηση | αγαπητέ | αγαπητή`),
  roles: words(`
    customer client employee colleague user member guest tenant applicant candidate student cardholder beneficiary
    recipient attn attention contact sender author doctor dr`),
  roleEndings: ['', ' is'],
  headings: words('nom from to cc by'),
  greetingAdjectives: words('freundlich herzlich best viel lieb schön'),
  greetingNouns: words('grüße grüßen grüsse grüssen grueße grueßen gruesse gruessen'),
  pointers: words('im from to by for with and tell ask email e-mail call told asked between of about'),
  predicates: phrases(`
    said | says | asked | asks | called | calls | wrote | writes | emailed | lives | lived | works | worked | was born
    told | replied | joined | is my | has been | can be reached | needs | wants | requested`),
  signsBehind: [/^'s\b/, /^,? ?[<(]?[\w.+-]{1,64}@/, /^,? aged \d/, /^,? \(\d/],
  speechBefore: words('says said asked replied called married'),
  speechBehind: phrases('said | says | asked | asks | wrote | writes | replied | was born | lives | told'),
  memberNames: words('name surname nombre nachname vorname nom prénom'),
  memberQualifiers: phrases(`
    full | first | last | given | family | middle | display | user | customer | client | patient | employee | contact
    cardholder | holder | recipient | sender | owner | manager | doctor | author | assignee | account holder`),
  memberRoles: words(`
    customer client patient employee contact cardholder recipient sender assignee manager doctor author person
    beneficiary`),
  beforeSmallLetters: phrases(`i am | i'm | name is | call me | mr | mr. | mrs | mrs. | ms | ms. | dr | dr. | dear`),
  particles: NAME_PARTICLES,
  placeWords: words(`
    & san santa st st. saint los las calle avenida av. c/ улица улице ул. проспект площадь святого святой οδός οδού
    λεωφόρος πλατεία αγ. αγίου αγίας βασιλέως`),
  aboutSoftware: words(`
    docker kubernetes maven gradle ant npm git github gitlab ci cd api json xml yaml jar library libraries framework
    plugin pipeline pipelines build builds deploy deployment install server compiler rails language programming python
    java javascript typescript rust golang php linux helm terraform ansible prometheus grafana kafka postgres redis
    spring software code import package`),
  nameRules: [givenFirst, surnameLast, surnameFirst, patronymicLast, middleInitial, givenAlone, surnameAlone],
  contextRules: [introduced, speaking, besideAddress, pointedAt, withPredicate],
  vetoes: [isOrganisation, followsPlaceWord, isBrand],
}
