// What the registry of endpoints is checked by: names and addresses. Nothing here asks an endpoint, so that a thread
// that reads a registry loads no client.
export { isContainerAddress } from './credentials/container-address.ts'
export { ENDPOINT_KINDS } from './endpoint-options.ts'
export { GUARD_DIALECT_NAMES } from './guard/guard-dialect-names.ts'
export { TOOL_SERVER_REVISIONS } from './mcp/tool-server-options.ts'
