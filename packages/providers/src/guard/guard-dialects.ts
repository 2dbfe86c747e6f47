import type { GuardOpinion } from '@sluice/pipeline/ports'
import { isRecord } from '../is-record.ts'
import { AnswerFault } from '../json-service.ts'
import type { GuardDialectName } from './guard-dialect-names.ts'

/** How a guard model is asked and how it answers. */
export interface GuardDialect {
  /** Below the URL of the service. */
  readonly path: string
  /** What it reads at once, in UTF-16 code units; longer texts are judged in pieces. */
  readonly windowLength: number
  ask(model: string, text: string): object
  /** @throws {AnswerFault} for what is no answer of such a model. */
  read(answer: unknown): GuardOpinion
}

/** What a model writes is a few words. */
const MAX_ANSWER_TOKENS = 64
const CHAT_WINDOW = 16_384
/** 512 tokens of Prompt Guard, where a token has 3 letters at least. */
const CLASSIFIER_WINDOW = 1_500

/** Guard models by the form of their answers. Each names the page that gives it. */
export const GUARD_DIALECTS: Readonly<Record<GuardDialectName, GuardDialect>> = {
  // `safe`, or `unsafe` and a line of hazards (https://huggingface.co/meta-llama/Llama-Guard-3-8B).
  'llama-guard': inChat((content) => {
    const [first = '', second = ''] = content.split(/\r?\n/)
    if (first === 'safe') return { isAttack: false }
    if (first !== 'unsafe') throw new AnswerFault('The guard says neither safe nor unsafe.')
    return { isAttack: true, category: /^S[0-9]{1,2}\b/.exec(second.trim())?.[0] }
  }),
  // `Safety: Unsafe` and `Categories: Jailbreak` (https://huggingface.co/Qwen/Qwen3Guard-Gen-4B).
  qwen3guard: inChat((content) => {
    const safety = /^Safety: *(Safe|Unsafe|Controversial) *$/m.exec(content)?.[1]
    const category = /^Categories: *([A-Za-z][A-Za-z &-]{0,60})/m.exec(content)?.[1]?.trim()
    if (safety === undefined) throw new AnswerFault('The guard says nothing of safety.')
    // What is controversial is no attack by itself.
    return { isAttack: safety === 'Unsafe' || (safety === 'Controversial' && category === 'Jailbreak'), category }
  }),
  // `Yes`, or `<score> yes </score>` from version 3.3 on (https://www.ibm.com/granite/docs/models/guardian).
  'granite-guardian': inChat(
    (content) => {
      const said = /<score>\s*(yes|no)\s*<\/score>/i.exec(content)?.[1] ?? /^(yes|no)\b/i.exec(content)?.[1]
      if (said === undefined) throw new AnswerFault('The guard says neither yes nor no.')
      return { isAttack: said.toLowerCase() === 'yes', category: 'jailbreak' }
    },
    // Servers of its template read the one, others the message.
    {
      system: 'jailbreak',
      members: { chat_template_kwargs: { guardian_config: { risk_name: 'jailbreak', criteria_id: 'jailbreak' } } },
    },
  ),
  // A classifier at vLLM's `/classify` (https://docs.vllm.ai/en/latest/serving/openai_compatible_server.html).
  'prompt-guard': {
    path: '/classify',
    windowLength: CLASSIFIER_WINDOW,
    ask: (model, text) => ({ model, input: text }),
    read(answer) {
      const { data } = recordOf(answer)
      const { label } = recordOf(Array.isArray(data) ? data[0] : undefined)
      if (typeof label !== 'string') throw new AnswerFault('The classifier gives no label.')
      const name = label.toUpperCase()
      if (BENIGN.has(name)) return { isAttack: false }
      if (!ATTACKS.has(name)) throw new AnswerFault('The classifier gives an unknown label.')
      return { isAttack: true, category: name === 'INJECTION' ? 'injection' : 'jailbreak' }
    },
  },
}

const BENIGN: ReadonlySet<string> = new Set(['BENIGN', 'SAFE', 'LABEL_0'])
const ATTACKS: ReadonlySet<string> = new Set(['MALICIOUS', 'JAILBREAK', 'INJECTION', 'UNSAFE', 'LABEL_1'])

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return isRecord(value) ? value : {}
}

interface ChatForm {
  readonly system?: string
  readonly members?: object
}

/** A model that answers a chat with one message of the text (https://platform.openai.com/docs/api-reference/chat). */
function inChat(readContent: (content: string) => GuardOpinion, { system, members }: ChatForm = {}): GuardDialect {
  return {
    path: '/chat/completions',
    windowLength: CHAT_WINDOW,
    ask: (model, text) => ({
      model,
      messages: [
        ...(system === undefined ? [] : [{ role: 'system', content: system }]),
        { role: 'user', content: text },
      ],
      temperature: 0,
      max_tokens: MAX_ANSWER_TOKENS,
      ...members,
    }),
    read(answer) {
      const { choices } = recordOf(answer)
      const { message } = recordOf(Array.isArray(choices) ? choices[0] : undefined)
      const { content } = recordOf(message)
      if (typeof content !== 'string') throw new AnswerFault('The guard gives no message.')
      return readContent(content.replace(/^\s*<think>[\s\S]*?<\/think>/, '').trim())
    },
  }
}
