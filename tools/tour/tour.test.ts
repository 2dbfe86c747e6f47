import { readFileSync, writeFileSync } from 'node:fs'
import { expect, it, onTestFinished } from 'vitest'
import { maskChanging } from './mask-changing.ts'
import { playTour } from './play-tour.ts'
import { tourPage } from './tour-page.ts'
import { startTourStack } from './tour-stack.ts'

const PAGE = new URL('../../docs/tour.md', import.meta.url)

it('docs/tour.md shows what the interfaces say (npm run tour writes it)', async () => {
  // Of this try alone: at the end of a tour Alice is frozen.
  const stack = await startTourStack()
  onTestFinished(() => stack.stop())
  const page = tourPage(await playTour(stack))
  if (process.env.SLUICE_WRITE_TOUR === '1') writeFileSync(PAGE, page)
  expect(maskChanging(readFileSync(PAGE, 'utf8'))).toBe(maskChanging(page))
}, 300_000)

it('compares everything but ids, times, tokens, digests and counts', () => {
  const of = (rest: string) => maskChanging(`"sub": "alice", "id": "${rest}`)
  expect(of('0b6f0d2e-0000-4000-8000-0123456789ab" at 2026-01-01T00:00:00.123Z')).toBe(
    '"sub": "alice", "id": "UUID" at TIME',
  )
  expect(of('EMAIL_ADDRESS_W8A61RHE3R, 12 ms')).toBe('"sub": "alice", "id": "EMAIL_ADDRESS_TOKEN, N ms')
  expect(of('PERSON_S07XJ4KW_A7RSD88N6F')).toBe('"sub": "alice", "id": "PERSON_TOKEN')
})
