import { createUsersRepository } from '@sluice/db'
import type { TestBrowser } from '@sluice/test-stack'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ConsoleStack, startConsoleStack } from '../testing/console-stack.ts'
import { okJson, problemOf } from '../testing/test-stack.ts'

let stack: ConsoleStack

beforeAll(async () => {
  stack = await startConsoleStack({ CONSOLE_REFRESH_MS: '1000' })
})
afterAll(() => stack?.stop())

const session = (browser: TestBrowser) => browser.call('GET', '/console/session')
const change = (text: string) => stack.database.pool.query(`UPDATE console_sessions SET ${text}`)
const isOver = async (browser: TestBrowser) => {
  expect(await problemOf(await session(browser))).toMatchObject({ status: 401, code: 'token_expired' })
  const { rows } = await stack.database.pool.query('SELECT * FROM console_sessions')
  expect(rows).toEqual([])
}

describe('a log-out', () => {
  it('ends the session for whoever has copied the cookie', async () => {
    const browser = await stack.loggedIn('carol')
    const thief = stack.browser()
    thief.sessionCookie = browser.sessionCookie ?? ''
    expect((await session(thief)).status).toBe(200)
    const { logout_url: url } = Object(await okJson(await browser.call('POST', '/console/logout')))
    expect(browser.sessionCookie).toBeUndefined()
    expect(new URL(url).searchParams.get('post_logout_redirect_uri')).toBe(`${stack.url}/console/`)
    for (const path of ['/console/session', '/admin/sessions']) {
      expect(await problemOf(await thief.call('GET', path))).toMatchObject({ status: 401, code: 'token_expired' })
    }
    expect((await stack.takeRecords()).at(-1)).toMatchObject({ event: 'console.logged_out', actor: 'user:carol' })
    // It can be done again.
    expect(await okJson(await browser.call('POST', '/console/logout'))).toEqual({})
  })

  it('is nobody else’s to do', async () => {
    const browser = await stack.loggedIn('carol')
    const forged = await browser.call('POST', '/console/logout', undefined, { origin: 'https://evil.test' })
    expect(forged.status).toBe(403)
    expect((await session(browser)).status).toBe(200)
    await browser.call('POST', '/console/logout')
  })
})

describe('a session', () => {
  it('ends when nobody has done anything, though its page still asks', async () => {
    const browser = await stack.loggedIn('carol')
    const past = `last_seen_at = now() - interval '14 minutes'`
    await change(past)
    const byItself = { 'x-sluice-console': 'background' }
    expect((await browser.call('GET', '/console/session', undefined, byItself)).status).toBe(200)
    await change(`last_seen_at = last_seen_at - interval '2 minutes'`)
    await isOver(browser)
  })

  it('goes on while somebody does something', async () => {
    const browser = await stack.loggedIn('carol')
    await change(`last_seen_at = now() - interval '14 minutes'`)
    expect((await session(browser)).status).toBe(200)
    await change(`last_seen_at = last_seen_at - interval '2 minutes'`)
    expect((await session(browser)).status).toBe(200)
    await browser.call('POST', '/console/logout')
  })

  it('ends when its time is up', async () => {
    const browser = await stack.loggedIn('carol')
    await change('expires_at = now()')
    await isOver(browser)
  })

  it('ends when the provider gives other groups', async () => {
    const browser = await stack.loggedIn('erin')
    await stack.oidc.setUser({ sub: 'erin', preferredUsername: 'erin', groups: ['role:ciso'] })
    // A new token is due.
    await change(`refreshed_at = now() - interval '2 seconds'`)
    await isOver(browser)
    await browser.logIn('erin')
    expect(await okJson(await session(browser))).toMatchObject({ user: { roles: ['ciso'] } })
    await browser.call('POST', '/console/logout')
  })

  it('ends when the Users store has other groups, and at once when it says that the person has gone', async () => {
    const users = createUsersRepository(stack.database)
    const browser = await stack.loggedIn('grace')
    const grace = { tenant: 'default', sub: 'grace', preferredUsername: 'grace' }
    await users.upsert({ ...grace, groups: ['role:auditor'], active: true })
    expect((await session(browser)).status).toBe(200)
    await users.upsert({ ...grace, groups: [], active: true })
    await isOver(browser)
    await browser.logIn('grace')
    await users.setActive('default', 'grace', false)
    await isOver(browser)
  })

  it('ends with a freeze, and stays over when that is lifted before anybody has looked', async () => {
    const browser = await stack.loggedIn('dave')
    const order = { reason: 'A drill.' }
    const ciso = (what: string) => stack.call('carol', 'POST', `/admin/users/dave/${what}`, order)
    expect((await ciso('freeze')).status).toBe(200)
    expect(await problemOf(await session(browser))).toMatchObject({ status: 403, code: 'session_frozen' })
    const { response } = await browser.choose('dave')
    expect(response.status).toBe(403)
    await ciso('unfreeze')
    await isOver(browser)
    await browser.logIn('dave')
    await ciso('freeze')
    await ciso('unfreeze')
    await isOver(browser)
  })

  it('gets new tokens, once for many calls, and ends where the provider gives none', async () => {
    const browser = await stack.loggedIn('carol')
    const tokens = async () => (await stack.database.pool.query('SELECT tokens FROM console_sessions')).rows[0].tokens
    const before = await tokens()
    await change(`refreshed_at = now() - interval '2 seconds'`)
    const answers = await Promise.all(Array.from({ length: 8 }, () => session(browser)))
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200))
    expect(await tokens()).not.toBe(before)
    // A log-out at the provider takes its tokens back; here they are unreadable, as after the loss of a data key.
    await change(`tokens = 'gone.${'A'.repeat(16)}.AAAA.${'A'.repeat(21)}A'`)
    await isOver(browser)
  })

  it('is one of ten of a person at most', async () => {
    const first = await stack.loggedIn('carol')
    for (let count = 0; count < 10; count += 1) await stack.loggedIn('carol')
    expect((await session(first)).status).toBe(401)
    const { rows } = await stack.database.pool.query('SELECT * FROM console_sessions')
    expect(rows).toHaveLength(10)
  })
})
