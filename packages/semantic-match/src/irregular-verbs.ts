/** Verb, past tense, participle. */
const IRREGULAR_VERBS = `
  arise arose arisen
  be was been
  bear bore born
  beat beat beaten
  become became become
  begin began begun
  bend bent bent
  bet bet bet
  bind bound bound
  bite bit bitten
  bleed bled bled
  blow blew blown
  break broke broken
  breed bred bred
  bring brought brought
  build built built
  burn burnt burnt
  burst burst burst
  buy bought bought
  catch caught caught
  choose chose chosen
  cling clung clung
  come came come
  cost cost cost
  creep crept crept
  cut cut cut
  deal dealt dealt
  dig dug dug
  do did done
  draw drew drawn
  dream dreamt dreamt
  drink drank drunk
  drive drove driven
  eat ate eaten
  fall fell fallen
  feed fed fed
  feel felt felt
  fight fought fought
  find found found
  flee fled fled
  fly flew flown
  forbid forbade forbidden
  forget forgot forgotten
  forgive forgave forgiven
  freeze froze frozen
  get got gotten
  give gave given
  go went gone
  grind ground ground
  grow grew grown
  hang hung hung
  have had had
  hear heard heard
  hide hid hidden
  hit hit hit
  hold held held
  hurt hurt hurt
  keep kept kept
  kneel knelt knelt
  know knew known
  lay laid laid
  lead led led
  leap leapt leapt
  learn learnt learnt
  leave left left
  lend lent lent
  let let let
  light lit lit
  lose lost lost
  make made made
  mean meant meant
  meet met met
  mistake mistook mistaken
  overcome overcame overcome
  pay paid paid
  prove proved proven
  put put put
  quit quit quit
  read read read
  ride rode ridden
  ring rang rung
  rise rose risen
  run ran run
  say said said
  see saw seen
  seek sought sought
  sell sold sold
  send sent sent
  set set set
  sew sewed sewn
  shake shook shaken
  shine shone shone
  shoot shot shot
  show showed shown
  shrink shrank shrunk
  shut shut shut
  sing sang sung
  sink sank sunk
  sit sat sat
  sleep slept slept
  slide slid slid
  smell smelt smelt
  speak spoke spoken
  spell spelt spelt
  spend spent spent
  spill spilt spilt
  spin spun spun
  split split split
  spoil spoilt spoilt
  spread spread spread
  spring sprang sprung
  stand stood stood
  steal stole stolen
  stick stuck stuck
  sting stung stung
  stink stank stunk
  strike struck struck
  strive strove striven
  swear swore sworn
  sweep swept swept
  swell swelled swollen
  swim swam swum
  swing swung swung
  take took taken
  teach taught taught
  tear tore torn
  tell told told
  think thought thought
  throw threw thrown
  thrust thrust thrust
  tread trod trodden
  understand understood understood
  undo undid undone
  upset upset upset
  wake woke woken
  wear wore worn
  weave wove woven
  weep wept wept
  win won won
  wind wound wound
  withdraw withdrew withdrawn
  write wrote written
`
  .trim()
  .split('\n')
  .map((line) => line.trim().split(' '))

/** Forms that are also other words, whose tense only the sentence tells: they stay as they are. */
const AMBIGUOUS: ReadonlySet<string> = new Set(
  'was been born had did left rose saw found ground bound wound lit lay felt met bore set put let'.split(' '),
)

function formsAt(place: 1 | 2): ReadonlyMap<string, string> {
  return new Map(
    IRREGULAR_VERBS.flatMap((forms) => {
      const [verb = '', form = ''] = [forms[0], forms[place]]
      return form === verb || AMBIGUOUS.has(form) ? [] : [[form, verb] as const]
    }),
  )
}

/** From the past tense to the verb. */
export const IRREGULAR_PASTS: ReadonlyMap<string, string> = formsAt(1)

/** From the participle to the verb. */
export const IRREGULAR_PARTICIPLES: ReadonlyMap<string, string> = formsAt(2)

/** Whether a word is a form of an irregular verb. */
export function isIrregularForm(word: string): boolean {
  return FORMS.has(word)
}

const FORMS: ReadonlySet<string> = new Set(IRREGULAR_VERBS.flat())
