import { describe, expect, test } from 'vitest'
import { type CryptoCase, compare, detectInCase, readCases } from '../testing/crypto-cases.ts'

const byPlace = new Map<string, CryptoCase[]>()
for (const one of await readCases()) byPlace.set(one.place, [...(byPlace.get(one.place) ?? []), one])

describe.each([...byPlace])('%s', (_, cases) => {
  test.each(cases.map((one) => [one.name, one] as const))('%s', async (_name, one) => {
    const { missed, unexpected } = compare(one, await detectInCase(one))
    expect({
      missed: missed.map(({ file, line, text }) => `${file}:${line} ${text}`),
      unexpected: unexpected.map(
        ({ file, line, algorithm, role, parameters }) =>
          `${file}:${line} ${algorithm} ${role} ${JSON.stringify(parameters)}`,
      ),
    }).toEqual({ missed: [], unexpected: [] })
  })
})
