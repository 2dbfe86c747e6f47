import { foldedName } from './folded-name.ts'
import type { LocalRequest } from './model-request.ts'

/** Tools that the caller runs itself: what the model writes for them comes back through every layer. */
const RUN_BY_CALLER = ['function', 'custom'] as const
const BY_CALLER: ReadonlySet<unknown> = new Set(RUN_BY_CALLER)
/**
 * Anthropic's own tools that the caller runs. Each version has its date.
 * Source: https://docs.anthropic.com/en/docs/agents-and-tools/tool-use/overview
 */
const RUN_BY_CALLER_OF_MESSAGES = /^(?:bash|text_editor|computer|memory)_\d{8}$/

/**
 * Members that turn on a tool beside the list of tools, whatever the wire: an endpoint may speak it and be another
 * vendor's. Those of OpenAI, xAI, OpenRouter and Anthropic; of Alibaba Cloud (`enable_`), Azure (`data_sources`), Baidu
 * (`web_search`), Cohere (`connectors`) and Groq (`compound_custom`). `extra_body` stands for members of any name: some
 * proxies put what it holds in the place of what was read here.
 */
const MEMBERS: Readonly<Record<string, string>> = {
  web_search_options: 'web_search',
  search_parameters: 'web_search',
  web_search: 'web_search',
  enable_search: 'web_search',
  enable_code_interpreter: 'code_interpreter',
  plugins: 'plugins',
  mcp_servers: 'mcp',
  data_sources: 'data_sources',
  connectors: 'connectors',
  compound_custom: 'compound_custom',
  extra_body: 'extra_body',
}
/** A prompt that the provider keeps brings tools and words of its own, which nobody here has read. */
const OF_RESPONSES: Readonly<Record<string, string>> = { prompt: 'prompt' }

/** What a choice of tools says beside types of tools. */
const CHOICES: ReadonlySet<unknown> = new Set(['auto', 'any', 'none', 'required', 'tool', 'allowed_tools'])
/** How a change of the tools of Messages names a tool that stands elsewhere. */
const REFERENCES: ReadonlySet<unknown> = new Set(['tool_reference', 'mcp_tool_reference', 'mcp_toolset_reference'])

/** What a type is made of. The type of any other is not worth repeating: it may be text of the caller's. */
const TYPE = /^[A-Za-z0-9_.:-]{1,64}$/
/** What stands for a tool whose type nobody can name. */
const UNKNOWN = 'unknown'

/** Requests of these kinds name no tools of a provider. */
const WITHOUT_TOOLS: ReadonlySet<LocalRequest['kind']> = new Set(['embeddings', 'tool-call', 'tool-result'])

/** What is known of the tools of a wire, for those who ask what passes. */
export function toolsOfWire(kind: LocalRequest['kind']) {
  const isAnthropic = kind === 'messages' || kind === 'token-count'
  const dated = isAnthropic ? ['bash_DATE', 'text_editor_DATE', 'computer_DATE', 'memory_DATE'] : []
  if (WITHOUT_TOOLS.has(kind)) return { byCaller: [], members: {} }
  const members = kind === 'responses' ? { ...MEMBERS, ...OF_RESPONSES } : MEMBERS
  return { byCaller: [...RUN_BY_CALLER, ...dated], members }
}

const SWITCHES = new Map(Object.entries(MEMBERS).map(([member, type]) => [foldedName(member), type]))
const SWITCHES_OF_RESPONSES = new Map(
  Object.entries({ ...MEMBERS, ...OF_RESPONSES }).map(([member, type]) => [foldedName(member), type]),
)

/**
 * The types of the tools in a request that the model's provider runs itself, each once. What such a tool sends out
 * passes no layer. A type that is not known here counts, too. Tools stand in the list, in the choice among them, and in
 * what is said.
 */
export function providerToolsOf({ kind, body }: LocalRequest): readonly string[] {
  const found = new Set<string>()
  const switches = kind === 'responses' ? SWITCHES_OF_RESPONSES : SWITCHES
  for (const [member, value] of Object.entries(body)) {
    const type = switches.get(foldedName(member))
    if (type !== undefined && isSet(value)) found.add(type)
  }
  addTools(kind, memberOf(body, 'tools'), found)
  addChoice(kind, memberOf(body, 'tool_choice'), found)
  if (kind === 'responses') addTypesOfItems(memberOf(body, 'input'), found)
  if (kind === 'messages' || kind === 'token-count') {
    addTypesOfBlocks(memberOf(body, 'system'), found)
    for (const message of listOf(memberOf(body, 'messages'))) addTypesOfBlocks(memberOf(message, 'content'), found)
  }
  return [...found]
}

/** A list of tools. What stands in its place and is no list may be one to somebody else. */
function addTools(kind: LocalRequest['kind'], tools: unknown, found: Set<string>): void {
  if (Array.isArray(tools)) for (const tool of tools) addTypes(kind, tool, found)
  else if (isSet(tools)) found.add(UNKNOWN)
}

/** Responses group tools in namespaces, one in another perhaps; the body is not nested deeper than it may be. */
function addTypes(kind: LocalRequest['kind'], tool: unknown, found: Set<string>): void {
  const type = memberOf(tool, 'type')
  const grouped = kind === 'responses' && type === 'namespace' ? memberOf(tool, 'tools') : undefined
  if (Array.isArray(grouped)) for (const each of grouped) addTypes(kind, each, found)
  else if (!isObject(tool) || !isRunByCaller(kind, type)) add(type, found)
}

/** The tool that must be called, or those that may. */
function addChoice(kind: LocalRequest['kind'], choice: unknown, found: Set<string>): void {
  if (!isObject(choice)) return
  const type = memberOf(choice, 'type')
  if (type !== undefined && !CHOICES.has(type) && !isRunByCaller(kind, type)) add(type, found)
  addTools(kind, memberOf(choice, 'tools'), found)
  addTools(kind, memberOf(memberOf(choice, 'allowed_tools'), 'tools'), found)
}

/** Items of Responses bring tools: `additional_tools`, `tool_search_output`. What a server once listed is no tool. */
function addTypesOfItems(input: unknown, found: Set<string>): void {
  for (const item of listOf(input)) {
    if (memberOf(item, 'type') !== 'mcp_list_tools') addTools('responses', memberOf(item, 'tools'), found)
  }
}

/**
 * Blocks of Messages bring tools: a `tool_addition` has one, a `compaction` what had changed before it.
 * Source: the types of `@anthropic-ai/sdk`, `BetaRequestToolAdditionBlock` and `BetaCompactionBlockParam`.
 */
function addTypesOfBlocks(blocks: unknown, found: Set<string>): void {
  for (const block of listOf(blocks)) {
    const changes = memberOf(block, 'tool_changes')
    if (isSet(changes) && !Array.isArray(changes)) found.add(UNKNOWN)
    for (const change of [block, ...listOf(changes)]) addChange(change, found)
  }
}

function addChange(change: unknown, found: Set<string>): void {
  const tool = memberOf(change, 'tool')
  const definition = memberOf(tool ?? change, 'definition')
  if (definition !== undefined) addTypes('messages', definition, found)
  else if (tool !== undefined && !REFERENCES.has(memberOf(tool, 'type'))) add(memberOf(tool, 'type'), found)
}

function add(type: unknown, found: Set<string>): void {
  found.add(typeof type === 'string' && TYPE.test(type) ? type : UNKNOWN)
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

function memberOf(value: unknown, member: string): unknown {
  return isObject(value) ? Reflect.get(value, member) : undefined
}

function isSet(value: unknown): boolean {
  return value !== undefined && value !== null && value !== false && !(Array.isArray(value) && value.length === 0)
}

/** A tool of Messages is the caller's own where it has no type. */
function isRunByCaller(kind: LocalRequest['kind'], type: unknown): boolean {
  if (BY_CALLER.has(type)) return true
  if (kind !== 'messages' && kind !== 'token-count') return false
  return type === undefined || type === null || (typeof type === 'string' && RUN_BY_CALLER_OF_MESSAGES.test(type))
}
