import { libraryOf } from '../library.ts'

/** Python. */
export const PYTHON_LIBRARY = libraryOf({
  transparent: 'str string strip lower upper decode copy int value getvalue intern parse long clone',
  toBytes: 'encode bytes bytearray tobytes b',
  looksUp: 'get',
  merges: 'update',
  replaces: 'replace sub',
  joins: 'join concat',
  stores: 'setdefault set put register store',
  makesMaps: 'dict OrderedDict defaultdict',
  wrapsFunctions: 'lru_cache wraps memoize',
  bindsArguments: 'partial',
  loadsModules: 'import __import__ importlib.import_module',
})
