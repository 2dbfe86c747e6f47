import { UNREADABLE_KINDS, type UnreadableKind } from '@sluice/contracts'

/**
 * How a string is offered. `json` is walked inside when it is valid JSON and as raw text otherwise; `closed` is left
 * out while its value is in the shape's closed set; `attachment` is read as `readAttachment` says;
 * `never` is left out. `document` is walked inside like `json`, and is prose otherwise.
 */
type TextUse = 'prose' | 'identifier' | 'name' | 'structured' | 'json' | 'document' | 'closed' | 'attachment' | 'never'

/** What may stand at one place of a request. Arrays are transparent: their items have the array's own shape. */
export interface Shape {
  readonly text: TextUse
  /** For `closed`: the values that the protocol itself defines; replacing one would break the request. */
  readonly values?: ReadonlySet<string>
  /** The wire's own members. Their names are not offered; every other name is, as an identifier. */
  readonly members: ReadonlyMap<string, ShapeName>
  /** The shape of every member that is not listed. */
  readonly rest: ShapeName
  /** What it stands for that cannot be read: the content of an attachment, or what an id leads to. */
  readonly unreadable?: UnreadableKind
  /** True where numbers are parameters of the call, and never data. */
  readonly parameters?: true
}

export type ShapeName = keyof typeof TABLE

function shape(text: TextUse, rest: string, members: Readonly<Record<string, string>> = {}, values?: string) {
  return { text, rest, members, ...(values === undefined ? {} : { values: new Set(values.split(' ')) }) }
}

/**
 * Every place of a request, and the exclusions with their reasons. The rule is: a string is text unless a line here
 * says otherwise, so an unknown member is always walked. Member names follow OpenAI's reference for
 * POST /v1/chat/completions (https://platform.openai.com/docs/api-reference/chat/create).
 */
const TABLE = {
  request: shape('prose', 'unknown', {
    model: 'model',
    messages: 'message',
    tools: 'tool',
    functions: 'function',
    tool_choice: 'toolChoice',
    function_call: 'toolChoice',
    response_format: 'responseFormat',
    metadata: 'data',
    user: 'value',
    safety_identifier: 'value',
    prompt_cache_key: 'value',
    stop: 'unknown',
    prediction: 'message',
    modalities: 'closedWord',
    reasoning_effort: 'closedWord',
    service_tier: 'closedWord',
    verbosity: 'closedWord',
    temperature: 'parameter',
    top_p: 'parameter',
    n: 'parameter',
    seed: 'parameter',
    max_tokens: 'parameter',
    max_completion_tokens: 'parameter',
    presence_penalty: 'parameter',
    frequency_penalty: 'parameter',
    top_logprobs: 'parameter',
    stream: 'parameter',
    stream_options: 'unknown',
  }),
  // https://platform.openai.com/docs/api-reference/embeddings/create
  embeddingsRequest: shape('prose', 'unknown', {
    model: 'model',
    input: 'unknown',
    encoding_format: 'encodingFormat',
    dimensions: 'parameter',
    user: 'value',
  }),
  encodingFormat: shape('closed', 'unknown', {}, 'float base64'),
  // The routing key: L5 accepts only names that an endpoint lists, so nothing secret gets through it.
  model: shape('never', 'unknown'),
  // Numbers of the call itself (`seed` may be long); a string in their place is still text.
  parameter: shape('prose', 'unknown'),
  // Any member that this table does not know.
  unknown: shape('prose', 'unknown'),
  // Data rather than language: metadata, schema defaults.
  data: shape('structured', 'data'),
  value: shape('structured', 'data'),
  identifier: shape('identifier', 'data'),

  message: shape('prose', 'unknown', {
    role: 'role',
    content: 'content',
    name: 'participant',
    refusal: 'unknown',
    reasoning_content: 'unknown',
    tool_calls: 'toolCall',
    function_call: 'calledFunction',
    tool_call_id: 'identifier',
    type: 'type',
    audio: 'audio',
  }),
  participant: shape('name', 'data'),
  // Validated at the edge against the six roles.
  role: shape('closed', 'unknown', {}, 'system developer user assistant tool function'),
  content: shape('prose', 'unknown', {
    type: 'type',
    text: 'content',
    refusal: 'unknown',
    image_url: 'image',
    input_audio: 'audio',
    file: 'file',
    file_data: 'file',
    video_url: 'file',
  }),
  // Content of a tool's answer, which is JSON more often than not.
  toolContent: shape('document', 'unknown', {
    type: 'type',
    text: 'toolContent',
    image_url: 'image',
    input_audio: 'audio',
    file: 'file',
    video_url: 'file',
  }),
  // An attachment may be a string itself. A remote one is fetched by the model's operator: nobody here reads it.
  image: shape('attachment', 'unknown', { url: 'image', detail: 'closedWord' }),
  audio: shape('attachment', 'unknown', { data: 'audio', url: 'audio', id: 'identifier', format: 'closedWord' }),
  file: shape('attachment', 'unknown', {
    url: 'file',
    data: 'file',
    file_data: 'file',
    file_url: 'file',
    file_id: 'fileId',
    filename: 'unknown',
  }),
  fileId: shape('identifier', 'data'),

  // Ids are offered: they come from the caller, and the same id is replaced alike wherever it stands.
  toolCall: shape('prose', 'unknown', {
    id: 'identifier',
    type: 'type',
    function: 'calledFunction',
    custom: 'calledFunction',
  }),
  calledFunction: shape('prose', 'unknown', { name: 'identifier', arguments: 'json', input: 'json' }),
  json: shape('json', 'data'),

  tool: shape('prose', 'unknown', { type: 'type', function: 'function', custom: 'function' }),
  function: shape('prose', 'unknown', { name: 'identifier', description: 'unknown', parameters: 'schema' }),
  toolChoice: shape(
    'closed',
    'unknown',
    {
      type: 'type',
      function: 'named',
      custom: 'named',
      name: 'identifier',
      allowed_tools: 'toolChoice',
      tools: 'tool',
      mode: 'closedWord',
    },
    'auto none required',
  ),
  named: shape('prose', 'unknown', { name: 'identifier' }),
  responseFormat: shape('prose', 'unknown', { type: 'type', json_schema: 'namedSchema' }),
  namedSchema: shape('prose', 'unknown', { name: 'identifier', description: 'unknown', schema: 'schema' }),

  // JSON Schema 2020-12. Keywords are the standard's; property names, enum values and texts are the caller's.
  schema: shape('structured', 'data', {
    type: 'schemaType',
    format: 'schemaFormat',
    title: 'unknown',
    description: 'unknown',
    properties: 'schemaMap',
    patternProperties: 'schemaMap',
    dependentSchemas: 'schemaMap',
    $defs: 'schemaMap',
    definitions: 'schemaMap',
    required: 'identifier',
    $ref: 'identifier',
    items: 'schema',
    prefixItems: 'schema',
    additionalProperties: 'schema',
    propertyNames: 'schema',
    contains: 'schema',
    not: 'schema',
    if: 'schema',
    // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema.
    then: 'schema',
    else: 'schema',
    anyOf: 'schema',
    oneOf: 'schema',
    allOf: 'schema',
    enum: 'data',
    const: 'data',
    default: 'data',
    examples: 'data',
    pattern: 'value',
  }),
  schemaMap: shape('structured', 'schema'),
  // Type and format names of the standard itself.
  schemaType: shape('closed', 'data', {}, 'string number integer boolean object array null'),
  schemaFormat: shape(
    'closed',
    'data',
    {},
    'date-time date time duration email idn-email hostname idn-hostname ipv4 ipv6 uri uri-reference iri uuid regex int32 int64 float double',
  ),

  // Discriminators that the protocol defines; any other word is walked.
  type: shape(
    'closed',
    'unknown',
    {},
    'text image_url input_audio file refusal function custom json_object json_schema content allowed_tools thinking reasoning ephemeral',
  ),
  // Option words that the protocol defines; any other word is walked.
  closedWord: shape(
    'closed',
    'unknown',
    {},
    'auto none required default flex scale priority minimal low medium high xhigh text audio wav mp3 flac opus pcm16 aac',
  ),
} as const satisfies Readonly<Record<string, unknown>>

const SHAPES: ReadonlyMap<string, Shape> = new Map(
  Object.entries(TABLE).map(([name, entry]): [string, Shape] => [
    name,
    {
      text: entry.text,
      rest: known(entry.rest),
      members: new Map(Object.entries(entry.members).map(([member, target]) => [member, known(target)])),
      ...(entry.values === undefined ? {} : { values: entry.values }),
      ...(isUnreadable(name) ? { unreadable: name === 'fileId' ? ('file' as const) : name } : {}),
      ...(name === 'parameter' ? { parameters: true as const } : {}),
    },
  ]),
)

function isUnreadable(name: string): name is UnreadableKind | 'fileId' {
  return name === 'fileId' || UNREADABLE_KINDS.some((kind) => kind === name)
}

/** The shape of that name. */
export function shapeOf(name: ShapeName): Shape {
  const found = SHAPES.get(name)
  if (found === undefined) throw new Error(`There is no shape ${name}.`)
  return found
}

function known(name: string): ShapeName {
  if (!isShapeName(name)) throw new Error(`The table names a shape ${name} that it does not hold.`)
  return name
}

function isShapeName(name: string): name is ShapeName {
  return Object.hasOwn(TABLE, name)
}
