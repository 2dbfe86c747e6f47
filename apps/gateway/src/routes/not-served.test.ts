import { createApp, createHealth, createLogger, createMetrics, systemClock } from '@sluice/service-kit'
import { beforeAll, describe, expect, it } from 'vitest'
import { renderOpenAiError } from '../protocols/openai/render-error.ts'
import { refuseNotServed } from './not-served.ts'

const lines: string[] = []
let request: (method: string, path: string) => Promise<Response>

beforeAll(() => {
  const logger = createLogger({ service: 't', level: 'debug', destination: { write: (line) => void lines.push(line) } })
  const app = createApp({
    info: { title: 'Test', version: '1.0.0' },
    clock: systemClock,
    logger,
    metrics: createMetrics({ service: 't', process: false }),
    health: createHealth({ clock: systemClock, logger }),
    renderError: renderOpenAiError,
  })
  refuseNotServed(app)
  request = async (method, path) => await app.request(path, { method })
})

const openAi = { error: { message: expect.stringContaining('not served'), code: 'not_implemented', param: null } }
const anthropic = { type: 'error', error: { type: 'api_error', message: expect.stringContaining('not served') } }
const gemini = { error: { code: 501, message: expect.stringContaining('not served'), status: 'UNIMPLEMENTED' } }
const mcp = { jsonrpc: '2.0', error: { message: expect.stringContaining('not served') }, id: null }

describe('a well-known path that is not served', () => {
  it.each<[string, string, object, template?: string]>([
    ['POST', '/v1/responses/compact', openAi],
    ['POST', '/v1/responses/input_tokens', openAi],
    ['POST', '/v1/responses/resp_1/cancel', openAi, '/v1/responses/:response_id/cancel'],
    ['POST', '/v1/images/generations', openAi, '/v1/images/:operation{.+}'],
    ['POST', '/v1/audio/speech', openAi, '/v1/audio/:operation{.+}'],
    ['GET', '/v1/files', openAi],
    ['GET', '/v1/files/file-1/content', openAi, '/v1/files/:rest{.+}'],
    ['POST', '/v1/batches', openAi],
    ['POST', '/v1/moderations', openAi],
    ['POST', '/v1/fine_tuning/jobs', openAi, '/v1/fine_tuning/:rest{.+}'],
    ['DELETE', '/v1/vector_stores/vs_1', openAi, '/v1/vector_stores/:rest{.+}'],
    ['POST', '/v1/assistants', openAi],
    ['POST', '/v1/conversations', openAi],
    ['POST', '/v1/messages/batches', anthropic],
    ['GET', '/v1/messages/batches/msgbatch_1/results', anthropic, '/v1/messages/batches/:rest{.+}'],
    ['POST', '/openai/deployments/gpt/chat/completions', openAi, '/openai/deployments/:deployment/:operation{.+}'],
    ['POST', '/v1beta/models/gemini-3:generateContent', gemini, '/v1beta/models/:call{.+}'],
    ['POST', '/mcp', mcp],
    ['POST', '/chat/completions', openAi],
    ['POST', '/embeddings', openAi],
    ['GET', '/models', openAi],
    ['GET', '/models/openai/gpt', openAi, '/models/:model{.+}'],
  ])('%s %s: 501 in the form of its wire, and its template in the log', async (method, path, body, template = path) => {
    lines.length = 0
    const response = await request(method, path)
    expect(response.status).toBe(501)
    expect(response.headers.get('x-should-retry')).toBe('false')
    expect(response.headers.get('x-request-id')).toMatch(/\S/)
    expect(await response.json()).toMatchObject(body)
    const [line, ...more] = lines.map((text) => JSON.parse(text))
    expect(line).toMatchObject({ msg: 'request', method, route: template, status: 501 })
    expect(more).toEqual([])
  })

  it('leaves unknown paths 404', async () => {
    for (const path of ['/v2/nothing', '/v1/nothing', '/v1/responsesx', '/openai']) {
      expect((await request('POST', path)).status, path).toBe(404)
    }
  })
})
