import type { Refusal } from '@sluice/contracts'
import type { NamespacedTools } from './namespaces.ts'
import type { TranslationName } from './translations.ts'

/** A body that a thread is to translate. */
export interface LongBody {
  readonly id: number
  readonly name: TranslationName
  readonly model: string
  /** Masked, as JSON without its `model`. */
  readonly bytes: Uint8Array
}

/** What came of it: the translated body in the same form, or why there is none. No message of an error is passed on. */
export type TranslatedBody =
  | { readonly id: number; readonly bytes: Uint8Array<ArrayBuffer>; readonly namespaced: NamespacedTools }
  | { readonly id: number; readonly refusal: Refusal }
