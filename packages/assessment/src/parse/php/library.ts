import { libraryOf } from '../library.ts'

/** PHP. */
export const PHP_LIBRARY = libraryOf({
  transparent: `
    strtolower strtoupper intval strval trim ucfirst lcfirst string int value getValue from parse clone
    str lower upper toString decode copy`,
  toBytes: 'bytes encode getBytes',
  looksUp: 'get',
  merges: 'merge',
  replaces: 'str_replace replace',
  cuts: 'substr',
  joins: 'concat join append',
  stores: 'set put register store',
})
