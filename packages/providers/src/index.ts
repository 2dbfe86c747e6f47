export {
  type ClosableModelEndpoint,
  createOpenAiCompatibleEndpoint,
  type OpenAiCompatibleOptions,
} from './openai-compatible.ts'
