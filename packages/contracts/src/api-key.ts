/** The wires that an API key may be limited to, by the names that administrators write. */
export const API_KEY_WIRES = ['chat', 'embeddings', 'responses', 'messages', 'mcp'] as const

export type ApiKeyWire = (typeof API_KEY_WIRES)[number]
