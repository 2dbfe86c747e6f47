export { ENDPOINT_KINDS } from './endpoint-options.ts'
export { createModelEndpoint } from './http-endpoint.ts'
export { createToolServer } from './mcp/tool-server.ts'
export { TOOL_SERVER_REVISIONS } from './mcp/tool-server-options.ts'
