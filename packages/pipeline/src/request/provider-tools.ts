import type { LocalRequest } from './model-request.ts'

/** Tools that the caller runs itself: what the model writes for them comes back through every layer. */
const RUN_BY_CALLER = ['function', 'custom'] as const
const BY_CALLER: ReadonlySet<unknown> = new Set(RUN_BY_CALLER)
/**
 * Anthropic's own tools that the caller runs. Each version has its date.
 * Source: https://docs.anthropic.com/en/docs/agents-and-tools/tool-use/overview
 */
const RUN_BY_CALLER_OF_MESSAGES = /^(?:bash|text_editor|computer|memory)_\d{8}$/

/** Members that turn on a tool beside the list of tools, by wire: those of OpenAI, xAI, OpenRouter and Anthropic. */
const MEMBERS: Readonly<Record<LocalRequest['kind'], Readonly<Record<string, string>>>> = {
  chat: { web_search_options: 'web_search', search_parameters: 'web_search', plugins: 'plugins', mcp_servers: 'mcp' },
  // A prompt that the provider keeps brings tools and words of its own, which nobody here has read.
  responses: { web_search_options: 'web_search', mcp_servers: 'mcp', prompt: 'prompt' },
  messages: { mcp_servers: 'mcp' },
  'token-count': {},
  embeddings: {},
}

/** What a type is made of. The type of any other is not worth repeating: it may be text of the caller's. */
const TYPE = /^[A-Za-z0-9_.:-]{1,64}$/
/** What stands for a tool whose type nobody can name. */
const UNKNOWN = 'unknown'

/** What is known of the tools of a wire, for those who ask what passes. */
export function toolsOfWire(kind: LocalRequest['kind']) {
  const dated = kind === 'messages' ? ['bash_DATE', 'text_editor_DATE', 'computer_DATE', 'memory_DATE'] : []
  return { byCaller: [...RUN_BY_CALLER, ...dated], members: MEMBERS[kind] }
}

/**
 * The types of the tools in a request that the model's provider runs itself, each once. What such a tool sends out
 * passes no layer. A type that is not known here counts, too. Tools stand in the list, and in what is said.
 */
export function providerToolsOf({ kind, body }: LocalRequest): readonly string[] {
  const found = new Set<string>()
  for (const [member, type] of Object.entries(MEMBERS[kind])) {
    const value: unknown = Reflect.get(body, member)
    if (value !== undefined && value !== null && !isEmpty(value)) found.add(type)
  }
  for (const tool of listOf(Reflect.get(body, 'tools'))) addTypes(kind, tool, found)
  if (kind === 'responses') addTypesOfItems(Reflect.get(body, 'input'), found)
  if (kind === 'messages') addTypesOfMessages(Reflect.get(body, 'messages'), found)
  return [...found]
}

/** Responses group tools in namespaces, one in another perhaps; the body is not nested deeper than it may be. */
function addTypes(kind: LocalRequest['kind'], tool: unknown, found: Set<string>): void {
  const type = memberOf(tool, 'type')
  const grouped = kind === 'responses' && type === 'namespace' ? memberOf(tool, 'tools') : undefined
  if (Array.isArray(grouped)) for (const each of grouped) addTypes(kind, each, found)
  else if (!isRunByCaller(kind, type)) found.add(typeof type === 'string' && TYPE.test(type) ? type : UNKNOWN)
}

/** Items of Responses bring tools: `additional_tools`, `tool_search_output`. What a server once listed is no tool. */
function addTypesOfItems(input: unknown, found: Set<string>): void {
  for (const item of listOf(input)) {
    if (memberOf(item, 'type') === 'mcp_list_tools') continue
    for (const tool of listOf(memberOf(item, 'tools'))) addTypes('responses', tool, found)
  }
}

/**
 * Blocks of Messages bring tools: a `tool_addition` has one, a `compaction` what had changed before it.
 * Source: the types of `@anthropic-ai/sdk`, `BetaRequestToolAdditionBlock` and `BetaCompactionBlockParam`.
 */
function addTypesOfMessages(messages: unknown, found: Set<string>): void {
  for (const message of listOf(messages)) {
    for (const block of listOf(memberOf(message, 'content'))) {
      for (const change of [block, ...listOf(memberOf(block, 'tool_changes'))]) {
        const definition = memberOf(memberOf(change, 'tool') ?? change, 'definition')
        if (definition !== undefined) addTypes('messages', definition, found)
      }
    }
  }
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

function memberOf(value: unknown, member: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, member) : undefined
}

function isEmpty(value: unknown): boolean {
  return value === false || (Array.isArray(value) && value.length === 0)
}

/** A tool of Messages is the caller's own where it has no type. */
function isRunByCaller(kind: LocalRequest['kind'], type: unknown): boolean {
  if (BY_CALLER.has(type)) return true
  if (kind !== 'messages') return false
  return type === undefined || type === null || (typeof type === 'string' && RUN_BY_CALLER_OF_MESSAGES.test(type))
}
