function words(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/))
}

/** `first second` lines to a map. */
function pairs(text: string): ReadonlyMap<string, string> {
  return new Map(
    text
      .trim()
      .split('\n')
      .map((line) => line.trim().split(/\s*>\s*/))
      .map(([from = '', to = '']) => [from, to] as const),
  )
}

/** Forms without an apostrophe that are no words of their own, and those that end unlike the rest. */
export const CONTRACTIONS = pairs(`
  can't > can not
  cannot > can not
  won't > will not
  shan't > shall not
  let's > let us
  dont > do not
  doesnt > does not
  didnt > did not
  isnt > is not
  arent > are not
  wasnt > was not
  werent > were not
  cant > can not
  couldnt > could not
  shouldnt > should not
  wouldnt > would not
  whats > what is
  hows > how is
  wheres > where is
  im > i am
  ive > i have
  theyre > they are
  youre > you are
  gonna > going to
  wanna > want to
  u > you
  pls > please
  plz > please
  thx > thanks
`)

/** Before `'s` it is `is`, elsewhere the genitive. */
export const BEFORE_IS = words('what who where when why how that there it he she here which this')

/** Say nothing about which one is asked for. `your`, `his` and `this` do. */
export const DETERMINERS = words('a an the my our some one')

/** Say how sure or how much in earnest somebody is. */
export const FILLERS = words('really actually exactly basically literally honestly very')

export const BE = words('is are am be being')

export const QUESTION_WORDS = words('what who whom whose which where when why how')

/** Begin a question that is answered with yes or no. */
export const POLAR = words('be do can could will would should must may might has have did was were shall')

export const NUMBERS = pairs(`
  zero > 0
  two > 2
  three > 3
  four > 4
  five > 5
  six > 6
  seven > 7
  eight > 8
  nine > 9
  ten > 10
  eleven > 11
  twelve > 12
  1st > first
  2nd > second
  3rd > third
  4th > fourth
  5th > fifth
  6th > sixth
  7th > seventh
  8th > eighth
  9th > ninth
  10th > tenth
  % > percent
  & > and
`)

/** Verbs that ask an assistant for something: `can you explain` is an order, `can you eat` a question. */
export const ASSISTANT_VERBS = words(`
  add answer analyze analyse arrange build calculate change check classify come compare compile complete compose compute
  convert correct count create debug define demonstrate describe design determine develop devise differentiate discuss
  edit elaborate evaluate explain express extract fill find fix format generate give guide help identify illustrate
  implement improve list make modify name outline paraphrase point predict print produce propose proofread provide put
  rank recommend refactor reformat rephrase return reverse rewrite say search share shorten show simplify solve sort
  suggest summarize summarise tell translate turn use write
`)

/** The first word of a line stands for all of it. One meaning in almost every sentence, or another spelling. */
const SYNONYMS = `
  begin start commence
  covid coronavirus corona
  vs versus
  buy purchase
  child kid
  movie film
  car automobile
  phone telephone
  airplane plane aeroplane
  bicycle bike
  photo photograph
  tv television
  lawyer attorney
  doctor physician
  occupation profession
  help assist aid
  fix repair
  get obtain
  large big
  larger bigger
  largest biggest
  small little
  huge enormous immense vast
  mother mom mum mommy
  father dad daddy
  grandmother grandma granny
  grandfather grandpa
  illness sickness
  man guy
  woman lady
  choose select pick
  build construct
  assess evaluate
  calculate compute
  achieve attain accomplish
  frighten scare
  jump leap
  talk speak
  use utilize utilise
  conceal hide
  forbid prohibit
  teach instruct
  improve enhance
  vanish disappear
  reduce decrease
  annoy irritate
  cheap inexpensive
  optimal optimum
  sofa couch
  earthquake quake
  vacation holiday
  teacher instructor
  author writer
  salary wage
  researcher investigator
  motorcycle motorbike
  happen occur
  frequently often
  rarely seldom
  quickly rapidly
  almost nearly
  approximately roughly
  completely entirely totally
  immediately instantly
  lately recently
  maybe perhaps
  usually normally
  especially particularly
  difference distinction
  max maximum
  min minimum
  information info
  laboratory lab
  cemetery graveyard
  refrigerator fridge
  usa america
  color colour
  flavor flavour
  favorite favourite
  behavior behaviour
  neighbor neighbour
  organize organise
  organization organisation
  recognize recognise
  realize realise
  analyze analyse
  optimize optimise
  summarize summarise
  minimize minimise
  maximize maximise
  customize customise
  apologize apologise
  center centre
  theater theatre
  meter metre
  liter litre
  kilometer kilometre km
  kilogram kg kilogramme
  centimeter centimetre cm
  program programme
  traveling travelling
  canceled cancelled
  gray grey
  tire tyre
  license licence
  defense defence
  airplane aeroplane
  whiskey whisky
  mold mould
  install instal
  okay ok alright
  until till
  january jan
  february feb
  april apr
  august aug
  september sept sep
  october oct
  november nov
  december dec
`

export const SYNONYM_OF: ReadonlyMap<string, string> = new Map(
  SYNONYMS.trim()
    .split('\n')
    .flatMap((line) => {
      const [first = '', ...rest] = line.trim().split(' ')
      return rest.map((word) => [word, first] as const)
    }),
)

/** Where a run of nouns and adjectives ends. */
export const BOUNDARIES = words(`
  . , _ of in on at by for from to with without about into onto over under between among through during before after
  against within across behind beside near since until than as like per via around along off out up down above below
  amid versus and or but nor so because if when while where which who whom whose what why how that whether though although
  is are am be being was were been do does did have has had can could will would should must may might shall
  not no i you he she it we they me him her us them this these those there 's
  a an the my our your his its their some any all each every both either neither
`)

/** Prepositions with which an adverbial may stand before or behind the rest of its sentence. */
export const ADVERBIAL_PREPOSITIONS = words('in using with for on at during from since after before within by')
