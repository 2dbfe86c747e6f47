import { anonymitySetOf, attributesOf, NOTHING_KNOWN } from './anonymity-set.ts'
import type { Attribute, Precision } from './population.ts'
import { NOBODY } from './subjects.ts'
import type { Trait } from './trait.ts'

/** Values of one kind that are told apart; more are as good as none. */
export const MAX_VALUES = 8
/** Named persons that are told apart. */
export const MAX_SUBJECTS = 16
/** In the place of values that are too many. Everybody fits it. */
const MANY = '*'

/** How few people fit what was told, and of whom. */
interface Fit {
  /** 1 or more; infinite where nothing was told. */
  readonly anonymitySet: number
  readonly subject: string
}

/**
 * The traits that were told in one session or on one day, each once. What it holds in the end is the same in whatever
 * order traits are added, and however often: accounts of two gateways are joined by adding the traits of one to the
 * other.
 */
export class Account {
  readonly #bySubject = new Map<string, Map<Precision, Map<string, number>>>()

  /** Whether the trait is new. */
  add({ subject, precision, value, share }: Trait): boolean {
    if (!this.#makeRoom(subject)) return false
    const known = findOrAdd(this.#bySubject, subject, () => new Map<Precision, Map<string, number>>())
    const values = findOrAdd(known, precision, () => new Map<string, number>())
    if (values.has(MANY) || values.has(value)) return false
    if (value === MANY || values.size >= MAX_VALUES) {
      values.clear()
      values.set(MANY, 1)
    } else {
      values.set(value, share)
    }
    return true
  }

  /** Those named persons stay whose names, as they are given here, come first. */
  #makeRoom(subject: string): boolean {
    if (subject === NOBODY || this.#bySubject.has(subject)) return true
    const named = [...this.#bySubject.keys()].filter((one) => one !== NOBODY)
    if (named.length < MAX_SUBJECTS) return true
    const last = named.toSorted().at(-1) ?? ''
    if (subject > last) return false
    this.#bySubject.delete(last)
    return true
  }

  /** How many traits it holds. */
  get size(): number {
    let size = 0
    for (const known of this.#bySubject.values()) for (const values of known.values()) size += values.size
    return size
  }

  /**
   * How few people fit what was told of one of these persons. What was told without a name may be of any of them: it
   * counts for each, and where it is new all persons are looked at.
   */
  fit(subjects: ReadonlySet<string>): Fit {
    const others = this.#bySubject.get(NOBODY) ?? NOTHING_KNOWN
    const isOfAll = subjects.has(NOBODY)
    let best: Fit = { anonymitySet: Number.POSITIVE_INFINITY, subject: NOBODY }
    for (const [subject, known] of this.#bySubject) {
      if (!isOfAll && !subjects.has(subject)) continue
      const anonymitySet = anonymitySetOf(known, subject === NOBODY ? undefined : others)
      if (anonymitySet < best.anonymitySet) best = { anonymitySet, subject }
    }
    return best
  }

  /** The attributes that are known of a person. */
  attributesOf(subject: string): readonly Attribute[] {
    const others = this.#bySubject.get(NOBODY)
    return attributesOf(this.#bySubject.get(subject) ?? NOTHING_KNOWN, subject === NOBODY ? undefined : others)
  }

  *traits(): Generator<Trait, void, undefined> {
    for (const [subject, known] of this.#bySubject) {
      for (const [precision, values] of known) {
        for (const [value, share] of values) yield { subject, precision, value, share }
      }
    }
  }
}

function findOrAdd<Key, Value>(map: Map<Key, Value>, key: Key, create: () => Value): Value {
  const known = map.get(key)
  if (known !== undefined) return known
  const value = create()
  map.set(key, value)
  return value
}
