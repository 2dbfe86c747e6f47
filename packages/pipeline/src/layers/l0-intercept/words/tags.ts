/** What a verb does to its object, whatever the language. One bit each. */
export const VERB = {
  pay: 1 << 0,
  move: 1 << 1,
  buy: 1 << 2,
  sell: 1 << 3,
  book: 1 << 4,
  cancel: 1 << 5,
  sign: 1 << 6,
  approve: 1 << 7,
  reject: 1 << 8,
  destroy: 1 << 9,
  operate: 1 << 10,
  release: 1 << 11,
  permit: 1 << 12,
  give: 1 << 13,
  make: 1 << 14,
  change: 1 << 15,
  run: 1 << 16,
  dismiss: 1 << 17,
  hire: 1 << 18,
  select: 1 << 19,
  promote: 1 << 20,
  treat: 1 << 21,
  send: 1 << 22,
  tell: 1 << 23,
  post: 1 << 24,
  arrange: 1 << 25,
  write: 1 << 26,
  code: 1 << 27,
  find: 1 << 28,
  /** Asks for knowledge: explain, name, compare. */
  explain: 1 << 29,
  take: 1 << 30,
  /** Does something to its object that is known by the object only: "put", or a verb that the lists lack. */
  other: 1 << 31,
} as const

/** What a noun stands for. One bit each. */
export const NOUN = {
  money: 1 << 0,
  bill: 1 << 1,
  security: 1 << 2,
  travel: 1 << 3,
  contract: 1 << 4,
  subscription: 1 << 5,
  system: 1 << 6,
  data: 1 << 7,
  access: 1 << 8,
  /** Access that nobody but an administrator gives. */
  privilege: 1 << 9,
  production: 1 << 10,
  /** Persons who are decided about: employees, applicants, tenants, students, patients. */
  subject: 1 << 11,
  application: 1 << 12,
  employment: 1 << 13,
  medical: 1 << 14,
  text: 1 << 15,
  code: 1 << 16,
  message: 1 << 17,
  meeting: 1 << 18,
  record: 1 << 19,
  platform: 1 << 20,
  audience: 1 << 21,
  order: 1 << 22,
  version: 1 << 23,
  /** A word that is capitalised without naming a person: days, languages. */
  plain: 1 << 24,
  /** A state that is ordered by being wished for: gone, empty, offline. */
  gone: 1 << 25,
  /** A figure of speech: with it a verb of consequence means nothing. */
  figure: 1 << 26,
  /** Set by the reader of sentences, not by a list: a name, a number, an amount. */
  name: 1 << 27,
  number: 1 << 28,
  amount: 1 << 29,
  test: 1 << 30,
} as const

/** What a small word does in a sentence. One bit each. */
export const FUNCTION = {
  /** Only says which language a sentence is in. */
  article: 1 << 0,
  question: 1 << 1,
  polite: 1 << 2,
  can: 1 << 3,
  you: 1 << 4,
  i: 1 << 5,
  wish: 1 << 6,
  that: 1 << 7,
  must: 1 << 8,
  not: 1 << 9,
  pronoun: 1 << 10,
  /** A word that belongs to a verb that stands elsewhere: "turn ... off". */
  particle: 1 << 11,
  ours: 1 << 12,
  and: 1 << 13,
  preposition: 1 << 14,
  ensure: 1 << 15,
  fault: 1 << 16,
  person: 1 << 17,
  many: 1 << 18,
  how: 1 << 19,
  /** To a person in the third: "him", "ihn". */
  them: 1 << 20,
  if: 1 << 21,
  determiner: 1 << 22,
  /** Asks for an act that is named further on: "we request", "wir bitten", "veuillez". */
  asks: 1 << 23,
  /** The same, behind "I" or "we" only: "I request", and no "pull request". */
  asksOfUs: 1 << 24,
  /** Asks whether somebody minds: the act behind it is ordered. */
  minds: 1 << 25,
  /** Says that somebody else has said what follows. */
  told: 1 << 26,
  /** "me" before its verb: "mi dai accesso?" */
  toMe: 1 << 27,
  /** Anybody who is asked to act: "can somebody ...", "can we ...". */
  anybody: 1 << 28,
} as const

type VerbClass = keyof typeof VERB
type NounClass = keyof typeof NOUN
type FunctionClass = keyof typeof FUNCTION

/**
 * The words of one language by class, with spaces between them. `*` at the end of a word stands for any ending, and
 * `verb..particle` for a verb whose particle stands behind it ("turn..off"). Marks of letters do not count.
 */
export interface WordList {
  readonly verbs: Partial<Readonly<Record<VerbClass, string>>>
  /** Acts as they stand behind "we ask for" or "please arrange": nouns, and forms that no order begins with. */
  readonly acts?: Partial<Readonly<Record<VerbClass, string>>>
  readonly nouns: Partial<Readonly<Record<NounClass, string>>>
  readonly functions: Partial<Readonly<Record<FunctionClass, string>>>
}
