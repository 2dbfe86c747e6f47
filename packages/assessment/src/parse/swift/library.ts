import { libraryOf } from '../library.ts'

/** Swift. */
export const SWIFT_LIBRARY = libraryOf({
  transparent: 'String string rawValue lowercased uppercased Int value copy decode from trim lowercase uppercase',
  toBytes: 'utf8 bytes',
  looksUp: 'get',
  replaces: 'replace',
  joins: 'append joined concat',
  stores: 'updateValue insert register set',
  makesMaps: 'Dictionary',
})
