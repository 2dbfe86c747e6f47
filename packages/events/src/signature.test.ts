import { readFileSync } from 'node:fs'
import type { SluiceEvent } from '@sluice/contracts'
import { describe, expect, it } from 'vitest'
import { eventsOf } from './events-of.ts'
import { nameOf, signatureOf } from './signature.ts'
import { unreadableRecord } from './unreadable-record.ts'

const guide = readFileSync(new URL('../../../docs/siem.md', import.meta.url), 'utf8')
const table = guide.slice(guide.indexOf('## Signature ids and severities'), guide.indexOf('## OCSF'))

function first(record: Parameters<typeof eventsOf>[0]): SluiceEvent {
  const [event] = eventsOf(record)
  if (event === undefined) throw new Error('A record has an event.')
  return event
}

function ended(outcome: 'answered' | 'held' | 'denied' | 'failed' | 'aborted'): SluiceEvent {
  return first({
    record: {
      ...{ kind: 'request', version: 3, id: 'i', request_id: 'r', time_ms: 0, tenant: 't', sub: 's', session_id: 1 },
      ...{ model: 'm', policy_version: 'p', outcome, cache_hit: false, layers: [], violations: [] },
      ...{ commitment: '', sealed_opening: '' },
    },
  })
}

describe('the signature ids', () => {
  const events = [
    ...(['answered', 'held', 'denied', 'failed', 'aborted'] as const).map(ended),
    first({ record: unreadableRecord('outbox:1-0') }),
  ]

  it.each(events.map((event): [string, number] => [signatureOf(event), event.severity]))(
    '%s stands in the guide with its name and severity %d',
    (signature, severity) => {
      const row = table.split('\n').find((line) => line.includes(`\`${signature}\``))
      expect(row).toMatch(new RegExp(`\\| ${severity} \\|$`))
      const name = nameOf(signature)
      expect(row).toContain(name === signature ? 'as the id' : name)
    },
  )

  it.each(['layer.decided', 'layer.alerted', 'requests.refused', 'user.frozen'])(
    '%s stands in the guide',
    (signature) => {
      expect(table).toContain(`\`${signature}\``)
      expect(table).toContain(nameOf(signature))
    },
  )
})
