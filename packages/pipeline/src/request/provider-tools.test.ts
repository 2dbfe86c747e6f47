import { chatRequestSchema, messagesRequestSchema, responsesRequestSchema } from '@sluice/contracts'
import { describe, expect, it } from 'vitest'
import type { LocalRequest } from './model-request.ts'
import { providerToolsOf } from './provider-tools.ts'

function request(kind: 'chat' | 'responses' | 'messages' | 'token-count', members: object): LocalRequest {
  const said = { model: 'm', messages: [{ role: 'user', content: 'hi' }], max_tokens: 1 }
  if (kind === 'chat') return { kind, body: chatRequestSchema.parse({ ...said, ...members }) }
  if (kind === 'messages') return { kind, body: messagesRequestSchema.parse({ ...said, ...members }) }
  if (kind === 'token-count') return { kind, body: messagesRequestSchema.parse({ ...said, ...members }) }
  return { kind, body: responsesRequestSchema.parse({ model: 'm', input: 'hi', ...members }) }
}

const said = (type: string, members: object) => ({ role: 'system', content: [{ type, ...members }] })
const tool = (definition: unknown) => ({ type: 'tool_definition', definition })

describe('tools that a provider runs', () => {
  it.each<['chat' | 'responses' | 'messages', object, readonly string[]]>([
    ['chat', {}, []],
    [
      'chat',
      {
        tools: [
          { type: 'function', function: { name: 'f' } },
          { type: 'custom', custom: { name: 'c' } },
        ],
      },
      [],
    ],
    ['chat', { tools: [{ type: 'openrouter:web_search' }] }, ['openrouter:web_search']],
    ['chat', { web_search_options: {} }, ['web_search']],
    ['chat', { web_search_options: null }, []],
    ['chat', { search_parameters: { mode: 'on' } }, ['web_search']],
    ['chat', { plugins: [{ id: 'web' }] }, ['plugins']],
    [
      'responses',
      {
        tools: [
          { type: 'function', name: 'f' },
          { type: 'custom', name: 'c' },
        ],
      },
      [],
    ],
    [
      'responses',
      { tools: [{ type: 'web_search_preview' }, { type: 'mcp', server_url: 'https://x' }] },
      ['web_search_preview', 'mcp'],
    ],
    ['responses', { tools: [{ type: 'mcp', connector_id: 'x' }, { type: 'mcp' }] }, ['mcp']],
    ['responses', { tools: [{ type: 'namespace', name: 'n', tools: [{ type: 'function', name: 'f' }] }] }, []],
    [
      'responses',
      { tools: [{ type: 'namespace', tools: [{ type: 'namespace', tools: [{ type: 'mcp' }] }] }] },
      ['mcp'],
    ],
    ['responses', { tools: [{ type: 'namespace', tools: 'all' }] }, ['namespace']],
    ['chat', { tools: [{ type: 'namespace', tools: [] }] }, ['namespace']],
    ...[
      'file_search',
      'code_interpreter',
      'computer_use_preview',
      'image_generation',
      'local_shell',
      'shell',
      'brand_new',
    ].map((type): ['responses', object, readonly string[]] => ['responses', { tools: [{ type }] }, [type]]),
    ['responses', { tools: [{ type: 'Mail claire@example.org' }] }, ['unknown']],
    ['responses', { prompt: { id: 'pmpt_1' } }, ['prompt']],
    ['responses', { tools: [{ type: 'namespace', name: 'crm', tools: [{ type: 'function', name: 'f' }] }] }, []],
    ['responses', { tools: [{ type: 'namespace', name: 'crm', tools: [] }] }, []],
    [
      'responses',
      { tools: [{ type: 'namespace', name: 'crm', tools: [{ type: 'mcp' }, { type: 'custom' }] }] },
      ['mcp'],
    ],
    ['responses', { tools: [{ type: 'namespace', name: 'crm' }] }, ['namespace']],
    ['messages', { tools: [{ type: 'namespace', name: 'x', tools: [] }] }, ['namespace']],
    ['responses', { input: [{ type: 'additional_tools', role: 'developer', tools: [{ type: 'mcp' }] }] }, ['mcp']],
    [
      'responses',
      { input: [{ type: 'tool_search_output', tools: [{ type: 'shell' }, { type: 'function' }] }] },
      ['shell'],
    ],
    [
      'responses',
      { input: [{ type: 'additional_tools', tools: [{ type: 'namespace', tools: [null] }] }] },
      ['unknown'],
    ],
    ['responses', { input: [{ type: 'mcp_list_tools', tools: [{ name: 'f', input_schema: {} }] }] }, []],
    [
      'messages',
      { messages: [said('tool_addition', { tool: tool({ type: 'web_fetch_20260318' }) })] },
      ['web_fetch_20260318'],
    ],
    ['messages', { messages: [said('tool_addition', { tool: tool({ name: 'f', input_schema: {} }) })] }, []],
    ['messages', { messages: [said('tool_addition', { tool: { type: 'tool_reference', name: 'f' } })] }, []],
    [
      'messages',
      {
        messages: [
          said('compaction', { tool_changes: [{ type: 'tool_addition', tool: tool({ type: 'mcp_toolset' }) }] }),
        ],
      },
      ['mcp_toolset'],
    ],
    [
      'messages',
      {
        tools: [
          { name: 'f', input_schema: {} },
          { type: 'custom', name: 'c' },
        ],
      },
      [],
    ],
    [
      'messages',
      {
        tools: [
          { type: 'bash_20250124', name: 'bash' },
          { type: 'memory_20250818', name: 'memory' },
        ],
      },
      [],
    ],
    ['messages', { tools: [{ type: 'web_search_20250305', name: 'web_search' }] }, ['web_search_20250305']],
    ['messages', { tools: [{ type: 'code_execution_20250825', name: 'x' }] }, ['code_execution_20250825']],
    ['messages', { mcp_servers: [{ type: 'url', url: 'https://x' }] }, ['mcp']],
    ['messages', { mcp_servers: [] }, []],
  ])('%s %j: %j', (kind, members, expected) => {
    expect(providerToolsOf(request(kind, members))).toEqual(expected)
  })
})

const KINDS = ['chat', 'responses', 'messages', 'token-count'] as const
const SWITCHES = {
  web_search_options: ['web_search', {}],
  search_parameters: ['web_search', { mode: 'on' }],
  web_search: ['web_search', { enable: true }],
  enable_search: ['web_search', true],
  enable_code_interpreter: ['code_interpreter', true],
  plugins: ['plugins', [{ id: 'web' }]],
  mcp_servers: ['mcp', [{ type: 'url', url: 'https://x' }]],
  data_sources: ['data_sources', [{ type: 'azure_search' }]],
  connectors: ['connectors', [{ id: 'web-search' }]],
  compound_custom: ['compound_custom', { tools: { enabled_tools: ['web_search'] } }],
  extra_body: ['extra_body', { tools: [{ type: 'web_search' }] }],
} as const

describe.each(KINDS)('a member that turns on a tool, on the wire of %s', (kind) => {
  const of = (members: object) => providerToolsOf(request(kind, members))

  it.each(Object.entries(SWITCHES))('%s', (member, [type, value]) => {
    const written = [member, member.toUpperCase(), member.replace('s', 'S'), member.replace('s', '\u017f')]
    for (const name of written) expect(of({ [name]: value })).toEqual([type])
    for (const off of [null, false, []]) expect(of({ [member]: off })).toEqual([])
  })

  it("is a tool of another type, where one has the letters of the caller's own in another case", () => {
    expect(of({ tools: [{ type: 'Function', name: 'f', function: { name: 'f' } }] })).toEqual(['Function'])
    expect(of({ tools: [{ type: 'CUSTOM', name: 'f' }] })).toEqual(['CUSTOM'])
  })

  it('is a choice of a tool that the provider runs', () => {
    expect(of({ tool_choice: { type: 'mcp', server_label: 'x' } })).toEqual(['mcp'])
    expect(of({ tool_choice: { type: 'web_search_preview' } })).toEqual(['web_search_preview'])
    const tools = [{ type: 'function', name: 'f' }, { type: 'file_search' }]
    expect(of({ tool_choice: { type: 'allowed_tools', mode: 'auto', tools } })).toEqual(['file_search'])
    expect(of({ tool_choice: { type: 'allowed_tools', allowed_tools: { mode: 'auto', tools } } })).toEqual([
      'file_search',
    ])
    expect(of({ tool_choice: { type: 'allowed_tools', tools: { type: 'mcp' } } })).toEqual(['unknown'])
  })

  it.each(['function', 'custom', 'tool', 'auto', 'any', 'none', 'allowed_tools'])('is no choice of %s', (type) => {
    expect(of({ tool_choice: { type, name: 'f', function: { name: 'f' } } })).toEqual([])
  })
})

describe('what is no list of tools', () => {
  it.each<['chat' | 'responses' | 'messages', object, readonly string[]]>([
    ['responses', { input: [{ type: 'additional_tools', tools: { type: 'mcp' } }] }, ['unknown']],
    ['responses', { input: [{ type: 'tool_search_output', tools: 'all' }] }, ['unknown']],
    ['messages', { messages: [said('compaction', { tool_changes: { tool: { type: 'mcp_toolset' } } })] }, ['unknown']],
    [
      'messages',
      { messages: [said('tool_addition', { tool: { type: 'web_search_20250305' } })] },
      ['web_search_20250305'],
    ],
    ['messages', { messages: [said('tool_addition', { tool: tool('web') })] }, ['unknown']],
    ['messages', { messages: [said('tool_addition', { tool: { type: 'mcp_toolset_reference' } })] }, []],
    ['messages', { system: said('tool_addition', { tool: tool({ type: 'web_fetch_1' }) }).content }, ['web_fetch_1']],
  ])('counts as a tool that nobody can name: %s %j', (kind, members, expected) => {
    expect(providerToolsOf(request(kind, members))).toEqual(expected)
  })
})
