import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { describe, expect, it } from 'vitest'
import { isProcessAlive } from './is-process-alive.ts'
import { startProcess } from './managed-process.ts'

const script = (source: string) => ({ name: 'child', command: process.execPath, args: ['-e', source] })
const forever = 'setInterval(() => {}, 1000)'

describe('startProcess', () => {
  it('waits for the ready text and ends the process', async () => {
    const child = await startProcess({ ...script(`console.log('go'); ${forever}`), readyText: 'go' })
    expect(child.isRunning()).toBe(true)
    await child.end()
    expect(isProcessAlive(child.pid)).toBe(false)
    expect(await child.exited).toEqual({ code: null, signal: 'SIGTERM' })
    await child.end()
  })

  it.each([
    ["console.error('bad setting'); process.exit(3)", /child ended \(code 3\) before it was ready.*bad setting/s],
    [forever, /child was not ready after 300 ms/],
  ])('says why a process is not ready: %s', async (source, message) => {
    const options = { ...script(source), readyText: 'never', readyTimeoutMs: source === forever ? 300 : 10_000 }
    await expect(startProcess(options)).rejects.toThrow(message)
  })

  it('says so when there is no such program', async () => {
    await expect(
      startProcess({ name: 'x', command: '/no/such/program', args: [], readyText: 'never' }),
    ).rejects.toThrow(/^x /)
  })

  it('kills a process that ignores the signal', async () => {
    const child = await startProcess({
      ...script(`process.on('SIGTERM', () => {}); console.log('go'); ${forever}`),
      readyText: 'go',
    })
    await child.end('SIGTERM', 50)
    expect((await child.exited).signal).toBe('SIGKILL')
  })

  it('ends the process when this one is killed hard', async (context) => {
    if (process.platform !== 'linux') context.skip('only Linux ties a process to its parent')
    const source = `
      const { startProcess } = await import(${JSON.stringify(new URL('./managed-process.ts', import.meta.url).href)})
      const child = await startProcess(${JSON.stringify({ ...script(`console.log('go'); ${forever}`), readyText: 'go' })})
      console.log(child.pid)
    `
    const parent = spawn(process.execPath, ['--input-type=module', '-e', source], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const [line] = await once(parent.stdout, 'data')
    const pid = Number(String(line))
    expect(isProcessAlive(pid)).toBe(true)
    parent.kill('SIGKILL')
    await once(parent, 'exit')
    while (isProcessAlive(pid)) await new Promise(setImmediate)
  })
})
