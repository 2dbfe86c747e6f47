import { once } from 'node:events'
import { connect, createServer, type Server } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listen } from './system/listen.ts'
import { startTcpProxy, type TcpProxy } from './tcp-proxy.ts'

describe('startTcpProxy', () => {
  let echo: Server
  let proxy: TcpProxy
  beforeAll(async () => {
    echo = createServer((socket) => {
      socket.on('error', () => undefined)
      socket.pipe(socket)
    })
    proxy = await startTcpProxy(await listen(echo))
  })
  afterAll(async () => {
    await proxy.stop()
    echo.close()
  })

  const open = async () => {
    const socket = connect(proxy.port, '127.0.0.1')
    socket.setEncoding('utf8')
    await once(socket, 'connect')
    return socket
  }
  const say = async (socket: Awaited<ReturnType<typeof open>>, text: string) => {
    socket.write(text)
    const [answer] = await once(socket, 'data')
    return answer
  }

  it('passes bytes both ways, resets on cut and serves again after restore', async () => {
    const socket = await open()
    expect(await say(socket, 'hello')).toBe('hello')
    const failed = once(socket, 'error')
    proxy.cut()
    expect((await failed)[0]).toMatchObject({ code: 'ECONNRESET' })
    const refused = connect(proxy.port, '127.0.0.1')
    expect((await once(refused, 'error'))[0]).toMatchObject({ code: 'ECONNRESET' })
    proxy.restore()
    const again = await open()
    expect(await say(again, 'back')).toBe('back')
    again.destroy()
  })

  it('leads new connections elsewhere once it has moved, and resets the old ones', async () => {
    const other = createServer((socket) => socket.on('error', () => undefined).end('other'))
    const moving = await startTcpProxy((echo.address() as { port: number }).port)
    const old = connect(moving.port, '127.0.0.1').setEncoding('utf8')
    expect(await say(old, 'a')).toBe('a')
    const reset = once(old, 'error')
    moving.moveTo(await listen(other))
    expect((await reset)[0]).toMatchObject({ code: 'ECONNRESET' })
    const [text] = await once(connect(moving.port, '127.0.0.1').setEncoding('utf8'), 'data')
    expect(text).toBe('other')
    await moving.stop()
    other.close()
  })

  it('keeps connections silent while frozen, old and new, and loses nothing', async () => {
    const [old, control] = [await open(), await open()]
    expect(await say(old, 'a')).toBe('a')
    proxy.freeze()
    const fresh = await open()
    const answered: string[] = []
    old.on('data', (text) => answered.push(`old ${text}`))
    fresh.on('data', (text) => answered.push(`fresh ${text}`))
    old.write('b')
    fresh.write('c')
    const direct = connect((echo.address() as { port: number }).port, '127.0.0.1')
    direct.write('x')
    await once(direct, 'data')
    expect(answered).toEqual([])
    proxy.restore()
    expect(await say(control, 'd')).toBe('d')
    while (answered.length < 2) await new Promise(setImmediate)
    expect(answered.sort()).toEqual(['fresh c', 'old b'])
    for (const socket of [old, control, fresh, direct]) socket.destroy()
  })
})
