import { type CheckParseAnswer, preparseSchema } from '@cedar-policy/cedar-wasm/nodejs'
import { builtInFrom, KEPT_FILE } from './kept-built-in.ts'
import type { ParsedBuiltIn } from './parse-built-in.ts'
import { SCHEMA_NAME } from './policy-files.ts'

/** The built-in schema and policies, parsed once. */
export const BUILT_IN: ParsedBuiltIn = builtInFrom(KEPT_FILE)

requireSuccess(preparseSchema(SCHEMA_NAME, BUILT_IN.schema))

/** The actions that a request can name, each with the groups that it is in. */
export const ACTIONS: ReadonlyMap<string, ReadonlySet<string>> = readActions()

function readActions(): Map<string, Set<string>> {
  const { actions = {} } = BUILT_IN.schema[''] ?? {}
  const parents = (id: string): string[] =>
    (actions[id]?.memberOf ?? []).flatMap((group) => [group.id, ...parents(group.id)])
  return new Map(
    Object.keys(actions)
      .filter((id) => (actions[id]?.appliesTo?.principalTypes ?? []).length > 0)
      .map((id) => [id, new Set(parents(id))]),
  )
}

/** Throws where the shipped files are broken: no service starts then. */
function requireSuccess(answer: CheckParseAnswer): void {
  if (answer.type === 'failure') throw new Error(`Cedar: ${answer.errors.map(({ message }) => message).join('; ')}`)
}
