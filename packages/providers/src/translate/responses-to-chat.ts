import type { ChatRequest, ResponsesItem, ResponsesRequest } from '@sluice/contracts'
import { isRecord } from '../is-record.ts'
import { flatName } from './namespaces.ts'
import { cannotSay } from './refuse.ts'

type Members = Readonly<Record<string, unknown>>
type ChatMessage = ChatRequest['messages'][number]
type ChatPart = Exclude<ChatMessage['content'], string | null | undefined>[number]

/**
 * A Responses request as a chat request. What is lost stands in docs/decisions/0048-translation.md.
 *
 * @throws SluiceError `invalid_request` for what chat cannot say: tools that a provider runs, items that are not known
 *   here, and files by their id.
 */
export function responsesToChat(body: ResponsesRequest): ChatRequest {
  const { model, input, instructions, temperature, top_p, max_output_tokens, stream, metadata, tools } = body
  const items = input === undefined ? [] : typeof input === 'string' ? [{ role: 'user', content: input }] : input
  const messages: ChatMessage[] = instructions ? [{ role: 'system', content: instructions }] : []
  for (const [at, item] of items.entries()) addItem(messages, item, `input[${at}]`)
  return {
    model,
    messages,
    ...(typeof temperature === 'number' ? { temperature } : {}),
    ...(typeof top_p === 'number' ? { top_p } : {}),
    ...(typeof max_output_tokens === 'number' ? { max_completion_tokens: max_output_tokens } : {}),
    ...(stream === true ? { stream, stream_options: { include_usage: true } } : {}),
    ...(metadata ? { metadata } : {}),
    ...(tools && tools.length > 0 ? { tools: tools.flatMap((tool, at) => toolsOf(tool, `tools[${at}]`)) } : {}),
    ...(tools && tools.length > 0 ? toolChoiceOf(body) : {}),
    ...outputOf(body),
    ...sameMembers(body),
  }
}

/** Members that both wires have under one name. */
const SAME = ['user', 'safety_identifier', 'prompt_cache_key', 'service_tier'] as const

function sameMembers(body: ResponsesRequest): Partial<ChatRequest> {
  return Object.fromEntries(SAME.flatMap((name) => (typeof body[name] === 'string' ? [[name, body[name]]] : [])))
}

/** Adds what an item says. Calls stand in the message of the model before them, if there is one. */
function addItem(messages: ChatMessage[], item: ResponsesItem, param: string): void {
  switch (item.type) {
    case undefined:
    case 'message':
      messages.push(messageOf(item, param))
      return
    case 'function_call':
      addCall(messages, {
        id: String(item.call_id ?? ''),
        type: 'function',
        function: { name: calledName(item), arguments: String(item.arguments ?? '') },
      })
      return
    case 'custom_tool_call':
      addCall(messages, {
        id: String(item.call_id ?? ''),
        type: 'custom',
        custom: { name: calledName(item), input: String(item.input ?? '') },
      })
      return
    case 'function_call_output':
    case 'custom_tool_call_output':
      messages.push({ role: 'tool', tool_call_id: String(item.call_id ?? ''), content: resultOf(item.output, param) })
      return
    case 'reasoning':
      // Chat has no place for what a model has thought before.
      return
    default:
      throw cannotSay('An item of this type', `${param}.type`)
  }
}

const ROLES: ReadonlySet<unknown> = new Set(['system', 'developer', 'user', 'assistant'])

function messageOf({ role, content }: ResponsesItem, param: string): ChatMessage {
  if (!isChatRole(role)) throw cannotSay('A message of this role', `${param}.role`)
  if (typeof content === 'string') return { role, content }
  if (!Array.isArray(content)) throw cannotSay('A message without content', `${param}.content`)
  if (role === 'assistant') return { role, content: textOf(content, `${param}.content`) }
  return { role, content: content.map((part, at) => partOf(part, `${param}.content[${at}]`)) }
}

function isChatRole(role: unknown): role is 'system' | 'developer' | 'user' | 'assistant' {
  return ROLES.has(role)
}

function partOf(part: unknown, param: string): ChatPart {
  if (!isRecord(part)) throw cannotSay('This content part', param)
  const { type, text, image_url, detail, file_data, file_url, filename, input_audio } = part
  if ((type === 'input_text' || type === 'output_text') && typeof text === 'string') return { type: 'text', text }
  if (type === 'input_image' && typeof image_url === 'string') {
    const more = typeof detail === 'string' ? { detail } : {}
    return { type: 'image_url', image_url: { url: image_url, ...more } }
  }
  if (type === 'input_file' && typeof file_data === 'string' && file_url === undefined) {
    return { type: 'file', file: { file_data, ...(typeof filename === 'string' ? { filename } : {}) } }
  }
  if (type === 'input_audio' && isRecord(input_audio)) return { type: 'input_audio', input_audio }
  throw cannotSay('A content part of this type', param)
}

/** The texts of parts; a refusal is what the model said. */
function textOf(parts: readonly unknown[], param: string): string {
  return parts
    .map((part, at) => {
      const text = isRecord(part) ? (part.text ?? part.refusal) : undefined
      if (typeof text === 'string') return text
      throw cannotSay('A content part that is not text', `${param}[${at}]`)
    })
    .join('')
}

function addCall(messages: ChatMessage[], call: NonNullable<ChatMessage['tool_calls']>[number]): void {
  const last = messages.at(-1)
  if (last?.role !== 'assistant') {
    messages.push({ role: 'assistant', content: null, tool_calls: [call] })
    return
  }
  // Messages here are made here. A copy for each call would take quadratic time.
  if (last.tool_calls) last.tool_calls.push(call)
  else last.tool_calls = [call]
}

function resultOf(output: unknown, param: string): string {
  if (typeof output === 'string') return output
  if (Array.isArray(output)) return textOf(output, `${param}.output`)
  throw cannotSay('This output of a tool', `${param}.output`)
}

/** The tools of a namespace have names that begin with its own. */
function toolsOf(tool: Members, param: string): NonNullable<ChatRequest['tools']> {
  const { type, name: namespace, tools } = tool
  if (type !== 'namespace' || !Array.isArray(tools)) return [toolOf(tool, param)]
  return tools.filter(isRecord).map((inner, at) => {
    const name = flatName(String(namespace ?? ''), String(inner.name ?? ''))
    return toolOf({ ...inner, name }, `${param}.tools[${at}]`)
  })
}

/** The name by which an item or a choice names a tool. */
function calledName({ namespace, name }: Members): string {
  return typeof namespace === 'string' ? flatName(namespace, String(name ?? '')) : String(name ?? '')
}

function toolOf(tool: Members, param: string): NonNullable<ChatRequest['tools']>[number] {
  const { type, name, description, parameters, strict, format } = tool
  const about = { name: String(name ?? ''), ...(typeof description === 'string' ? { description } : {}) }
  if (type === 'function') {
    const schema = parameters === undefined || parameters === null ? {} : { parameters }
    return { type, function: { ...about, ...schema, ...(typeof strict === 'boolean' ? { strict } : {}) } }
  }
  if (type === 'custom') return { type, custom: { ...about, ...(isRecord(format) ? { format } : {}) } }
  throw cannotSay('A tool that the provider runs', `${param}.type`)
}

function toolChoiceOf({ tool_choice: choice, parallel_tool_calls }: ResponsesRequest): Partial<ChatRequest> {
  const parallel = typeof parallel_tool_calls === 'boolean' ? { parallel_tool_calls } : {}
  if (choice === undefined || choice === null) return parallel
  if (typeof choice === 'string') return { tool_choice: choice, ...parallel }
  const { type } = choice
  const name = calledName(choice)
  if (type === 'function') return { tool_choice: { type, function: { name } }, ...parallel }
  if (type === 'custom') return { tool_choice: { type, custom: { name } }, ...parallel }
  throw cannotSay('This choice of a tool', 'tool_choice')
}

function outputOf({ text, reasoning }: ResponsesRequest): Partial<ChatRequest> {
  const format = isRecord(text) && isRecord(text.format) ? text.format : undefined
  const effort = isRecord(reasoning) ? reasoning.effort : undefined
  return {
    ...(format === undefined ? {} : formatOf(format)),
    ...(isRecord(text) && typeof text.verbosity === 'string' ? { verbosity: text.verbosity } : {}),
    ...(typeof effort === 'string' ? { reasoning_effort: effort } : {}),
  }
}

function formatOf({ type, ...schema }: Members): Partial<ChatRequest> {
  if (type === 'json_schema') return { response_format: { type, json_schema: schema } }
  return type === 'json_object' ? { response_format: { type } } : {}
}
