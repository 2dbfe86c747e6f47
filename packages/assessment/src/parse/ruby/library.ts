import { libraryOf } from '../library.ts'

/** Ruby, with what Rails adds to it. */
export const RUBY_LIBRARY = libraryOf({
  transparent: `
    to_sym to_s symbolize freeze dup clone strip downcase upcase to_str to_i chomp presence intern
    String Integer value parse decode string copy`,
  toBytes: 'b bytes encode',
  looksUp: 'get fetch dig at',
  merges: 'merge merge! reverse_merge deep_merge with_defaults update',
  replaces: 'gsub sub tr replace',
  cuts: 'slice',
  joins: 'join concat append',
  stores: 'store register set',
})
