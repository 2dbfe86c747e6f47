import type { NameWord } from './name-chains.ts'

/** Names of firms and products that read like a person's full name. */
const BRANDS = new Set([
  'morgan stanley',
  'jp morgan',
  'j p morgan',
  'goldman sachs',
  'merrill lynch',
  'wells fargo',
  'thomson reuters',
  'victoria metrics',
  'victoria logs',
  'harley davidson',
  'hewlett packard',
  'aston martin',
  'mercedes benz',
])

/** Names that software bears too. */
const SOFTWARE = new Set(
  `jenkins jackson hudson travis julia ruby haskell pascal ada crystal swift scala kotlin elixir jasmine mercury apollo
   lucene maven jaeger jersey victoria grafana cassandra sonar nexus helm jest chai sinon celery flask django bower`.split(
    /\s+/,
  ),
)

/** Languages whose name hardly anybody bears. */
const LANGUAGES = new Set('haskell kotlin scala elixir swift java pascal'.split(' '))

/** Beside the name of software. */
const ABOUT_SOFTWARE =
  /\b(?:docker|kubernetes|maven|gradle|ant|npm|git|github|gitlab|ci|cd|api|json|xml|yaml|jar|library|libraries|framework|plugin|pipelines?|build|builds|deploy(?:ment)?|install|server|compiler|rails|language|programming|python|java|javascript|typescript|rust|golang|php|linux|helm|terraform|ansible|prometheus|grafana|kafka|postgres|redis|spring|software|code|import|package)\b/

/** Whether a chain of words names a firm, a tool or a language rather than a person. */
export function isBrand(words: readonly NameWord[], before: string, after: string): boolean {
  const [first] = words
  if (first === undefined) return false
  if (words.length > 1) return BRANDS.has(words.map(({ lower }) => lower.replaceAll('-', ' ')).join(' '))
  if (/(?:^|[^\p{L}])j\.?p\. ?$/u.test(before) && first.lower === 'morgan') return true
  if (BRANDS.has(first.lower.replaceAll('-', ' '))) return true
  if (!SOFTWARE.has(first.lower) && !LANGUAGES.has(first.lower)) return false
  return (
    (LANGUAGES.has(first.lower) && !/\bname(?:'s| is)/.test(before)) ||
    ABOUT_SOFTWARE.test(`${before} ${after.toLowerCase()}`)
  )
}
