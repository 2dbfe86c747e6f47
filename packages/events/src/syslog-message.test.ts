import { expect, it } from 'vitest'
import { toSyslog } from './syslog-message.ts'

it.each([
  [10, 106],
  [9, 106],
  [8, 107],
  [7, 107],
  [6, 108],
  [4, 108],
  [3, 110],
  [0, 110],
])('gives an event of severity %d the priority %d', (severity, priority) => {
  expect(toSyslog({ time: '2023-11-14T22:13:20.123Z', severity }, 'CEF:0|a|', 'gate-1')).toBe(
    `<${priority}>1 2023-11-14T22:13:20.123Z gate-1 sluice - - - CEF:0|a|`,
  )
})

it('writes no host name that would break the header', () => {
  expect(toSyslog({ time: '1970-01-01T00:00:00.000Z', severity: 0 }, 'CEF', 'a b\nc\u00e9')).toContain(' abc sluice ')
  expect(toSyslog({ time: '1970-01-01T00:00:00.000Z', severity: 0 }, 'CEF', '\u00e9')).toContain(' - sluice ')
})
