import { CHAT } from '../gateway/load-wires.ts'
import { benchOfPairs } from './pairs.ts'

const AWS = { region: 'eu-central-1', accessKeyId: 'x', secretAccessKey: 'x' }

/** What chat completions cost over each kind of endpoint, whole and streamed, against OpenAI's. */
export const providersBench = benchOfPairs(
  'requests/s, latency and CPU per request over each kind of endpoint, whole and streamed, against the native one',
  [
    { name: 'openai', wire: CHAT, kind: 'openai' },
    { name: 'azure-openai', wire: CHAT, kind: 'azure-openai', base: '' },
    { name: 'mistral', wire: CHAT, kind: 'mistral' },
    { name: 'ollama', wire: CHAT, kind: 'ollama' },
    { name: 'anthropic', wire: CHAT, kind: 'anthropic' },
    { name: 'gemini', wire: CHAT, kind: 'gemini', base: '/v1beta' },
    { name: 'bedrock, signed', wire: CHAT, kind: 'bedrock', base: '', endpoint: { aws: AWS } },
  ],
  'both',
)
