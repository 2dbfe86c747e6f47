export { ENDPOINT_KINDS } from './endpoint-options.ts'
export { createModelEndpoint } from './http-endpoint.ts'
