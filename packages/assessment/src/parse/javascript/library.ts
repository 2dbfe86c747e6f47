import { libraryOf } from '../library.ts'

/** JavaScript and TypeScript, with what programs most often take from the libraries beside them. */
export const JAVASCRIPT_LIBRARY = libraryOf({
  transparent: `
    toString String toLowerCase toUpperCase toLower toUpper lower upper trim valueOf clone copy freeze
    Number parseInt parse from decode value getValue toSymbol`,
  toBytes: 'encode bytes toBytes utf8',
  looksUp: 'get at',
  replaces: 'replace replaceAll',
  cuts: 'substring slice substr',
  cutsBytes: 'slice subarray',
  joins: 'concat join append',
  stores: 'set put register store',
  makesMaps: 'Map WeakMap Object.fromEntries',
  wrapsFunctions: 'promisify callbackify memoize useCallback',
  bindsArguments: 'partial',
  loadsModules: 'require import',
})
