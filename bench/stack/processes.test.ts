import { describe, expect, it } from 'vitest'
import { environmentOf, partOf, processesOf, pssOf, servicesOf } from './processes.ts'

describe('the processes of a stack', () => {
  it.each([
    ['node\0--max-semi-space-size=8\0/srv/apps/idp-sync/dist/bundle/main.js', ['idp-sync'], 'idp-sync'],
    ['node\0/srv/apps/all-in-one/dist/bundle/main.js', ['admin', 'idp-sync'], 'admin + idp-sync'],
    ['node\0/srv/apps/assessment-api/dist/engine/engine-process.js', [], 'engine of assessment-api'],
    ['/usr/bin/redis-server 127.0.0.1:40123', [], 'Redis'],
    ['postgres: checkpointer ', [], 'PostgreSQL'],
    ['node\0infra/local/src/main.ts', [], 'the rest'],
  ])('takes %j for %j', (command, services, part) => {
    const found = servicesOf(command, { SERVICES: 'admin,idp-sync' })
    expect(found).toEqual(services)
    expect(partOf(command, found)).toBe(part)
  })

  it('counts the process itself, with more than a megabyte', () => {
    const own = processesOf(process.pid).find(({ pid }) => pid === process.pid)
    expect(own?.pssBytes).toBeGreaterThan(1_000_000)
  })

  it('reads bytes, and no number from a text without them', () => {
    expect(pssOf('Rss:  900 kB\nPss:                 512 kB\nPss_Anon: 1 kB\n')).toBe(524_288)
    expect(pssOf('')).toBeNaN()
  })

  it('reads the variables that a process was started with', () => {
    expect(environmentOf(process.pid).PATH).toBeTypeOf('string')
  })
})
