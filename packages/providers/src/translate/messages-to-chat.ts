import type { ChatRequest, MessagesRequest } from '@sluice/contracts'
import { isRecord } from '../is-record.ts'
import { dataUrl } from './data-url.ts'
import { cannotSay } from './refuse.ts'

type Members = Readonly<Record<string, unknown>>
type ChatMessage = ChatRequest['messages'][number]

/**
 * A Messages request as a chat request. What is lost stands in docs/decisions/0048-translation.md.
 *
 * @throws SluiceError `invalid_request` for what chat cannot say: tools that a provider runs, images in the results of
 *   tools, files by their id, and blocks that are not known here.
 */
export function messagesToChat(body: MessagesRequest): ChatRequest {
  const { system, messages, tools, tool_choice, stop_sequences, temperature, top_p, max_tokens, stream } = body
  return {
    model: body.model,
    messages: [...systemOf(system), ...messages.flatMap((message, at) => messageOf(message, `messages[${at}]`))],
    ...(max_tokens === undefined ? {} : { max_tokens }),
    ...(typeof temperature === 'number' ? { temperature } : {}),
    ...(typeof top_p === 'number' ? { top_p } : {}),
    ...(stop_sequences ? { stop: [...stop_sequences] } : {}),
    ...(stream === true ? { stream: true, stream_options: { include_usage: true } } : {}),
    ...(tools ? { tools: tools.map((tool, at) => toolOf(tool, `tools[${at}]`)) } : {}),
    ...(tool_choice ? toolChoiceOf(tool_choice) : {}),
    ...outputOf(body.output_config),
    ...(isRecord(body.metadata) && typeof body.metadata.user_id === 'string' ? { user: body.metadata.user_id } : {}),
  }
}

function systemOf(system: MessagesRequest['system']): readonly ChatMessage[] {
  if (system === undefined || system === null) return []
  const content = typeof system === 'string' ? system : textOf(system, 'system')
  return content === '' ? [] : [{ role: 'system', content }]
}

function messageOf({ role, content }: MessagesRequest['messages'][number], param: string): readonly ChatMessage[] {
  if (typeof content === 'string') return [{ role, content }]
  if (role === 'assistant') return [assistantOf(content, `${param}.content`)]
  if (role === 'system') return [{ role, content: textOf(content, `${param}.content`) }]
  return userOf(content, `${param}.content`)
}

/** Results of tools stand in messages of their own, before what the user says beside them. */
function userOf(blocks: readonly Members[], param: string): readonly ChatMessage[] {
  const results: ChatMessage[] = []
  const parts: ChatPart[] = []
  for (const [at, block] of blocks.entries()) {
    const place = `${param}[${at}]`
    if (block.type !== 'tool_result') {
      parts.push(partOf(block, place))
      continue
    }
    const content = resultOf(block.content, place)
    results.push({ role: 'tool', tool_call_id: String(block.tool_use_id ?? ''), content })
  }
  return parts.length === 0 ? results : [...results, { role: 'user', content: parts }]
}

type ChatPart = Exclude<ChatMessage['content'], string | null | undefined>[number]

function partOf(block: Members, param: string): ChatPart {
  const { type, source } = block
  if (type === 'text' && typeof block.text === 'string') return { type: 'text', text: block.text }
  if (type === 'image' && isRecord(source)) return { type: 'image_url', image_url: { url: urlOf(source, param) } }
  if (type === 'document' && isRecord(source)) return documentOf(block, source, param)
  throw cannotSay(`A content block of the type ${nameOf(type)}`, param)
}

function documentOf({ title }: Members, source: Members, param: string): ChatPart {
  if (source.type === 'text' && typeof source.data === 'string') return { type: 'text', text: source.data }
  if (source.type !== 'base64') throw cannotSay('A document by reference', param)
  const filename = typeof title === 'string' ? title : 'document.pdf'
  return { type: 'file', file: { filename, file_data: urlOf(source, param) } }
}

function urlOf({ type, media_type, data, url }: Members, param: string): string {
  if (type === 'url' && typeof url === 'string') return url
  if (type === 'base64' && typeof data === 'string') return dataUrl(String(media_type), data)
  throw cannotSay('An attachment by reference', param)
}

function resultOf(content: unknown, param: string): string {
  if (content === undefined || content === null) return ''
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) throw cannotSay('This result of a tool', param)
  return textOf(content, `${param}.content`)
}

function textOf(blocks: readonly unknown[], param: string): string {
  return blocks
    .map((block, at) => {
      if (isRecord(block) && block.type === 'text' && typeof block.text === 'string') return block.text
      throw cannotSay('A block that is not text', `${param}[${at}]`)
    })
    .join('\n')
}

/** Thoughts stay behind: chat has no place for their signatures. */
function assistantOf(blocks: readonly Members[], param: string): ChatMessage {
  const texts: string[] = []
  const calls: NonNullable<ChatMessage['tool_calls']> = []
  for (const [at, block] of blocks.entries()) {
    if (block.type === 'text' && typeof block.text === 'string') texts.push(block.text)
    else if (block.type === 'tool_use') calls.push(callOf(block))
    else if (block.type !== 'thinking' && block.type !== 'redacted_thinking') {
      throw cannotSay(`A content block of the type ${nameOf(block.type)}`, `${param}[${at}]`)
    }
  }
  const content = texts.length === 0 ? null : texts.join('')
  return { role: 'assistant', content, ...(calls.length === 0 ? {} : { tool_calls: calls }) }
}

function callOf({ id, name, input }: Members) {
  return {
    id: String(id ?? ''),
    type: 'function',
    function: { name: String(name ?? ''), arguments: JSON.stringify(input ?? {}) },
  }
}

function toolOf(tool: Members, param: string): NonNullable<ChatRequest['tools']>[number] {
  const { type, name, description, input_schema, strict } = tool
  if ((type !== undefined && type !== null && type !== 'custom') || typeof name !== 'string') {
    throw cannotSay(`A tool of the type ${nameOf(type)}`, param)
  }
  return {
    type: 'function',
    function: {
      name,
      ...(typeof description === 'string' ? { description } : {}),
      parameters: input_schema ?? { type: 'object' },
      ...(typeof strict === 'boolean' ? { strict } : {}),
    },
  }
}

function toolChoiceOf({ type, name, disable_parallel_tool_use }: Members): Partial<ChatRequest> {
  const parallel = disable_parallel_tool_use === true ? { parallel_tool_calls: false } : {}
  switch (type) {
    case 'any':
      return { tool_choice: 'required', ...parallel }
    case 'none':
      return { tool_choice: 'none' }
    case 'tool':
      return { tool_choice: { type: 'function', function: { name } }, ...parallel }
    default:
      return { tool_choice: 'auto', ...parallel }
  }
}

/** Anthropic's structured output and effort, which chat has by other names. */
function outputOf(config: unknown): Partial<ChatRequest> {
  if (!isRecord(config)) return {}
  const { format, effort } = config
  const schema = isRecord(format) && format.type === 'json_schema' ? format.schema : undefined
  return {
    ...(schema === undefined
      ? {}
      : { response_format: { type: 'json_schema', json_schema: { name: 'output', schema, strict: true } } }),
    ...(typeof effort === 'string' ? { reasoning_effort: effort === 'max' ? 'xhigh' : effort } : {}),
  }
}

/** A type is the caller's own text: a long one is not repeated. */
function nameOf(type: unknown): string {
  return typeof type === 'string' && /^[a-z0-9_]{1,64}$/.test(type) ? type : 'unknown'
}
