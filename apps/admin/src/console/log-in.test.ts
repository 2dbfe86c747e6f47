import type { TestBrowser } from '@sluice/test-stack'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ConsoleStack, startConsoleStack } from '../testing/console-stack.ts'
import { okJson, problemOf } from '../testing/test-stack.ts'

let stack: ConsoleStack

beforeAll(async () => {
  stack = await startConsoleStack({ STEP_UP: '{"freeze-user":{"max_age_seconds":300,"acr_values":["phr"]}}' })
})
afterAll(() => stack?.stop())

const isCallback = (url: string) => url.includes('/console/callback')
const session = (browser: TestBrowser) => browser.call('GET', '/console/session')

describe('a login', () => {
  it('gives the browser a cookie that scripts and other sites do not get, and no token', async () => {
    const browser = stack.browser()
    const { url } = await browser.choose('carol', '/console/login?return_to=/console/approvals%3Fa=b', isCallback)
    const ended = await browser.send(url)
    expect([ended.status, ended.headers.get('location')]).toEqual([302, '/console/approvals?a=b'])
    expect(ended.headers.getSetCookie().find((line) => line.startsWith('__Host-sluice-console='))).toMatch(
      /^__Host-sluice-console=[\w-]{43}; Max-Age=28800; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
    )
    // The login's own cookie is gone.
    expect(browser.cookie('__Host-sluice-login')).toBeUndefined()
    const answer = await session(browser)
    const text = await answer.clone().text()
    expect(await okJson(answer)).toMatchObject({
      user: { subject: 'carol', name: 'carol', tenant: 'default', roles: ['ciso'], departments: ['security'] },
      ...{ idle_timeout_seconds: 900, playground: null, assessment: false, security_keys: null },
    })
    expect(text).not.toContain('eyJ')
    const { rows } = await stack.database.pool.query('SELECT * FROM console_sessions')
    // Neither the id nor a token can be read from the database.
    expect(JSON.stringify(rows)).not.toContain(browser.sessionCookie)
    // A token has two such beginnings; sealed bytes happen to have one now and then.
    expect(JSON.stringify(rows)).not.toMatch(/eyJ[\w-]+\.eyJ/)
    expect((await stack.takeRecords()).at(-1)).toMatchObject({ event: 'console.logged_in', actor: 'user:carol' })
  })

  it('says what the person may do', async () => {
    const [ciso, nobody] = [await stack.loggedIn('carol'), await stack.loggedIn('u-alice')]
    const answer = await okJson(await session(ciso))
    expect(answer).toMatchObject({ actions: expect.arrayContaining(['freeze-user']) })
    expect(answer).toMatchObject({ actions: expect.not.arrayContaining(['read-siem-events']) })
    expect(await okJson(await session(nobody))).toMatchObject({ actions: [] })
  })

  it.each([
    ['elsewhere', 'https://evil.test/console/'],
    ['elsewhere by two slashes', '//evil.test/console/'],
    ['elsewhere by a way up', '/console/../admin/sessions'],
    ['elsewhere by a backslash', '/console/\\evil.test'],
  ])('leads nobody %s', async (_what, given) => {
    const browser = stack.browser()
    const { url } = await browser.choose('carol', `/console/login?return_to=${encodeURIComponent(given)}`, isCallback)
    const location = (await browser.send(url)).headers.get('location') ?? ''
    expect(new URL(location, stack.url).origin).toBe(new URL(stack.url).origin)
    expect(location).toMatch(/^\/console\//)
  })

  it('asks the provider with PKCE, state and nonce', async () => {
    const sent = new URL((await stack.browser().send('/console/login')).headers.get('location') ?? '')
    expect(Object.fromEntries(sent.searchParams)).toMatchObject({
      ...{ response_type: 'code', code_challenge_method: 'S256', code_challenge: expect.stringMatching(/^[\w-]{43}$/) },
      ...{ state: expect.stringMatching(/^[\w-]{43}$/), nonce: expect.stringMatching(/^[\w-]{43}$/) },
      redirect_uri: `${stack.url}/console/callback`,
    })
  })
})

describe('a login that was not begun so', () => {
  const refusal = async (browser: TestBrowser, url: string) => {
    const response = await browser.send(url)
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(browser.sessionCookie).toBeUndefined()
    return [response.status, await response.text()]
  }

  it('is refused with another state', async () => {
    const browser = stack.browser()
    const { url } = await browser.choose('carol', '/console/login', isCallback)
    const forged = new URL(url)
    forged.searchParams.set('state', 'a'.repeat(43))
    expect(await refusal(browser, forged.href)).toEqual([401, expect.stringContaining('not to the login')])
  })

  it('is refused in another browser, though that one has begun a login of its own', async () => {
    const [victim, attacker] = [stack.browser(), stack.browser()]
    const { url } = await attacker.choose('carol', '/console/login', isCallback)
    expect((await refusal(victim, url))[0]).toBe(401)
    await victim.send('/console/login')
    expect((await refusal(victim, url))[0]).toBe(401)
  })

  it('is refused a second time, also with the cookie of the first', async () => {
    const browser = stack.browser()
    const { url } = await browser.choose('carol', '/console/login', isCallback)
    const cookie = `__Host-sluice-login=${browser.cookie('__Host-sluice-login')}`
    await browser.send(url)
    const again = await fetch(url, { headers: { cookie }, redirect: 'manual' })
    expect(again.status).toBe(401)
    expect(again.headers.getSetCookie().join()).not.toContain('__Host-sluice-console')
  })

  it('is refused with a cookie that somebody has made', async () => {
    const { url } = await stack.browser().choose('carol', '/console/login', isCallback)
    const response = await fetch(url, {
      headers: { cookie: '__Host-sluice-login=k1.AAAA.AAAA.AAAA' },
      redirect: 'manual',
    })
    expect(response.status).toBe(401)
  })

  it('is refused where the provider says no', async () => {
    const browser = stack.browser()
    const sent = new URL((await browser.send('/console/login')).headers.get('location') ?? '')
    const state = sent.searchParams.get('state')
    const iss = encodeURIComponent(stack.oidc.issuer)
    const url = `/console/callback?error=access_denied&error_description=<b>&state=${state}&iss=${iss}`
    expect(await refusal(browser, url)).toEqual([401, expect.not.stringContaining('<b>')])
  })

  it('is refused to somebody who is not active', async () => {
    const browser = stack.browser()
    const { response } = await browser.choose('gone')
    expect([response.status, browser.sessionCookie]).toEqual([403, undefined])
  })

  it('is refused where it asks for a step to what is no action', async () => {
    expect((await stack.browser().send('/console/login?step_up=everything')).status).toBe(400)
  })
})

describe('the cookie', () => {
  const freezes = '/admin/users/u-bob/freeze'

  it('gives at the admin routes what a token gives', async () => {
    const [ciso, auditor] = [await stack.loggedIn('carol'), await stack.loggedIn('grace')]
    expect(await okJson(await ciso.call('GET', freezes))).toMatchObject({ state: 'active' })
    expect(await problemOf(await auditor.call('GET', freezes))).toMatchObject({ code: 'action_not_permitted' })
    const order = { reason: 'A drill.', drill: true }
    expect((await ciso.call('POST', '/admin/break-glass', order)).status).toBe(201)
    expect((await stack.takeRecords()).at(-1)).toMatchObject({ event: 'break_glass.opened', actor: 'user:carol' })
  })

  it.each([
    ['without the header', { 'x-sluice-console': '' }, 401, 'token_missing'],
    ['with another header', { 'x-sluice-console': 'yes' }, 401, 'token_missing'],
    ['from another origin', { origin: 'https://evil.test' }, 403, 'action_not_permitted'],
    ['from no origin', { origin: 'null' }, 403, 'action_not_permitted'],
    ['from another site', { 'sec-fetch-site': 'cross-site' }, 403, 'action_not_permitted'],
    ['from another port of this host', { 'sec-fetch-site': 'same-site' }, 403, 'action_not_permitted'],
    ['from an address that somebody typed', { 'sec-fetch-site': 'none' }, 403, 'action_not_permitted'],
  ])('counts for nothing %s', async (_what, headers, status, code) => {
    const browser = await stack.loggedIn('carol')
    for (const path of ['/console/session', '/admin/sessions']) {
      expect(await problemOf(await browser.call('GET', path, undefined, headers))).toMatchObject({ status, code })
    }
  })

  it.each(['a'.repeat(43), 'a', '', 'a'.repeat(5_000)])('that somebody guesses is refused', async (guess) => {
    const browser = stack.browser()
    browser.sessionCookie = guess
    for (const path of ['/console/session', '/admin/sessions']) {
      expect((await browser.call('GET', path)).status).toBe(401)
    }
  })
})

describe('a step up', () => {
  const freeze = (browser: TestBrowser) => browser.call('POST', '/admin/users/u-bob/freeze', { reason: 'A drill.' })

  it('takes a fresh login of the same person, and gives the session another id', async () => {
    const browser = await stack.loggedIn('carol')
    const before = browser.sessionCookie ?? ''
    const challenged = await freeze(browser)
    expect(await problemOf(challenged)).toMatchObject({ code: 'insufficient_user_authentication' })
    expect(challenged.headers.get('www-authenticate')).toContain('acr_values="phr"')
    const { url } = await browser.choose('carol', '/console/login?step_up=freeze-user&return_to=/console/people')
    expect(url).toBe(`${stack.url}/console/people`)
    expect(browser.sessionCookie).not.toBe(before)
    expect((await freeze(browser)).status).toBe(200)
    // The id from before is nobody's now.
    browser.sessionCookie = before
    expect((await session(browser)).status).toBe(401)
  })

  it('is of nobody else', async () => {
    const browser = await stack.loggedIn('carol')
    const before = browser.sessionCookie
    browser.forget(stack.oidc.issuer)
    const { response } = await browser.choose('dave', '/console/login?step_up=freeze-user')
    expect([response.status, browser.sessionCookie]).toEqual([401, before])
    expect(await okJson(await session(browser))).toMatchObject({ user: { subject: 'carol' } })
  })
})
