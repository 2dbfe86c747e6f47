import { expandBraces } from '../packs/rule-index.ts'
import type { Condition, Rule, Source } from '../packs/rule-schema.ts'
import { type Wanted, WRITERS, type Written } from './program-writers.ts'

/**
 * For each name of a rule a program of a few lines in which the rule should report something. None where it takes more
 * than a call with texts and numbers: objects, named arguments, members.
 */
export function smallestPrograms(rule: Rule, language: string): readonly Written[] {
  const write = WRITERS[language]
  if (write === undefined || rule.inFilesWith !== undefined) return []
  const names = [...(rule.call ?? []), ...(rule.ref ?? []).map((name) => `ref ${name}`)].flatMap(expandBraces)
  const args = argumentsOf(rule)
  if (args === undefined) return []
  return names.flatMap((name) => {
    const wanted = wantedOf(name, args)
    return (wanted && write(wanted)) ?? []
  })
}

function wantedOf(pattern: string, args: readonly string[]): Wanted | undefined {
  const [, kind = '', path = ''] = /^(new |ref |@(?=\w+\.)|)(.*)$/.exec(pattern) ?? []
  if (kind.startsWith('@') || /[=()]|^\.|^return\./.test(path)) return undefined
  const end = Math.max(path.lastIndexOf('.'), path.lastIndexOf('#'))
  const parts = { owner: path.slice(0, Math.max(end, 0)), name: path.slice(end + 1), args }
  if (path.includes('#')) return kind === '' ? { how: 'method', ...parts } : undefined
  return { how: kind === 'new ' ? 'new' : kind === 'ref ' ? 'ref' : 'call', ...parts }
}

/** The arguments that a rule needs; nothing where it needs objects, names or members. */
function argumentsOf(rule: Rule): readonly string[] | undefined {
  const quote = (text: string | number): string => (typeof text === 'number' ? String(text) : `"${text}"`)
  const args: string[] = []
  const put = (at: unknown, value: string | number): boolean => {
    if (typeof at !== 'number' || at < 0) return false
    while (args.length <= at) args.push('x')
    args[at] = quote(value)
    return true
  }
  for (const one of [rule.when ?? []].flat()) if (!putCondition(one, put)) return undefined
  const { algorithm } = rule
  if (typeof algorithm === 'object' && !putSource(algorithm, rule, put)) return undefined
  if (algorithm === undefined) return undefined
  if (rule.arguments !== undefined) {
    while (args.length < rule.arguments) args.push('x')
    if (args.length > rule.arguments) return undefined
  }
  return args
}

type Put = (at: unknown, value: string | number) => boolean

function putCondition({ arg, property, is, isNot, isPassed }: Condition, put: Put): boolean {
  if (property !== undefined) return false
  if (isPassed === false || isNot !== undefined) return true
  const [first] = is ?? ['x']
  return typeof first !== 'boolean' && first !== undefined && put(arg, first)
}

function putSource(source: Exclude<Source, string | number>, { role }: Rule, put: Put): boolean {
  if (source.calleeName) return true
  if (source.otherwise !== undefined) return true
  if (source.receiver || source.typeArgument !== undefined || source.attribute !== undefined) return false
  if (source.property !== undefined) return false
  const [key] = Object.keys(source.map ?? {})
  const text = key ?? (role === 'Digest' ? 'SHA256' : role === 'Mac' ? 'HMAC' : 'RSA')
  if (source.args !== undefined) return put(Number.parseInt(source.args, 10), text)
  return put(
    [source.arg].flat().find((one) => typeof one === 'number'),
    text,
  )
}
