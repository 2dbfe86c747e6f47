import { libraryOf } from '../library.ts'

/** C# and .NET. */
export const CSHARP_LIBRARY = libraryOf({
  transparent: `
    ToString ToLower ToUpper ToLowerInvariant ToUpperInvariant Trim String Intern Clone Copy Value
    GetValue Parse Int Decode ToCharArray NotNull From`,
  toBytes: 'GetBytes ToByteArray Bytes Utf8 Encode',
  looksUp: 'Get GetValueOrDefault',
  replaces: 'Replace',
  cuts: 'Substring',
  joins: 'Concat Join Append',
  stores: 'Add TryAdd Set Put Register',
  makesMaps: 'Dictionary OrderedDictionary SortedDictionary ConcurrentDictionary FrozenDictionary HashMap Map',
})
