import type { Refusal } from '@sluice/contracts'
import type { SdkKind } from '../sdk/sdk-models.ts'
import type { WrittenCall } from '../sdk/written-call.ts'
import type { WrittenPart } from '../sdk/written-embeddings.ts'
import type { NamespacedTools } from './namespaces.ts'
import type { TranslationName } from './translations.ts'

/** A body that a thread is to translate. */
export interface LongBody {
  readonly id: number
  readonly to: Target
  readonly model: string
  /** Masked, as JSON without its `model`. */
  readonly bytes: Uint8Array
}

/** The wire of another kind of requests, the body of a provider, or its bodies for embeddings. */
type Target =
  | { readonly type: 'translation'; readonly name: TranslationName }
  | { readonly type: 'call'; readonly kind: SdkKind; readonly isStream: boolean }
  | { readonly type: 'embeddings'; readonly kind: SdkKind }

/** A body in the words of another wire, in the form of `LongBody`, and its tools that have other names there. */
export interface TranslatedLongBody {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly namespaced: NamespacedTools
}

/** What came of it, or why there is none. No message of an error is passed on. */
export type TranslatedBody =
  | { readonly id: number; readonly type: 'translation'; readonly done: TranslatedLongBody }
  | { readonly id: number; readonly type: 'call'; readonly done: WrittenCall }
  | { readonly id: number; readonly type: 'embeddings'; readonly done: readonly WrittenPart[] }
  | { readonly id: number; readonly type: 'refused'; readonly refusal: Refusal }
