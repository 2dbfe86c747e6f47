import { dayShiftOf, type MappingKeys, nameOfShifted, type SensitiveValue } from '@sluice/token-vault'
import { type DateOrder, shiftDate } from '../../dates/index.ts'
import { generalizeValue } from './generalize-value.ts'
import type { Replaceable } from './spans.ts'

/** What the values of one request become that get no token: dates by a session's shift, others less exact. */
export class ChangedValues {
  /** Shifted dates with the names under which the mapping holds them. */
  readonly shifted = new Map<string, string>()
  /** Name to the date that was shifted. */
  readonly restorations = new Map<string, SensitiveValue>()
  readonly #generalized = new Map<string, SensitiveValue>()
  readonly #tokenKey: MappingKeys['tokenKey']
  readonly #later = new Map<string, string | undefined>()
  #days: number | undefined

  constructor({ tokenKey }: Pick<MappingKeys, 'tokenKey'>) {
    this.#tokenKey = tokenKey
  }

  /**
   * A date as the session has it; undefined where it cannot be shifted for certain. Once its order of day and month was
   * given, it is known.
   */
  shift(date: string, order?: DateOrder): string | undefined {
    const known = this.#later.get(date)
    if (known !== undefined || (order === undefined && this.#later.has(date))) return known
    this.#days ??= dayShiftOf(this.#tokenKey)
    const later = shiftDate(date, this.#days, order)
    this.#later.set(date, later)
    return later
  }

  /** What stands in the place of a value; undefined where it gets a token. */
  textOf(value: Replaceable): string | undefined {
    switch (value.replace) {
      case 'leave':
        return value.value
      case 'generalize':
        return this.#generalize(value)
      case 'shift':
        return this.#shift(value)
      case undefined:
        return undefined
    }
  }

  /** The values that were changed, each once. */
  *values(): Iterable<SensitiveValue> {
    yield* this.restorations.values()
    yield* this.#generalized.values()
  }

  #generalize({ entity, level, value }: Replaceable): string | undefined {
    const text = generalizeValue(entity, value)
    if (text !== undefined) this.#generalized.set(`${entity}\0${value}`, { entity, level, value })
    return text
  }

  /** Where one date was written in two ways that are one when it is shifted, the first way comes back. */
  #shift({ entity, level, value }: Replaceable): string | undefined {
    const text = this.shift(value)
    if (text === undefined) return undefined
    const known = this.restorations.get(this.shifted.get(text) ?? '')
    if (known !== undefined && known.level >= level) return text
    const name = nameOfShifted(this.#tokenKey, entity, text)
    const before = this.shifted.get(text)
    if (before !== undefined) this.restorations.delete(before)
    this.shifted.set(text, name)
    this.restorations.set(name, { entity, level, value: known?.value ?? value })
    return text
  }
}
