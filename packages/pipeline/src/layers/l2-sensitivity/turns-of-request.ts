import type { LocalRequest } from '../../request/index.ts'

/**
 * The turn of each message of a conversation: what is said after an answer, with that answer, is one turn. So is all
 * before the first answer, but what the system was told, which many conversations begin with. A request that goes on
 * with a conversation has the same turns and one more.
 */
export function turnsOf(request: LocalRequest): readonly number[] {
  const turns: number[] = []
  let [turn, isAnswered, isTold] = [0, false, true]
  for (const message of messagesOf(request)) {
    const isAnswer = isOfModel(message)
    if (isTold && !isOfSystem(message)) {
      isTold = false
      turn += 1
    } else if (isAnswer && !isAnswered) turn += 1
    isAnswered = isAnswer
    turns.push(turn)
  }
  return turns
}

function messagesOf({ kind, body }: LocalRequest): readonly unknown[] {
  if (kind === 'chat' || kind === 'messages' || kind === 'token-count') return body.messages
  return kind === 'responses' && Array.isArray(body.input) ? body.input : []
}

function isOfSystem(message: unknown): boolean {
  const role = memberOf(message, 'role')
  return role === 'system' || role === 'developer'
}

/** An answer; of Responses also what the model called or thought, which has no role. */
function isOfModel(message: unknown): boolean {
  const [role, type] = [memberOf(message, 'role'), memberOf(message, 'type')]
  if (role !== undefined) return role === 'assistant'
  return typeof type === 'string' && !/_(?:output|response)$/.test(type)
}

function memberOf(message: unknown, member: string): unknown {
  return typeof message === 'object' && message !== null ? Reflect.get(message, member) : undefined
}
