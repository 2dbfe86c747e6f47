import { type Attribute, POPULATION, PRECISIONS, type Precision, type PrecisionClass } from './population.ts'

/** What is known in one way, each value once, with its share. */
type KnownValues = ReadonlyMap<Precision, ReadonlyMap<string, number>>

/** Nothing is known. */
export const NOTHING_KNOWN: KnownValues = new Map()

/**
 * Estimates how many people fit what is known: the population times the share of each attribute, as if attributes were
 * independent. Of what was said of one attribute in several ways the narrowest counts. Several values of what a person
 * has one of fit several persons, so their shares add up; of what a person may have several of the rarest counts.
 *
 * @param others what is known beside it, of the same person.
 * @returns 1 or more.
 */
export function anonymitySetOf(known: KnownValues, others: KnownValues = NOTHING_KNOWN): number {
  let people = POPULATION
  for (const share of sharesOf(known, others).values()) people *= share
  return Math.max(1, people)
}

/** The attributes of which something is known that not everybody shares. */
export function attributesOf(known: KnownValues, others: KnownValues = NOTHING_KNOWN): readonly Attribute[] {
  return [...sharesOf(known, others)].filter(([, share]) => share < 1).map(([attribute]) => attribute)
}

function sharesOf(known: KnownValues, others: KnownValues): ReadonlyMap<Attribute, number> {
  const shares = new Map<Attribute, number>()
  const take = (precision: Precision, share: number) => {
    const { attribute } = PRECISIONS[precision]
    shares.set(attribute, Math.min(share, shares.get(attribute) ?? 1))
  }
  for (const [precision, values] of known) take(precision, shareOf(precision, values, others.get(precision)))
  for (const [precision, values] of others) if (!known.has(precision)) take(precision, shareOf(precision, values))
  return shares
}

function shareOf(
  precision: Precision,
  values: ReadonlyMap<string, number>,
  others?: ReadonlyMap<string, number>,
): number {
  const { many }: PrecisionClass = PRECISIONS[precision]
  let [sum, rarest] = [0, 1]
  for (const share of values.values()) {
    sum += share
    rarest = Math.min(rarest, share)
  }
  for (const [value, share] of others ?? NONE) {
    if (values.has(value)) continue
    sum += share
    rarest = Math.min(rarest, share)
  }
  return many === true ? rarest : Math.min(1, sum)
}

const NONE: ReadonlyMap<string, number> = new Map()
