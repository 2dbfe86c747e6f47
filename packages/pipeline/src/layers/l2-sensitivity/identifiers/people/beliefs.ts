import { phrases, words } from '../../phrases.ts'
import type { Claim, Worded } from '../worded.ts'
import { labelledWord } from './labelled-word.ts'
import { standsAlone } from './stands-alone.ts'

/** Labels of what Article 9 of the GDPR protects, and of nationality. */
export const NRP_LABELS: readonly string[] = phrases(`
  nationality | citizenship | ethnicity | ethnic origin | ethnic group | race | religion | religious affiliation | denomination | political party |
  political affiliation | political views | party affiliation | sexual orientation | union membership | trade union |
  nationalität | staatsangehörigkeit | staatsbürgerschaft | konfession | ethnie | parteizugehörigkeit |
  gewerkschaft | nacionalidad | religión | etnia | orientación sexual | nationalité | ethnie | orientation sexuelle |
  nazionalità | cittadinanza | religione | nacionalidade | religião | nationaliteit | godsdienst | geaardheid`)

/** What people believe and whom they love, and nothing else: GDPR, Article 9(1). */
export const BELIEFS: readonly string[] = phrases(`
  muslim | muslims | jewish | hindu | hindus | sikh | sikhs | buddhist | buddhists | catholic | catholics | protestant | lutheran | baptist | methodist |
  mormon | mormons | jehovah s witness | jehovah s witnesses | seventh day adventist | evangelical | atheist | atheists | agnostic | quaker |
  shiite | sunni | salafist | communist | communists | marxist | anarchist | union member | trade unionist |
  trade union member | member of the union | shop steward | works council member | homosexual | homosexuals | lesbian | lesbians |
  bisexual | transgender | transsexual | asexual | gay man | openly gay | is gay | muslimisch | muslimin | jüdisch | katholisch | evangelisch |
  buddhistisch | hinduistisch | atheistin | gewerkschaftsmitglied | gewerkschafter | gewerkschafterin | homosexuell | schwul | lesbisch | bisexuell |
  musulmán | musulmana | judío | judía | católico | católica | budista | ateo | atea | sindicalista | lesbiana | bisexuales |
  musulman | musulmane | juif | juive | catholique | bouddhiste | athée | syndicaliste | homosexuel | homosexuelle | lesbienne |
  musulmano | ebreo | ebrea | cattolico | cattolica | sindacalista | omosessuale | lesbica | muçulmano | muçulmana | judeu | judia |
  homossexual | lésbica | moslim | joods | katholiek | vakbondslid | homoseksueel`)

/** Of countries, in English. */
export const NATIONALITIES: readonly string[] = words(`
  afghan albanian algerian american angolan argentine argentinian armenian australian austrian azerbaijani bahamian
  bahraini bangladeshi barbadian belarusian belgian belizean belizian beninese bhutanese bolivian bosnian brazilian british
  bruneian bulgarian burmese burundian cambodian cameroonian canadian chadian chilean chinese colombian congolese croatian
  cuban cypriot czech danish dominican dutch ecuadorian egyptian emirati english eritrean estonian ethiopian fijian
  filipino finnish french gabonese gambian georgian german ghanaian greek greenlander grenadian guatemalan guinean guyanese
  haitian honduran hungarian icelandic indian indonesian iranian iraqi irish israeli italian ivorian jamaican japanese
  jordanian kazakh kenyan korean kosovar kuwaiti kyrgyz laotian latvian lebanese liberian libyan lithuanian luxembourgish
  macedonian malagasy malawian malaysian maldivian malian maltese mauritanian mauritian mexican moldovan mongolian
  montenegrin moroccan mozambican namibian nepalese nepali nicaraguan nigerian nigerien norwegian omani pakistani
  palestinian panamanian paraguayan peruvian polish portuguese qatari romanian russian rwandan salvadoran samoan saudi
  scottish senegalese serbian singaporean slovak slovenian somali spanish sudanese surinamese swedish swiss syrian
  taiwanese tajik tanzanian thai tibetan togolese trinidadian tunisian turkish turkmen ugandan ukrainian uruguayan uzbek
  venezuelan vietnamese welsh yemeni zambian zimbabwean kurdish roma romani`)

/**
 * Nationality, religion, politics, union and orientation. What Article 9 protects is sure wherever a person is spoken
 * of; a nationality is where it is said of somebody (`she is Finnish`, `a Finnish citizen`), else of a food or a firm.
 */
export const BELIEF: readonly Worded[] = [
  { entity: 'NRP', phrases: NRP_LABELS, find: (text, end) => labelledWord(text, end) },
  { entity: 'NRP', phrases: BELIEFS, find: beliefAt },
  { entity: 'NRP', phrases: NATIONALITIES, find: nationalityAt },
]

function beliefAt(text: string, end: number, _start: number, from: number): readonly Claim[] {
  return !standsAlone(text, from, end) ? [] : [{ start: from, end, confidence: 0.7, isGuess: true }]
}

const SAID_OF =
  /(?:\b(?:I am|I['’]m|(?:he|she|who) (?:is|was)|they are|['’]s|is|was|ethnically|half|nationality) (?:an? |originally |also )?)$/iu
const END_OF_PHRASE = /\s{0,2}(?:$|[.,;!?)\n]|(?:and|but|by|who|or|from|living|national|citizen)\b)/iy
const OF_PERSON =
  / (?:citizens?|nationals?|origin|descent|passport|immigrants?|refugees?|migrants?|women|woman|men|man|girl|boy|student|patient|husband|wife|mother|father|parents|family|ancestry|roots|nationality)\b/iy
/** A language is no nationality. */
const LANGUAGE = /\b(?:in|into|to|from|speaks?|speaking|translated?|language|written|learn) $/i

function nationalityAt(text: string, end: number, start: number): readonly Claim[] {
  const before = text.slice(Math.max(0, start - 24), start)
  if (!standsAlone(text, start, end) || LANGUAGE.test(before)) return []
  OF_PERSON.lastIndex = end
  END_OF_PHRASE.lastIndex = end
  const isOfPerson = OF_PERSON.test(text) || (SAID_OF.test(before) && END_OF_PHRASE.test(text))
  return [{ start, end, confidence: isOfPerson ? 0.7 : 0.3, level: 2, isGuess: true }]
}
