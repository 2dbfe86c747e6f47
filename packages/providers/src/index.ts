export { createOpenAiCompatibleEndpoint } from './openai-compatible.ts'
