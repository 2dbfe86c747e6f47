import { libraryOf } from '../library.ts'

/** Java. */
export const JAVA_LIBRARY = libraryOf({
  transparent: `
    toString string toLowerCase toUpperCase trim strip intern clone copy valueOf requireNonNull
    requireNonNullElse orElse nonNull notNull value getValue parseInt long integer toCharArray chars
    decode parse from lower upper`,
  toBytes: 'getBytes bytes toBytes encode utf8',
  looksUp: 'get getOrDefault',
  replaces: 'replace replaceAll',
  cuts: 'substring',
  cutsBytes: 'Arrays.copyOfRange',
  joins: 'concat join append',
  stores: 'put putIfAbsent set register store',
  makesMaps: `
    Map HashMap LinkedHashMap TreeMap WeakHashMap ConcurrentHashMap ConcurrentMap IdentityHashMap
    EnumMap Map.ofEntries Map.copyOf ImmutableMap.ofEntries ImmutableMap.copyOf
    Collections.unmodifiableMap`,
})
