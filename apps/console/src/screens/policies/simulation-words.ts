import type { Simulation } from '../../api/policies.ts'

const WHY: Readonly<Record<keyof Simulation['unknown'], string>> = {
  user: 'whose user is not known any more',
  action: 'that ended before it was known what they set out to do',
  model: 'whose model is recorded under a code only',
  time: 'that were not reached within ten seconds',
  form: 'whose records this version cannot read',
}

/** Says which requests could not be decided again, and why; nothing where all were. */
export function unknownWords(unknown: Simulation['unknown']): string {
  const parts = Object.entries(WHY).flatMap(([key, words]) => {
    const count = Object.entries(unknown).find(([name]) => name === key)?.[1] ?? 0
    return count === 0 ? [] : [`${count.toLocaleString('en')} ${words}`]
  })
  return parts.length === 0 ? '' : `Not decided again: ${parts.join('; ')}.`
}
