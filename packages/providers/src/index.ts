export { GuardService } from './guard/guard-service.ts'
export { createModelEndpoint } from './http-endpoint.ts'
export { createToolServer } from './mcp/tool-server.ts'
export { PresidioRecognizer } from './presidio/presidio-recognizer.ts'
