import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { assessed, SAMPLE } from '../../findings/testing/sample.ts'
import { buildReport } from '../build-report.ts'
import { type Box, Flow } from './flow.ts'
import { openPaper, type Paper } from './paper.ts'

async function newPaper(): Promise<Paper> {
  return openPaper(buildReport(await assessed(SAMPLE), { generatedAt: new Date('2026-01-31T12:00:00.000Z') }))
}

/** Boxes that note where they were drawn. */
class Places {
  readonly drawn: { readonly name: string; readonly page: number; readonly bottom: number }[] = []
  readonly #flow: Flow

  constructor(flow: Flow) {
    this.#flow = flow
  }

  box(name: string, height: number, more: Partial<Box> = {}): Box {
    const draw = (top: number) => this.drawn.push({ name, page: this.#flow.page, bottom: top + height })
    return { height, ...more, draw }
  }

  pages(): string[] {
    return [...Map.groupBy(this.drawn, ({ page }) => page).values()].map((all) => all.map(({ name }) => name).join(' '))
  }
}

describe('Flow', () => {
  it('keeps a heading with what it leads to, and repeats the head of a table', async () => {
    const paper = await newPaper()
    const flow = new Flow(paper)
    const places = new Places(flow)
    const room = paper.bottom - paper.top
    const head = places.box('again', 20)
    flow.place([
      places.box('filler', room - 100),
      places.box('heading', 30, { keepsWithNext: true }),
      places.box('head', 20, { keepsWithNext: true }),
      places.box('row1', 60, { head, keepsWithNext: true }),
      places.box('row2', room - 170, { head }),
      places.box('row3', 60, { head, keepsWithNext: true }),
      places.box('row4', 60, { head }),
    ])
    expect(places.pages()).toEqual(['filler', 'heading head row1 row2', 'again row3 row4'])
  })

  it('draws every box once, in order, above the bottom, and no heading last on its page', async () => {
    const paper = await newPaper()
    const room = paper.bottom - paper.top
    const sizes = fc.array(
      fc.record({ height: fc.integer({ min: 1, max: Math.floor(room / 4) }), keeps: fc.boolean() }),
      {
        maxLength: 40,
      },
    )
    fc.assert(
      fc.property(sizes, (drawn) => {
        // Three headings in a row are as many as a page takes with what they lead to.
        const all = drawn.map(({ height, keeps }, index) => ({ height, keepsWithNext: keeps && index % 4 !== 3 }))
        const flow = new Flow(paper)
        flow.startPage()
        const places = new Places(flow)
        flow.place(all.map(({ height, keepsWithNext }, index) => places.box(String(index), height, { keepsWithNext })))
        expect(places.drawn.map(({ name }) => Number(name))).toEqual(all.map((_, index) => index))
        for (const [index, { page, bottom }] of places.drawn.entries()) {
          expect(bottom).toBeLessThanOrEqual(paper.bottom)
          const next = places.drawn[index + 1]
          if (all[index]?.keepsWithNext === true && next !== undefined) expect(next.page).toBe(page)
        }
      }),
      { numRuns: 50 },
    )
  })
})
