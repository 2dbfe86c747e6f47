import { libraryOf } from '../library.ts'

/** Go. */
export const GO_LIBRARY = libraryOf({
  transparent: `
    String ToString ToLower ToUpper Trim TrimSpace Lower Upper Clone Copy Value GetValue Int Parse
    Decode`,
  toBytes: 'Bytes Encode',
  looksUp: 'Get',
  replaces: 'Replace ReplaceAll',
  joins: 'Join Append',
  stores: 'Set Put Store Register Add',
})
