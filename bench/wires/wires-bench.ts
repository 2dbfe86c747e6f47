import { CHAT, MESSAGES, RESPONSES } from '../gateway/load-wires.ts'
import { benchOfPairs } from './pairs.ts'

/** What each wire costs against chat completions, over an endpoint that speaks it and over one that does not. */
export const wiresBench = benchOfPairs(
  'requests/s, latency and CPU per request of each wire, native and translated, against chat completions',
  [
    { name: 'chat completions', wire: CHAT, kind: 'openai' },
    { name: 'responses', wire: RESPONSES, kind: 'openai' },
    { name: 'responses over chat', wire: RESPONSES, kind: 'openai-compatible' },
    { name: 'messages', wire: MESSAGES, kind: 'anthropic' },
    { name: 'messages over chat', wire: MESSAGES, kind: 'openai-compatible' },
    { name: 'chat over messages', wire: CHAT, kind: 'anthropic' },
  ],
)
