import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ScimServer } from './scim-server.ts'
import { startScim } from './start-scim.ts'

describe('startScim', () => {
  let server: ScimServer
  beforeEach(async () => {
    server = await startScim()
  })
  afterEach(async () => await server?.stop())

  const get = async (path: string, token = server.token) => {
    const response = await fetch(`${server.url}${path}`, { headers: { authorization: `Bearer ${token}` } })
    const text = await response.text()
    return { status: response.status, type: response.headers.get('content-type'), text }
  }
  const names = async (path: string) => {
    const list = JSON.parse((await get(path)).text)
    return [list.totalResults, list.Resources.map((user: { userName: string }) => user.userName)]
  }

  it('adds, changes and deletes users', async () => {
    const id = await server.addUser({ userName: 'ann', emails: [{ value: 'ann@example.test', primary: true }] })
    await server.patchUser(id, { active: false, userName: 'anna' })
    const { type, text } = await get(`/Users/${id}`)
    expect(type).toContain('application/scim+json')
    expect(JSON.parse(text)).toMatchObject({ id, userName: 'anna', active: false })
    await server.deleteUser(id)
    expect((await get(`/Users/${id}`)).status).toBe(404)
    await expect(server.deleteUser(id)).rejects.toThrow(/404/)
  })

  it('lists users page by page, and groups', async () => {
    const ids = []
    for (const userName of ['a', 'b', 'c', 'd', 'e']) ids.push(await server.addUser({ userName }))
    expect(await names('/Users?startIndex=1&count=2')).toEqual([5, ['a', 'b']])
    expect(await names('/Users?startIndex=3&count=2')).toEqual([5, ['c', 'd']])
    expect(await names('/Users?startIndex=5&count=2')).toEqual([5, ['e']])
    await server.addGroup({ displayName: 'eng', members: [{ value: ids[0] ?? '' }] })
    expect(JSON.parse((await get('/Groups')).text).Resources).toMatchObject([
      { displayName: 'eng', members: [{ value: ids[0] }] },
    ])
    expect(server.requests).toContainEqual({ method: 'GET', path: '/scim/v2/Users?startIndex=3&count=2' })
  })

  it('wants its token', async () => {
    expect((await get('/Users', 'wrong')).status).toBe(401)
  })

  it('shares nothing with another in the same process', async () => {
    const other = await startScim()
    await other.addUser({ userName: 'elsewhere' })
    expect(await names('/Users')).toEqual([0, []])
    await other.stop()
  })

  it('gives unsound answers on demand', async () => {
    server.tamper((body) => ({ ...(body as object), totalResults: 7 }))
    expect(await names('/Users')).toEqual([7, []])
    server.tamper(() => '{"half":')
    expect((await get('/Users')).text).toBe('{"half":')
    server.tamper(undefined)
    expect(await names('/Users')).toEqual([0, []])
  })
})
