import type { Value, Values } from '../model/values.ts'
import { learn } from './file-state.ts'

/** A key or a size is given of which nothing is known: no default holds any longer. */
export const GIVEN_UNKNOWN: Value = { t: 'num', v: 0 }

/** What an object is handed to may give it a key: whether it does, only the code there says. */
export function forgetDefaults(handedOver: readonly Values[]): void {
  for (const value of handedOver.flat()) {
    if (value.t !== 'obj' || !value.attrs.keySize?.some((one) => one.t === 'num' && one.origin === 'default')) continue
    learn(value.attrs, { keySize: [GIVEN_UNKNOWN] })
    if (value.origin) learn(value.origin.attrs, { keySize: [GIVEN_UNKNOWN] })
  }
}
