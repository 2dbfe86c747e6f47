import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { receiversOf, siemConfigShape } from './siem-config.ts'

const schema = z.object(siemConfigShape)
const parse = (receivers: unknown) => schema.safeParse({ SIEM_RECEIVERS: JSON.stringify(receivers) })

describe('the receivers of events', () => {
  it('are the one of SIEM_SYSLOG_URL and those of the list, each once', () => {
    const one = 'syslog+tcp://a:601'
    const list = [{ url: 'https://b/collect', format: 'cloudevents' }, { url: 'syslog+tls://c' }]
    const config = schema.parse({ SIEM_SYSLOG_URL: one, SIEM_RECEIVERS: JSON.stringify(list) })
    expect(receiversOf(config)).toEqual([
      { url: one, ca: undefined },
      { url: 'https://b/collect', format: 'cloudevents', header: 'authorization' },
      { url: 'syslog+tls://c' },
    ])
    expect(receiversOf({ SIEM_SYSLOG_URL: one, SIEM_RECEIVERS: [{ url: one, ca: 'x' }] })).toHaveLength(1)
    expect(receiversOf(schema.parse({}))).toEqual([])
  })

  it.each([
    ['another protocol', [{ url: 'ftp://a' }]],
    ['plain http to another machine', [{ url: 'http://collector.example/' }]],
    ['a name that begins like loopback', [{ url: 'http://127.0.0.1.example/' }]],
    ['a password in the url', [{ url: 'https://user:pass@a/' }]],
    ['a line break in a token', [{ url: 'https://a/', token: 'x\r\ny: z' }]],
    ['a header that is none', [{ url: 'https://a/', header: 'x y' }]],
    ['two sources of a token', [{ url: 'https://a/', token: 'x', token_file: '/x' }]],
    ['an unknown member', [{ url: 'https://a/', tokn: 'x' }]],
    ['a format for syslog', [{ url: 'syslog+tcp://a', format: 'cef' }]],
    ['one url twice', [{ url: 'https://a/' }, { url: 'https://a/' }]],
    ['too many', Array.from({ length: 17 }, (_, index) => ({ url: `https://a/${index}` }))],
  ])('refuse %s', (_, receivers) => {
    expect(parse(receivers).success).toBe(false)
  })

  it('take http on this machine', () => {
    for (const host of ['localhost:1', '127.0.0.1:1', '[::1]:1'])
      expect(parse([{ url: `http://${host}/` }]).success).toBe(true)
  })
})
