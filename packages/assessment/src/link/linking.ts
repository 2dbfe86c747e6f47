import type { NameReader } from '../packs/interpret-name.ts'
import type { Choices } from './choices.ts'
import type { Families } from './key-size.ts'
import type { ValueResolver } from './resolve-values.ts'

export interface LinkOptions {
  readonly names: NameReader
  /** The families that the knowledge packs know; others are not reported. */
  readonly families: Families
  readonly maxDetections: number
  /** Asked for each file; false ends the work with what was found so far. */
  readonly mayGoOn?: () => boolean
}

export interface Linking {
  readonly choices: Choices
  readonly resolver: ValueResolver
  readonly languages: ReadonlyMap<string, string>
  readonly options: LinkOptions
}
