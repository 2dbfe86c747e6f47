import type { Completion, CompletionChunk } from '@sluice/contracts'
import { isCompletion, isCompletionChunk, isCount } from './check-answer.ts'
import { isRecord } from './is-record.ts'

/** What an answer says of itself where the upstream leaves it out. */
export interface AnswerDefaults {
  /** The gateway's own, whatever the upstream calls its answer. */
  readonly id: string
  /** Seconds since the Unix epoch. */
  readonly created: number
  readonly model: string
}

/**
 * A parsed frame as a chunk, or undefined where it is none. Servers that speak the OpenAI wire loosely leave out `id`,
 * `object`, `created`, `model`, `choices` or `index`, or send null for a string of a tool call; these are filled in.
 * Every other member rides along.
 */
export function toCompletionChunk(value: unknown, defaults: AnswerDefaults): CompletionChunk | undefined {
  if (isCompletionChunk(value)) return value
  if (!isRecord(value)) return undefined
  const repaired = repairEnvelope(value, 'chat.completion.chunk', defaults, repairChunkChoice)
  return isCompletionChunk(repaired) ? repaired : undefined
}

/** A parsed JSON answer as a completion, with the same tolerance; undefined where it is none. */
export function toCompletion(value: unknown, defaults: AnswerDefaults): Completion | undefined {
  if (isCompletion(value)) return value
  if (!isRecord(value) || !Array.isArray(value.choices)) return undefined
  const repaired = repairEnvelope(value, 'chat.completion', defaults, repairChoice)
  return isCompletion(repaired) ? repaired : undefined
}

function repairEnvelope(
  value: Record<string, unknown>,
  object: string,
  defaults: AnswerDefaults,
  repairOne: (choice: unknown, position: number) => unknown,
): Record<string, unknown> {
  const { service_metadata: _, ...rest } = value
  return {
    ...rest,
    id: typeof value.id === 'string' ? value.id : defaults.id,
    object,
    created: Number.isFinite(value.created) ? value.created : defaults.created,
    model: typeof value.model === 'string' ? value.model : defaults.model,
    choices: Array.isArray(value.choices) ? value.choices.map(repairOne) : (value.choices ?? []),
    ...(isRecord(value.usage) && { usage: repairUsage(value.usage) }),
  }
}

function repairChunkChoice(choice: unknown, position: number): unknown {
  if (!isRecord(choice)) return choice
  const delta = choice.delta ?? {}
  return {
    ...choice,
    index: choice.index ?? position,
    delta: isRecord(delta) ? repairMessage(delta, true) : delta,
  }
}

function repairChoice(choice: unknown, position: number): unknown {
  if (!isRecord(choice)) return choice
  const { message } = choice
  return {
    ...choice,
    index: choice.index ?? position,
    message: isRecord(message) ? { role: 'assistant', ...repairMessage(message, false) } : message,
    finish_reason: choice.finish_reason ?? null,
  }
}

function repairMessage(message: Record<string, unknown>, isDelta: boolean): Record<string, unknown> {
  const kept = isDelta ? message : withoutNulls(message, ['role'])
  if (!Array.isArray(message.tool_calls)) return kept
  return { ...kept, tool_calls: message.tool_calls.map((call, position) => repairToolCall(call, position, isDelta)) }
}

function repairToolCall(call: unknown, position: number, isDelta: boolean): unknown {
  if (!isRecord(call)) return call
  const kept = withoutNulls(call, ['id', 'type', 'function', 'index'])
  return {
    ...kept,
    ...(isDelta && { index: kept.index ?? position }),
    ...(isRecord(kept.function) && { function: repairFunction(kept.function) }),
  }
}

/** Some servers send a call's arguments as the object itself; the wire's type is a string. */
function repairFunction(called: Record<string, unknown>): Record<string, unknown> {
  const kept = withoutNulls(called, ['name', 'arguments'])
  return isRecord(kept.arguments) ? { ...kept, arguments: JSON.stringify(kept.arguments) } : kept
}

function repairUsage(usage: Record<string, unknown>): Record<string, unknown> {
  const promptTokens = isCount(usage.prompt_tokens) ? usage.prompt_tokens : 0
  const completionTokens = isCount(usage.completion_tokens) ? usage.completion_tokens : 0
  return {
    ...usage,
    prompt_tokens: promptTokens,
    completion_tokens: completionTokens,
    total_tokens: isCount(usage.total_tokens) ? usage.total_tokens : promptTokens + completionTokens,
  }
}

function withoutNulls(value: Record<string, unknown>, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).filter(([name, member]) => member !== null || !names.includes(name)))
}
