import { libraryOf } from '../library.ts'

/** C and C++, with what their standard libraries name. */
export const C_LIBRARY = libraryOf({
  transparent: `
    string str c_str to_string tolower toupper strdup copy clone move value int long trim decode from
    data`,
  toBytes: 'bytes',
  looksUp: 'get at find',
  replaces: 'replace',
  cuts: 'substr',
  joins: 'strcat append concat',
  stores: 'insert emplace store register insert_or_assign',
})
