import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { UpstreamWordsFilter } from './upstream-words.ts'

const KEY = 'sk-upstream-Secret-123456'
const filter = new UpstreamWordsFilter({
  errors: 'filtered',
  apiKey: KEY,
  headers: { 'x-tenant': 'Zürich', 'x-flag': '7q', 'x-route': 'blue-cell-eu-west' },
  modelMap: { fast: 'vendor-model-large', same: 'same', mini: 'o9' },
})
const messageOf = (message: string) => filter.passing({ message }).message

describe('the text of an endpoint', () => {
  it.each([
    "This model's maximum context length is 4096 tokens. However, your messages resulted in 5000 tokens.",
    "Unsupported value: 'temperature' does not support 0.2 with this model. Only the default (1) value is supported.",
    'max_tokens is too large: 99999. This model supports at most 16384 completion tokens.',
    "Invalid 'messages[0].content[1].type': expected one of 'text', 'image_url' or 'input_audio'.",
    'Missing required parameter: messages.0.content, e.g. a text.',
    'Ungültiger Wert für „top_p“: 1.5 ist größer als 1.',
    'The model same does not take tools.',
  ])('passes where it says what is wrong with the request: %s', (message) => {
    expect(messageOf(message)).toBe(message)
  })

  it.each([
    ['the key', `no ${KEY}`],
    ['the key in upper case', `no ${KEY.toUpperCase()}`],
    ['the key with spaces', `no ${[...'upstreamsecret'].join(' ')}`],
    ['the key in full width', 'no ｕｐｓｔｒｅａｍ－ｓｅｃｒｅｔ'],
    ['the key with zero-width characters', `no up${'\u200b'}stream${'\u200d'}-sec${'\u2060'}ret`],
    ['a part of the key', 'no am-Secret-1'],
    ['a key that was masked', 'Incorrect key provided: sk-up***3456.'],
    ['another key', 'no sk-proj-abc'],
    ['an organization', 'limit of org-AbC reached'],
    ['a project', 'limit of proj_AbC reached'],
    ['a header', 'no cell BLUE CELL EU WEST'],
    ['a part of a header', 'no cell-eu-we'],
    ['a short header', 'in zürich'],
    ['a very short header', 'flag 7q is off'],
    ['its own name of a model', 'The model `vendor-model-large-2026` is gone'],
    ['its own short name of a model', 'The model o9 is gone'],
    ['a host', 'cannot reach db01.corp.local'],
    ['a host without a domain', 'cannot reach gpu-node-17'],
    ['a host with a port', 'cannot reach redis:6379'],
    ['localhost', 'cannot reach localhost'],
    ['a URL', 'see https://example.com/x'],
    ['an address of a person', 'ask ops@example'],
    ['IPv4', 'from 10.0.3.4'],
    ['IPv6', 'from fe80::1'],
    ['a path', 'File "/srv/app/main.py", line 3'],
    ['a path of Windows', 'in C:\\srv'],
    ['a module', 'vllm.engine.AsyncEngineDeadError'],
    ['an opaque id', 'request 0123456789abcdef0123456789abcdef failed'],
    ['a password', 'bad Password'],
  ])('is left out as a whole where it holds %s', (_what, message) => {
    expect(messageOf(message)).toBeUndefined()
    expect(messageOf(`max_tokens is too large. ${message}`)).toBeUndefined()
  })

  it('comes as one line without control characters, in bounded length and well-formed', () => {
    expect(messageOf('a\u0000\r\nb\u202e\u2028c')).toBe('a b c')
    expect(messageOf('\u0000\u001b')).toBeUndefined()
    const long = messageOf(`${'word '.repeat(102)}x\u{1f600}${' word'.repeat(1_000)}`)
    expect(long).toHaveLength(512)
    expect(long?.isWellFormed()).toBe(true)
  })

  it('holds no part of the key of eight characters, whatever stands around and between them', () => {
    const letters = KEY.replaceAll('-', '')
    const noise = fc.string({ unit: fc.constantFrom(' ', '-', '_', '\u200b', '.', '"', '\u0000'), maxLength: 3 })
    const around = fc.string({ unit: 'grapheme', maxLength: 40 })
    fc.assert(
      fc.property(
        fc.nat(letters.length - 8),
        fc.array(noise, { minLength: 8, maxLength: 8 }),
        around,
        (at, gaps, some) => {
          const part = [...letters.slice(at, at + 8)].map((letter, index) => letter + gaps[index]).join('')
          expect(messageOf(`${some} ${part} ${some}`)).toBeUndefined()
        },
      ),
    )
  })

  it('does not pass at all unless the endpoint is set to it', () => {
    expect(new UpstreamWordsFilter({}).passing({ message: 'Fine.', param: 'messages' })).toEqual({ param: 'messages' })
  })
})

describe('the member at fault', () => {
  it.each(['messages', 'messages[3].content', 'messages.[0].content', 'tools.0.function.name', 'max_tokens', 'input'])(
    'passes: %s',
    (param) => {
      expect(filter.passing({ param })).toEqual({ param })
    },
  )

  it.each([
    ['no member of a request', 'db01'],
    ['a host', 'db01.corp.local'],
    ['a secret behind a member', 'messages.upstreamsecret'],
    ['a header behind a member', 'messages.blue_cell_eu'],
    ['more than a path', 'messages and more'],
    ['too long', `messages${'.a'.repeat(100)}`],
    ['empty', ''],
  ])('does not pass where it is %s', (_what, param) => {
    expect(filter.passing({ param })).toEqual({})
  })
})

describe('the code', () => {
  it.each([
    [{ code: 'context_length_exceeded' }, 'context_length_exceeded'],
    [{ code: '400', type: 'exceed_context_size_error' }, 'context_length_exceeded'],
    [{ message: "This model's maximum context length is 8192 tokens." }, 'context_length_exceeded'],
    [{ code: 'content_filter' }, 'content_filter'],
    [{ code: 'content_policy_violation' }, 'content_filter'],
    [{ type: 'insufficient_quota' }, 'insufficient_quota'],
    [{ code: 'rate_limit_exceeded' }, 'rate_limit_exceeded'],
    [{ code: 'invalid_api_key' }, undefined],
    [{ code: 'constructor' }, undefined],
    [{ code: KEY, type: KEY }, undefined],
  ])('of %j is %s', (body, code) => {
    expect(new UpstreamWordsFilter({}).passing(body).code).toBe(code)
  })
})
