import { libraryOf } from '../library.ts'

/** Kotlin, which has the library of Java beside its own. */
export const KOTLIN_LIBRARY = libraryOf({
  transparent: `
    toString string toLowerCase toUpperCase lowercase uppercase trim strip intern clone copy valueOf
    requireNonNull requireNonNullElse orElse orNull nonNull notNull value getValue parseInt long integer
    int toCharArray chars decode parse from let also apply`,
  toBytes: 'getBytes bytes toBytes encode toByteArray encodeToByteArray',
  looksUp: 'get getOrDefault',
  replaces: 'replace replaceAll',
  cuts: 'substring substringBefore slice',
  cutsBytes: 'copyOfRange Arrays.copyOfRange',
  takesBytes: 'copyOf take',
  joins: 'concat plus join append',
  stores: 'put putIfAbsent set register store',
  makesMaps: `
    Map HashMap LinkedHashMap TreeMap WeakHashMap ConcurrentHashMap ConcurrentMap IdentityHashMap
    EnumMap Map.ofEntries Map.copyOf ImmutableMap.ofEntries ImmutableMap.copyOf
    Collections.unmodifiableMap`,
})
