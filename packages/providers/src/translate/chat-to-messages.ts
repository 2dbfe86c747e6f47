import type { ChatRequest, MessagesRequest } from '@sluice/contracts'
import { isRecord } from '../is-record.ts'
import { readDataUrl } from './data-url.ts'
import { cannotSay } from './refuse.ts'

type ChatMessage = ChatRequest['messages'][number]
type Message = MessagesRequest['messages'][number]
type Block = Exclude<Message['content'], string>[number]

/** Anthropic's wire demands a bound, which chat may leave out. */
const DEFAULT_MAX_TOKENS = 8_192

/** Efforts that have another name there. */
const EFFORTS: ReadonlyMap<unknown, string> = new Map([
  ['none', 'low'],
  ['minimal', 'low'],
])

/**
 * A chat request as a Messages request. What is lost stands in docs/decisions/0048-translation.md.
 *
 * @throws SluiceError `invalid_request` for what Messages cannot say: several choices, log probabilities, audio, custom
 *   tools and the functions that came before tools, and JSON without a schema.
 */
export function chatToMessages(body: ChatRequest): MessagesRequest {
  refuseWhatIsLost(body)
  const { model, max_completion_tokens, max_tokens, temperature, top_p, stop, stream, tools } = body
  const system = body.messages
    .filter(isInstruction)
    .map(({ content }, at) => textOf(content, `messages[${at}].content`))
  return {
    model,
    max_tokens: max_completion_tokens ?? max_tokens ?? DEFAULT_MAX_TOKENS,
    messages: inTurns(body.messages.flatMap((message, at) => messageOf(message, `messages[${at}]`))),
    ...(system.length === 0 ? {} : { system: system.join('\n\n') }),
    // Anthropic's scale ends at 1.
    ...(typeof temperature === 'number' ? { temperature: Math.min(temperature, 1) } : {}),
    ...(typeof top_p === 'number' ? { top_p } : {}),
    ...(stop ? { stop_sequences: typeof stop === 'string' ? [stop] : [...stop] } : {}),
    ...(stream === true ? { stream } : {}),
    ...(tools ? { tools: tools.map((tool, at) => toolOf(tool, `tools[${at}]`)) } : {}),
    ...toolChoiceOf(body),
    ...outputOf(body),
    ...(typeof body.user === 'string' ? { metadata: { user_id: body.user } } : {}),
  }
}

/** Refuses members without which an answer would not be what was asked for. */
export function refuseWhatIsLost(body: ChatRequest): void {
  if (typeof body.n === 'number' && body.n > 1) throw cannotSay('More than one choice', 'n')
  for (const member of ['logprobs', 'top_logprobs', 'functions', 'audio', 'prediction', 'web_search_options']) {
    const value = body[member]
    if (value !== undefined && value !== null && value !== false && value !== 0) {
      throw cannotSay(`The member ${member}`, member)
    }
  }
}

function isInstruction({ role }: ChatMessage): boolean {
  return role === 'system' || role === 'developer'
}

function messageOf(message: ChatMessage, param: string): readonly Message[] {
  const { role, content, tool_call_id } = message
  switch (role) {
    case 'system':
    case 'developer':
      return []
    case 'user':
      return [{ role, content: typeof content === 'string' ? content : blocksOf(content, `${param}.content`) }]
    case 'assistant':
      return [{ role, content: assistantBlocks(message, param) }]
    case 'tool': {
      const result = {
        type: 'tool_result',
        tool_use_id: tool_call_id ?? '',
        content: textOf(content, `${param}.content`),
      }
      return [{ role: 'user', content: [result] }]
    }
    case 'function':
      throw cannotSay('A message of the role function', `${param}.role`)
  }
}

function assistantBlocks(message: ChatMessage, param: string): Block[] {
  const { content, tool_calls, refusal } = message
  const text = content === null || content === undefined ? '' : textOf(content, `${param}.content`)
  const said = [text, typeof refusal === 'string' ? refusal : ''].filter((each) => each !== '')
  const calls = (tool_calls ?? []).map((call, at): Block => {
    const place = `${param}.tool_calls[${at}]`
    if (call.function === undefined) throw cannotSay('A call of a custom tool', place)
    return {
      type: 'tool_use',
      id: call.id ?? '',
      name: call.function.name,
      input: inputOf(call.function.arguments, place),
    }
  })
  const blocks = [...said.map((each): Block => ({ type: 'text', text: each })), ...calls]
  if (blocks.length === 0) throw cannotSay('An empty message of the assistant', param)
  return blocks
}

function inputOf(json: string, param: string): unknown {
  if (json.trim() === '') return {}
  let input: unknown
  try {
    input = JSON.parse(json)
  } catch {
    // The parser's message quotes the text.
  }
  if (!isRecord(input)) throw cannotSay('Arguments that are no JSON object', `${param}.function.arguments`)
  return input
}

function blocksOf(content: ChatMessage['content'], param: string): Block[] {
  return (typeof content === 'string' || !content ? [] : content).map((part, at) => blockOf(part, `${param}[${at}]`))
}

function blockOf(part: Readonly<Record<string, unknown>>, param: string): Block {
  const { type, text, image_url: image, file } = part
  if (type === 'text' && typeof text === 'string') return { type: 'text', text }
  if (type === 'image_url') return imageOf(isRecord(image) ? image.url : image, param)
  if (type === 'file' && isRecord(file)) return documentOf(file, param)
  throw cannotSay('A content part of this type', param)
}

function imageOf(url: unknown, param: string): Block {
  if (typeof url !== 'string') throw cannotSay('An image without a URL', param)
  const inline = readDataUrl(url)
  if (inline === undefined) return { type: 'image', source: { type: 'url', url } }
  return { type: 'image', source: { type: 'base64', media_type: inline.mediaType, data: inline.data } }
}

function documentOf({ file_data, filename }: Readonly<Record<string, unknown>>, param: string): Block {
  const inline = typeof file_data === 'string' ? readDataUrl(file_data) : undefined
  if (inline === undefined) throw cannotSay('A file without its data', param)
  const source = { type: 'base64', media_type: inline.mediaType, data: inline.data }
  return { type: 'document', source, ...(typeof filename === 'string' ? { title: filename } : {}) }
}

function textOf(content: ChatMessage['content'], param: string): string {
  if (typeof content === 'string') return content
  return (content ?? [])
    .map(({ type, text }, at) => {
      if (type === 'text' && text !== undefined) return text
      throw cannotSay('A content part that is not text', `${param}[${at}]`)
    })
    .join('\n')
}

/** Turns alternate: messages of one role in a row are one message. All results of one turn's tools stand together. */
function inTurns(messages: readonly Message[]): Message[] {
  const turns: Message[] = []
  /** The blocks of the last turn, once it has several messages. Linear: they are copied once. */
  let gathered: Block[] | undefined
  for (const message of messages) {
    const last = turns.at(-1)
    if (last === undefined || last.role !== message.role) {
      turns.push(message)
      gathered = undefined
      continue
    }
    if (gathered === undefined) {
      gathered = [...asBlocks(last.content)]
      turns[turns.length - 1] = { role: last.role, content: gathered }
    }
    for (const block of asBlocks(message.content)) gathered.push(block)
  }
  return turns
}

function asBlocks(content: Message['content']): readonly Block[] {
  return typeof content === 'string' ? [{ type: 'text', text: content }] : content
}

function toolOf({ function: called }: NonNullable<ChatRequest['tools']>[number], param: string) {
  if (called === undefined) throw cannotSay('A tool that is no function', param)
  const { name, description, parameters, strict } = called
  return {
    name,
    ...(typeof description === 'string' ? { description } : {}),
    input_schema: parameters ?? { type: 'object' },
    ...(strict === true ? { strict } : {}),
  }
}

function toolChoiceOf({ tool_choice: choice, parallel_tool_calls, tools }: ChatRequest): Partial<MessagesRequest> {
  const alone = parallel_tool_calls === false ? { disable_parallel_tool_use: true } : {}
  if (choice === undefined || choice === null || choice === 'auto') {
    return tools && parallel_tool_calls === false ? { tool_choice: { type: 'auto', ...alone } } : {}
  }
  if (choice === 'none') return { tool_choice: { type: 'none' } }
  if (choice === 'required') return { tool_choice: { type: 'any', ...alone } }
  const called = typeof choice === 'object' && isRecord(choice.function) ? choice.function.name : undefined
  if (typeof called !== 'string') throw cannotSay('This choice of a tool', 'tool_choice')
  return { tool_choice: { type: 'tool', name: called, ...alone } }
}

function outputOf({ response_format: format, reasoning_effort: effort }: ChatRequest): Partial<MessagesRequest> {
  const schema = isRecord(format?.json_schema) ? format.json_schema.schema : undefined
  if (format?.type === 'json_object') throw cannotSay('JSON without a schema', 'response_format')
  const config = {
    ...(format?.type === 'json_schema'
      ? { format: { type: 'json_schema', schema: schema ?? { type: 'object' } } }
      : {}),
    ...(typeof effort === 'string' ? { effort: EFFORTS.get(effort) ?? effort } : {}),
  }
  return Object.keys(config).length === 0 ? {} : { output_config: config }
}
