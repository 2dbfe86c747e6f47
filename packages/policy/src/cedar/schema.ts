import { type CheckParseAnswer, preparseSchema, schemaToJson } from '@cedar-policy/cedar-wasm/nodejs'
import { SCHEMA_NAME, SCHEMA_TEXT } from './policy-files.ts'

requireSuccess(preparseSchema(SCHEMA_NAME, SCHEMA_TEXT))

/** The actions that a request can name, each with the groups that it is in. */
export const ACTIONS: ReadonlyMap<string, ReadonlySet<string>> = readActions()

function readActions(): Map<string, Set<string>> {
  const answer = schemaToJson(SCHEMA_TEXT)
  if (answer.type === 'failure') throw new Error('The schema of the policies cannot be read.')
  const { actions = {} } = answer.json[''] ?? {}
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
