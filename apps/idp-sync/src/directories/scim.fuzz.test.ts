import { DirectoryFault } from '@sluice/directory-sync'
import { systemClock } from '@sluice/service-kit'
import { fuzz } from '@sluice/testkit/fuzz'
import fc from 'fast-check'
import { expect } from 'vitest'
import { pullAndCompare } from '../pull-and-compare.ts'
import { fixedCredentials } from './http/credentials.ts'
import type { HttpClient } from './http/http-client.ts'
import { createScimDirectory } from './scim.ts'

interface Account {
  readonly id: string
  readonly userName: string
  readonly active: boolean
}

interface Page {
  readonly totalResults: number
  readonly startIndex: number
  readonly Resources: readonly object[]
}

/** What goes wrong with an answer: its text as the service should have given it, and another page of its own. */
type Fault = (page: Page, text: string, all: readonly Account[]) => { readonly status?: number; readonly text: string }

const list = (page: Page, changes: object): ReturnType<Fault> => ({ text: JSON.stringify({ ...page, ...changes }) })
const nonsense = fc.oneof(
  fc.json(),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom('', '[]', 'null', '{}', '{"totalResults":0}', '{"Resources":[]}', '<html>', `${'['.repeat(2_000)}`),
  fc.constantFrom(
    '{"totalResults":0,"Resources":null}',
    '{"totalResults":-1}',
    '{"totalResults":1e999,"Resources":[]}',
  ),
)
/** What a broken or restless service may say; none of it says that anybody was removed. */
const fault: fc.Arbitrary<Fault> = fc.oneof(
  nonsense.map(
    (text): Fault =>
      () => ({ text }),
  ),
  fc.constantFrom(201, 204, 301, 304, 400, 401, 403, 404, 410, 500, 501, 503).map(
    (status): Fault =>
      (_, text) => ({ status, text }),
  ),
  fc.nat().map(
    (at): Fault =>
      (page) =>
        list(page, { Resources: page.Resources.filter((_, index) => index !== at % 4) }),
  ),
  fc.nat().map(
    (at): Fault =>
      (page) =>
        list(page, { Resources: [...page.Resources, page.Resources[at % 4] ?? {}] }),
  ),
  fc.integer({ min: -3, max: 30 }).map(
    (totalResults): Fault =>
      (page) =>
        list(page, { totalResults }),
  ),
  fc.integer({ min: -1, max: 9 }).map(
    (startIndex): Fault =>
      (page) =>
        list(page, { startIndex }),
  ),
  fc.tuple(fc.nat(9), fc.nat(9)).map(
    ([from, length]): Fault =>
      (page, _, all) =>
        list(page, { Resources: all.slice(from, from + length) }),
  ),
  fc.jsonValue({ maxDepth: 3 }).map(
    (Resources): Fault =>
      (page) =>
        list(page, { Resources }),
  ),
  fc.tuple(fc.nat(3), fc.constantFrom('id', 'userName', 'active', 'emails'), fc.jsonValue({ maxDepth: 2 })).map(
    ([at, name, value]): Fault =>
      (page) =>
        list(page, {
          Resources: page.Resources.map((each, index) => (index === at ? { ...each, [name]: value } : each)),
        }),
  ),
  fc.nat().map(
    (at): Fault =>
      (_, text) => ({ text: text.slice(0, at % (text.length + 1)) }),
  ),
)
/** A fault of this many of the requests, beginning with this one. */
const faults = fc.record({ fault, first: fc.nat(5), times: fc.integer({ min: 1, max: 4 }) })

const accounts = fc
  .uniqueArray(fc.integer({ min: 1, max: 30 }), { maxLength: 8 })
  .map((numbers) => numbers.map((n): Account => ({ id: `id-${n}`, userName: `user-${n}`, active: n % 5 !== 0 })))

const MAX_REQUESTS = 200
const MAX_USERS = 20

/** A service that answers as RFC 7644 says, but for the faults. Requests beyond the bound are the reader's fault. */
function serviceOf(
  all: readonly Account[],
  wrong: readonly { readonly fault: Fault; readonly first: number; readonly times: number }[],
) {
  let requests = 0
  const client: HttpClient = {
    send: async ({ url }) => {
      requests += 1
      if (requests > MAX_REQUESTS) throw new Error('The reader asks without end.')
      const one = /\/Users\/(.+)$/.exec(url.pathname)?.[1]
      if (one !== undefined) {
        const isThere = all.some(({ id }) => id === decodeURIComponent(one))
        return { status: isThere ? 200 : 404, headers: {}, text: '{}' }
      }
      const first = Number(url.searchParams.get('startIndex'))
      const Resources = all.slice(first - 1, first - 1 + Number(url.searchParams.get('count')))
      const page = { totalResults: all.length, startIndex: first, Resources }
      const text = JSON.stringify(page)
      const at = requests - 1
      const now = wrong.find((each) => at >= each.first && at < each.first + each.times)
      return { status: 200, headers: {}, ...(now === undefined ? { text } : now.fault(page, text, all)) }
    },
    close: async () => undefined,
  }
  return createScimDirectory({
    name: 'corp',
    tenant: 'acme',
    baseUrl: 'https://idp.example.com/scim/v2',
    client,
    credentials: fixedCredentials('Bearer', 'token'),
    subAttribute: 'userName',
    groups: 'none',
    pageSize: 3,
    maxUsers: MAX_USERS,
  })
}

const signal = new AbortController().signal

/** What a pull means for those who were known before; undefined where the directory is not believed. */
async function revokedBy(
  known: readonly Account[],
  directory: ReturnType<typeof serviceOf>,
): Promise<readonly string[]> {
  const rows = known.map(({ id, userName, active }) => ({
    sub: userName,
    preferredUsername: userName,
    groups: [],
    active,
    directory: 'corp',
    directoryUserId: id,
    removed: false,
  }))
  try {
    const { plan } = await pullAndCompare({
      directory,
      cursor: undefined,
      signal,
      clock: systemClock,
      // The guard lets everything pass: what is revoked here is revoked for what the directory says alone.
      limits: { maxShare: 1, minUsers: 1_000, windowMs: 0 },
      revokedBefore: 0,
      users: {
        async *known() {
          yield rows
        },
      },
      syncs: { pending: async () => [] },
    })
    return plan.revocations.map(({ sub }) => sub)
  } catch (error) {
    if (!(error instanceof DirectoryFault)) throw error
    // Stored, logged and shown: it must not quote what a directory says.
    expect(error.message).not.toMatch(/user-\d|id-\d/)
    return []
  }
}

fuzz('SCIM pages', {
  'that are wrong give a fault of the directory, or users within the bounds': {
    property: fc.asyncProperty(accounts, fc.array(faults, { minLength: 1, maxLength: 3 }), async (all, wrong) => {
      try {
        const pull = await serviceOf(all, wrong).pull({ signal })
        if (pull.kind !== 'snapshot') expect.fail(pull.kind)
        expect(pull.users.length).toBeLessThanOrEqual(MAX_USERS)
        expect(new Set(pull.users.map(({ id }) => id)).size).toBe(pull.users.length)
        for (const { id, sub } of pull.users) {
          expect(id).not.toBe('')
          expect(sub).not.toBe('')
        }
      } catch (error) {
        if (!(error instanceof DirectoryFault)) throw error
        expect(error.message).not.toMatch(/user-\d|id-\d/)
      }
    }),
    runs: 300,
  },
  'that leave users out, or say nothing, revoke nobody who is still there': {
    property: fc.asyncProperty(accounts, faults, async (all, wrong) => {
      const revoked = await revokedBy(all, serviceOf(all, [wrong]))
      const stillNamed = new Set(all.map(({ userName }) => userName))
      // A page that gives a user another name, or says that one is not active, says so in a form that holds.
      const said = await answersAbout(all, wrong)
      expect(revoked.filter((sub) => stillNamed.has(sub) && !said.has(sub))).toEqual([])
    }),
    runs: 300,
  },
  'that are right revoke exactly those who are gone or not active': {
    property: fc.asyncProperty(accounts, accounts, async (before, after) => {
      const now = new Map(after.map((each) => [each.id, each]))
      const gone = before
        .filter(({ id, active }) => active && now.get(id)?.active !== true)
        .map(({ userName }) => userName)
      expect([...(await revokedBy(before, serviceOf(after, [])))].sort()).toEqual(gone.sort())
    }),
    runs: 200,
  },
})

/** Subjects that a well-formed user of the faulty pages changes: with another name, or no longer active. */
async function answersAbout(
  all: readonly Account[],
  { fault: change }: { readonly fault: Fault },
): Promise<ReadonlySet<string>> {
  const said = new Set<string>()
  for (let first = 0; first <= all.length; first += 1) {
    const page = { totalResults: all.length, startIndex: first + 1, Resources: all.slice(first, first + 3) }
    const { text } = change(page, JSON.stringify(page), all)
    for (const each of resourcesIn(text)) {
      const before = all.find(({ id }) => id === Object(each).id)
      const { userName, active } = Object(each)
      const isAsBefore =
        userName === before?.userName && (active === before?.active || active === undefined || active === null)
      if (before !== undefined && !isAsBefore) said.add(before.userName)
    }
  }
  return said
}

function resourcesIn(text: string): readonly unknown[] {
  try {
    const { Resources } = Object(JSON.parse(text))
    return Array.isArray(Resources) ? Resources : []
  } catch {
    return []
  }
}
