import { type Entry, ofRole, shape, withVariants } from './entry.ts'

/** Members of every block of a result. */
const BLOCK = { type: 'toolBlockType', mimeType: 'toolMediaType', annotations: 'toolAnnotations' } as const

/**
 * The places of a call of a tool and of what its server answers. Member names follow the Model Context Protocol
 * (https://modelcontextprotocol.io/specification/2025-11-25/schema, and 2026-07-28).
 */
export const TOOL_SHAPES = {
  toolRequest: shape('prose', 'unknown', {
    model: 'model',
    method: 'toolMethod',
    name: 'toolName',
    arguments: 'toolArguments',
  }),
  toolMethod: shape('closed', 'unknown', {}, 'tools/list tools/call'),
  // The adapter takes only a name that the server lists, so nothing secret gets through it.
  toolName: shape('never', 'unknown'),
  // What a model writes to a person stands in arguments as well, so texts are read as language.
  toolArguments: shape('document', 'toolArguments'),
  toolAnswer: shape('prose', 'unknown', { model: 'model', result: 'toolOutput' }),
  // Instructions of a stranger: everything counts as said by a tool.
  toolOutput: ofRole(
    'tool',
    shape('document', 'toolOutput', {
      content: 'toolBlock',
      structuredContent: 'toolOutput',
      tools: 'toolDefinition',
      isError: 'parameter',
      nextCursor: 'value',
    }),
  ),
  toolBlock: withVariants(
    { image: 'toolImage', audio: 'toolAudio' },
    shape('document', 'toolOutput', { ...BLOCK, text: 'toolContent', data: 'file', resource: 'toolResource' }),
  ),
  toolImage: shape('document', 'toolOutput', { ...BLOCK, data: 'imageBytes' }),
  toolAudio: shape('document', 'toolOutput', { ...BLOCK, data: 'audio' }),
  toolResource: shape('document', 'toolOutput', { text: 'toolContent', blob: 'file', mimeType: 'toolMediaType' }),
  toolAnnotations: shape('document', 'toolOutput', { audience: 'toolAudience', priority: 'parameter' }),
  toolAudience: shape('closed', 'toolOutput', {}, 'user assistant'),
  toolDefinition: shape('document', 'toolOutput', {
    name: 'identifier',
    title: 'unknown',
    description: 'unknown',
    inputSchema: 'schema',
    outputSchema: 'schema',
  }),
  toolBlockType: shape('closed', 'toolOutput', {}, 'text image audio resource resource_link'),
  toolMediaType: shape('closed', 'toolOutput', {}, 'text/plain application/json image/png image/jpeg audio/wav'),
} satisfies Readonly<Record<string, Entry>>
