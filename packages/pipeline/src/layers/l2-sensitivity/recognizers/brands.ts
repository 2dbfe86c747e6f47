import { words as wordsOf } from '../phrases.ts'
import type { NameLook } from './name-look.ts'

/** Names of firms and products that read like a person's full name. */
export const BRANDS: ReadonlySet<string> = new Set([
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
const SOFTWARE: ReadonlySet<string> = new Set(
  wordsOf(`
    jenkins jackson hudson travis julia ruby haskell pascal ada crystal swift scala kotlin elixir jasmine mercury apollo
    lucene maven jaeger jersey victoria grafana cassandra sonar nexus helm jest chai sinon celery flask django bower`),
)

/** Languages whose name hardly anybody bears. */
const LANGUAGES: ReadonlySet<string> = new Set(wordsOf('haskell kotlin scala elixir swift java pascal'))

const BRAND_STARTS: ReadonlySet<string> = new Set([...BRANDS].map((brand) => brand.split(' ', 1)[0] ?? brand))

/** Whether a chain of words names a firm, a tool or a language rather than a person. */
export function isBrand({ words, before, behind, patterns }: NameLook): boolean {
  const first = words[0]?.lower.replaceAll('-', ' ') ?? ''
  if (words.length > 1 || first.includes(' ')) {
    if (!BRAND_STARTS.has(first.split(' ', 1)[0] ?? '')) return false
    return BRANDS.has(words.map(({ lower }) => lower.replaceAll('-', ' ')).join(' '))
  }
  if (first === 'morgan' && /(?:^|[^\p{L}])j\.?p\. ?$/u.test(before)) return true
  if (!SOFTWARE.has(first) && !LANGUAGES.has(first)) return false
  return (
    (LANGUAGES.has(first) && !/\bname(?:'s| is)/.test(before)) ||
    patterns.aboutSoftware.test(`${before} ${behind.toLowerCase()}`)
  )
}
