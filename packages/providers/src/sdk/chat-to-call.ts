import type {
  JSONSchema7,
  LanguageModelV4CallOptions,
  LanguageModelV4FilePart,
  LanguageModelV4Message,
  LanguageModelV4TextPart,
  LanguageModelV4ToolCallPart,
  LanguageModelV4ToolResultPart,
} from '@ai-sdk/provider'
import type { ChatMessage, ChatRequest } from '@sluice/contracts'
import { isRecord } from '../is-record.ts'
import { refuseWhatIsLost } from '../translate/chat-to-messages.ts'
import { readDataUrl } from '../translate/data-url.ts'
import { cannotSay } from '../translate/refuse.ts'
import type { SdkKind } from './sdk-models.ts'

type UserPart = LanguageModelV4TextPart | LanguageModelV4FilePart
type ToolName = (callId: string | undefined, param: string) => string

/** The efforts that both sides name alike. */
const EFFORTS: ReadonlySet<unknown> = new Set(['none', 'minimal', 'low', 'medium', 'high', 'xhigh'])

/**
 * A chat request in the words of the AI SDK. What neither it nor the provider can say is refused with
 * `invalid_request`; hints that do not change what is asked (`seed`, penalties, `user`, `metadata`) are left to the
 * provider's package, which leaves out what its wire does not have.
 */
export function chatToCall(body: ChatRequest, kind: SdkKind): LanguageModelV4CallOptions {
  refuseWhatIsLost(body)
  const toolName = toolNamesOf(body.messages)
  const instructions = body.messages.flatMap((message, at) => instructionOf(message, `messages[${at}]`))
  const turns = body.messages.flatMap((message, at) => turnOf(message, `messages[${at}]`, toolName))
  if (kind === 'bedrock' && !body.tools?.length && turns.some(hasToolContent)) {
    // The package would leave out the calls and their results.
    throw cannotSay('Calls of tools in a request without tools', 'tools')
  }
  return {
    prompt: [...instructions, ...withResultsTogether(turns)],
    ...settingsOf(body, kind),
    ...toolsOf(body),
    ...formatOf(body, kind),
  }
}

function settingsOf(body: ChatRequest, kind: SdkKind): Partial<LanguageModelV4CallOptions> {
  const { temperature, top_p: topP, top_k: topK, seed, presence_penalty, frequency_penalty, stop } = body
  const max = body.max_completion_tokens ?? body.max_tokens
  const isEffortSent = kind === 'gemini' && EFFORTS.has(body.reasoning_effort)
  const settings = {
    maxOutputTokens: numberOf(max),
    temperature: numberOf(temperature),
    topP: numberOf(topP),
    topK: numberOf(topK),
    seed: numberOf(seed),
    presencePenalty: numberOf(presence_penalty),
    frequencyPenalty: numberOf(frequency_penalty),
    stopSequences: typeof stop === 'string' ? [stop] : Array.isArray(stop) ? [...stop] : undefined,
    reasoning: isEffortSent ? (body.reasoning_effort as LanguageModelV4CallOptions['reasoning']) : undefined,
  }
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined))
}

function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined
}

function instructionOf({ role, content }: ChatMessage, param: string): LanguageModelV4Message[] {
  if (role !== 'system' && role !== 'developer') return []
  return [{ role: 'system', content: textOf(content, `${param}.content`) }]
}

function turnOf(message: ChatMessage, param: string, toolName: ToolName): LanguageModelV4Message[] {
  const { role, content, tool_call_id } = message
  switch (role) {
    case 'system':
    case 'developer':
      return []
    case 'user':
      return [{ role, content: userParts(content, `${param}.content`) }]
    case 'assistant':
      return [{ role, content: assistantParts(message, param) }]
    case 'tool': {
      const result: LanguageModelV4ToolResultPart = {
        type: 'tool-result',
        toolCallId: tool_call_id ?? '',
        toolName: toolName(tool_call_id, param),
        output: { type: 'text', value: textOf(content, `${param}.content`) },
      }
      return [{ role, content: [result] }]
    }
    case 'function':
      throw cannotSay('A message of the role function', `${param}.role`)
  }
}

function userParts(content: ChatMessage['content'], param: string): UserPart[] {
  if (typeof content === 'string') return [{ type: 'text', text: content }]
  return (content ?? []).map((part, at) => userPart(part, `${param}[${at}]`))
}

function userPart(part: Readonly<Record<string, unknown>>, param: string): UserPart {
  const { type, text, image_url: image, file, input_audio: audio } = part
  if (type === 'text' && typeof text === 'string') return { type: 'text', text }
  if (type === 'image_url') return fileOf(isRecord(image) ? image.url : image, 'An image by its address', param)
  if (type === 'file' && isRecord(file)) {
    const part = fileOf(file.file_data, 'A file without its data', param)
    return typeof file.filename === 'string' ? { ...part, filename: file.filename } : part
  }
  if (type === 'input_audio' && isRecord(audio) && typeof audio.data === 'string' && typeof audio.format === 'string') {
    return { type: 'file', mediaType: `audio/${audio.format}`, data: { type: 'data', data: audio.data } }
  }
  throw cannotSay('A content part of this type', param)
}

/** Only what is inline: nothing is fetched for a request. */
function fileOf(url: unknown, otherwise: string, param: string): LanguageModelV4FilePart {
  const inline = typeof url === 'string' ? readDataUrl(url) : undefined
  if (inline === undefined) throw cannotSay(otherwise, param)
  return { type: 'file', mediaType: inline.mediaType, data: { type: 'data', data: inline.data } }
}

function assistantParts(message: ChatMessage, param: string) {
  const { content, tool_calls, refusal } = message
  const text = content === null || content === undefined ? '' : textOf(content, `${param}.content`)
  const said = [text, typeof refusal === 'string' ? refusal : ''].filter((each) => each !== '')
  const calls = (tool_calls ?? []).map((call, at): LanguageModelV4ToolCallPart => {
    const place = `${param}.tool_calls[${at}]`
    if (call.function === undefined) throw cannotSay('A call of a custom tool', place)
    const signature = signatureOf(call)
    return {
      type: 'tool-call',
      toolCallId: call.id ?? '',
      toolName: call.function.name,
      input: inputOf(call.function.arguments, place),
      ...(signature === undefined ? {} : { providerOptions: { google: { thoughtSignature: signature } } }),
    }
  })
  const parts = [...said.map((each): LanguageModelV4TextPart => ({ type: 'text', text: each })), ...calls]
  if (parts.length === 0) throw cannotSay('An empty message of the assistant', param)
  return parts
}

/**
 * Gemini's signature of its thoughts, where its own chat wire has it.
 * Source: https://ai.google.dev/gemini-api/docs/thought-signatures
 */
function signatureOf(call: Readonly<Record<string, unknown>>): string | undefined {
  const { extra_content: extra } = call
  const google = isRecord(extra) ? extra.google : undefined
  const signature = isRecord(google) ? google.thought_signature : undefined
  return typeof signature === 'string' ? signature : undefined
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

function textOf(content: ChatMessage['content'], param: string): string {
  if (typeof content === 'string') return content
  return (content ?? [])
    .map(({ type, text }, at) => {
      if (type === 'text' && text !== undefined) return text
      throw cannotSay('A content part that is not text', `${param}[${at}]`)
    })
    .join('\n')
}

/** Finds the tool of a result by the call that it answers: other wires name it. */
function toolNamesOf(messages: readonly ChatMessage[]): ToolName {
  const names = new Map<string | undefined, string>()
  for (const { tool_calls } of messages) {
    for (const { id, function: called } of tool_calls ?? []) if (called !== undefined) names.set(id, called.name)
  }
  return (callId, param) => {
    const name = names.get(callId)
    if (name === undefined) throw cannotSay('A result of a tool that was not called', `${param}.tool_call_id`)
    return name
  }
}

/** Results of one turn's tools stand in one message. */
function withResultsTogether(turns: readonly LanguageModelV4Message[]): LanguageModelV4Message[] {
  const together: LanguageModelV4Message[] = []
  for (const turn of turns) {
    const last = together.at(-1)
    if (turn.role === 'tool' && last?.role === 'tool') last.content.push(...turn.content)
    else together.push(turn)
  }
  return together
}

function hasToolContent({ role, content }: LanguageModelV4Message): boolean {
  return role === 'tool' || (role === 'assistant' && content.some(({ type }) => type === 'tool-call'))
}

function toolsOf({
  tools,
  tool_choice: choice,
  parallel_tool_calls,
}: ChatRequest): Partial<LanguageModelV4CallOptions> {
  if (!tools?.length) return {}
  const functions = tools.map(({ function: called }, at) => {
    if (called === undefined) throw cannotSay('A tool that is no function', `tools[${at}]`)
    const { name, description, parameters, strict } = called
    return {
      type: 'function' as const,
      name,
      inputSchema: (parameters ?? { type: 'object', properties: {} }) as JSONSchema7,
      ...(typeof description === 'string' ? { description } : {}),
      ...(strict === true ? { strict } : {}),
    }
  })
  const alone =
    parallel_tool_calls === false ? { providerOptions: { anthropic: { disableParallelToolUse: true } } } : {}
  return { tools: functions, ...choiceOf(choice), ...alone }
}

function choiceOf(choice: ChatRequest['tool_choice']): Partial<LanguageModelV4CallOptions> {
  if (choice === undefined || choice === null) return {}
  if (choice === 'auto' || choice === 'none' || choice === 'required') return { toolChoice: { type: choice } }
  const called = typeof choice === 'object' && isRecord(choice.function) ? choice.function.name : undefined
  if (typeof called !== 'string') throw cannotSay('This choice of a tool', 'tool_choice')
  return { toolChoice: { type: 'tool', toolName: called } }
}

function formatOf({ response_format: format }: ChatRequest, kind: SdkKind): Partial<LanguageModelV4CallOptions> {
  if (format?.type === 'json_object') {
    if (kind === 'bedrock') throw cannotSay('JSON without a schema', 'response_format')
    return { responseFormat: { type: 'json' } }
  }
  if (format?.type !== 'json_schema') return {}
  const { schema, name, description } = isRecord(format.json_schema) ? format.json_schema : {}
  return {
    responseFormat: {
      type: 'json',
      schema: (isRecord(schema) ? schema : { type: 'object' }) as JSONSchema7,
      ...(typeof name === 'string' ? { name } : {}),
      ...(typeof description === 'string' ? { description } : {}),
    },
  }
}
