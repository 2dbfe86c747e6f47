/** What stands before a text so that another thread reads it, or the gateway's own does. */
export const LENGTHS: readonly [name: string, before: string][] = [
  ['short', ''],
  ['long', 'This is a letter to all who have asked us about it. '.repeat(600)],
]

/** One message of a conversation. */
type Turn = readonly [role: 'user' | 'assistant', content: string]

/** The wires beside chat completions: name, path, and the body of a conversation for a model of that wire. */
export function otherWires(models: {
  readonly messages: string
  readonly responses: string
}): [name: string, path: string, bodyOf: (turns: readonly Turn[]) => object][] {
  const said = (turns: readonly Turn[]) => turns.map(([role, content]) => ({ role, content }))
  return [
    ['Messages', '/v1/messages', (turns) => ({ model: models.messages, max_tokens: 100, messages: said(turns) })],
    ['Responses', '/v1/responses', (turns) => ({ model: models.responses, store: false, input: said(turns) })],
  ]
}

/** A question, its answer, and a word of thanks, as a client sends them with its second request. */
export function thanked(asked: string, answered: string): readonly Turn[] {
  return [
    ['user', asked],
    ['assistant', answered],
    ['user', 'Thank you.'],
  ]
}
