import { type Attack, couldNotTell, notStopped, type Outcome, stopped } from '../attack.ts'
import { exchangeRaw, statusesOf } from '../raw-socket.ts'
import { describe, type Target } from '../target.ts'

/** A busy machine is slow: what counts is that others are served meanwhile. */
const SOON_MS = 15_000
const PATH = '/v1/chat/completions'

const headOf = (target: Target, lines: readonly string[]) =>
  [
    `POST ${PATH} HTTP/1.1`,
    `host: ${target.url.host}`,
    `authorization: Bearer ${target.accounts.token}`,
    'content-type: application/json',
    ...lines,
    '',
    '',
  ].join('\r\n')

const wrap = (target: Target, content: string) =>
  `{"model":${JSON.stringify(target.accounts.model)},"messages":[{"role":"user","content":"Hello."}],"metadata":${content}}`

const SHAPES: readonly (readonly [id: string, sends: string, body: (target: Target) => string])[] = [
  [
    'nested',
    'ten thousand arrays in each other',
    (target) => wrap(target, `${'['.repeat(10_000)}${']'.repeat(10_000)}`),
  ],
  [
    'nested-objects',
    'ten thousand objects in each other',
    (target) => wrap(target, `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`),
  ],
  [
    'keys',
    'an object with two hundred thousand members',
    (target) => wrap(target, `{${Array.from({ length: 200_000 }, (_, index) => `"k${index}":1`).join(',')}}`),
  ],
  [
    'proto',
    'members called __proto__ and constructor',
    (target) => wrap(target, '{"__proto__":{"role":"ciso"},"constructor":{"prototype":{"role":"ciso"}}}'),
  ],
  ['no-json', 'a body that is no JSON', () => '\ufffd{{{'],
]

/** Bodies that cost more than they are worth, and heads that two readers read in two ways. */
export function bodyAttacks(patienceMs: number): readonly Attack[] {
  return [
    ...SHAPES.map(([id, sends, body]): Attack => {
      const stoppedWhen = 'answered below 500, and small requests are served meanwhile'
      return {
        ...{ id: `body-${id}`, group: 'bodies', sends, stoppedWhen },
        run: async (target, signal) => await sendBody(target, body(target), signal),
      }
    }),
    {
      ...{ id: 'body-huge-length', group: 'bodies', sends: 'a length of 64 GiB, and the first kilobyte' },
      stoppedWhen: 'refused without waiting for the rest',
      run: async (target, signal) => {
        target.count()
        const pieces = [headOf(target, [`content-length: ${2 ** 36}`]), 'x'.repeat(1024)]
        const { text } = await exchangeRaw(target.url, pieces, { waitMs: SOON_MS, signal })
        const [status] = statusesOf(text)
        if (status === undefined) return notStopped('no answer in 15 s')
        return status >= 400 ? stopped(String(status)) : notStopped(String(status))
      },
    },
    {
      ...{ id: 'body-crumbs', group: 'bodies', sends: 'a body in chunks of one byte, without end' },
      stoppedWhen: 'refused or cut',
      run: async (target, signal) => {
        target.count()
        const crumbs = Array.from({ length: 60 }, () => '1\r\nx\r\n'.repeat(2_000))
        const pieces = [headOf(target, ['transfer-encoding: chunked']), ...crumbs]
        const { text, ended } = await exchangeRaw(target.url, pieces, { waitMs: SOON_MS, pauseMs: 5, signal })
        const [status] = statusesOf(text)
        if (status !== undefined && status >= 400) return stopped(String(status))
        return ended && status === undefined ? stopped('cut') : notStopped(`${crumbs.length * 2_000} chunks were read`)
      },
    },
    slowAttack('slow-head', 'a head, a letter each second', patienceMs, (target) => [
      `GET /v1/models HTTP/1.1\r\nhost: ${target.url.host}\r\nx-slow: `,
      ...Array.from({ length: 600 }, () => 'a'),
    ]),
    slowAttack('slow-body', 'a body, a byte each second', patienceMs, (target) => [
      headOf(target, ['content-length: 1000']),
      ...Array.from({ length: 600 }, () => ' '),
    ]),
    ...SMUGGLED.map(smuggle),
  ]
}

async function sendBody(target: Target, body: string, signal: AbortSignal): Promise<Outcome> {
  const { token } = target.accounts
  const large = target.fetch(PATH, {
    ...{ method: 'POST', token, body, signal },
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
  })
  const small = target.fetch('/v1/models', { token, signal })
  const first = await Promise.race([large.then(() => 'large'), small.then(() => 'small')])
  const [reply, meanwhile] = await Promise.all([large, small])
  if (meanwhile.status !== 200) return notStopped(`a small request meanwhile: ${describe(meanwhile)}`)
  if (reply.status >= 500) return notStopped(describe(reply))
  return stopped(`${describe(reply)}; a small request was served ${first === 'small' ? 'before it' : 'behind it'}`)
}

function slowAttack(
  id: string,
  sends: string,
  patienceMs: number,
  pieces: (target: Target) => Iterable<string>,
): Attack {
  return {
    ...{ id, group: 'bodies', sends },
    stoppedWhen: `the connection is ended in ${Math.round(patienceMs / 1000)} s, and others are served meanwhile`,
    run: async (target, signal) => {
      target.count()
      const slow = exchangeRaw(target.url, pieces(target), { waitMs: patienceMs, pauseMs: 1_000, signal })
      const meanwhile = await target.fetch('/v1/models', { token: target.accounts.token, signal })
      const { text, ended } = await slow
      if (meanwhile.status !== 200) return notStopped(`another request meanwhile: ${describe(meanwhile)}`)
      if (ended || statusesOf(text).length > 0) return stopped(`ended: ${statusesOf(text)[0] ?? 'cut'}`)
      return patienceMs < LEAST_PATIENCE_MS
        ? couldNotTell('it was not waited for long enough: see --patience-s')
        : notStopped('it was still open')
    },
  }
}

/** Servers commonly give a body a minute. */
const LEAST_PATIENCE_MS = 70_000

const HIDDEN = 'GET /v1/models HTTP/1.1\r\nhost: x\r\n\r\n'
const SMUGGLED: readonly (readonly [id: string, sends: string, lines: readonly string[], body: string])[] = [
  [
    'length-and-chunks',
    'a length and chunks, with a request behind',
    ['content-length: 5', 'transfer-encoding: chunked'],
    `0\r\n\r\n${HIDDEN}`,
  ],
  ['two-lengths', 'two lengths', ['content-length: 2', `content-length: ${2 + HIDDEN.length}`], `{}${HIDDEN}`],
  [
    'odd-coding',
    'a transfer coding that is none',
    ['transfer-encoding: xchunked', 'content-length: 5'],
    `0\r\n\r\n${HIDDEN}`,
  ],
  ['space-before-colon', 'a space before the colon of the length', ['content-length : 2'], `{}${HIDDEN}`],
  ['folded', 'a head line that goes on in the next', ['transfer-encoding:', ' chunked'], `0\r\n\r\n${HIDDEN}`],
  ['signed-length', 'a length with a sign', ['content-length: +2'], `{}${HIDDEN}`],
  [
    'bare-feed',
    'lines that end with a line feed alone',
    ['x: y\ntransfer-encoding: chunked', 'content-length: 5'],
    `0\r\n\r\n${HIDDEN}`,
  ],
]

function smuggle([id, sends, lines, body]: (typeof SMUGGLED)[number]): Attack {
  return {
    ...{ id: `smuggle-${id}`, group: 'smuggling', sends },
    stoppedWhen: 'one answer of 400 or more, which says that it is the last: nothing behind it is read as a request',
    run: async (target, signal) => {
      target.count()
      const { text, ended } = await exchangeRaw(target.url, [`${headOf(target, lines)}${body}`], {
        waitMs: SOON_MS,
        signal,
      })
      const statuses = statusesOf(text)
      const seen = statuses.join(', ')
      if (statuses.length > 1) return notStopped(`${statuses.length} answers: ${seen}`)
      if (statuses.length === 0) return ended ? stopped('cut') : couldNotTell('no answer')
      // An idle connection is ended as well, some seconds later: the answer itself must say that it is the last.
      const isLast = /^connection: close\r?$/im.test(text)
      return (statuses[0] ?? 0) >= 400 && isLast
        ? stopped(seen)
        : notStopped(`${seen}${isLast ? '' : ', and more may come'}`)
    },
  }
}
