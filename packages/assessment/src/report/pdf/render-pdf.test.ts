import { describe, expect, it } from 'vitest'
import { assessed, detected, SAMPLE } from '../../findings/testing/sample.ts'
import type { Detection } from '../../model/detection.ts'
import { buildReport } from '../build-report.ts'
import { renderPdf } from './render-pdf.ts'

const generatedAt = new Date('2026-01-31T12:00:00.000Z')

async function pdfOf(detections: readonly Detection[], linkTemplate?: string): Promise<string> {
  const options = linkTemplate === undefined ? { generatedAt } : { generatedAt, linkTemplate }
  return Buffer.from(await renderPdf(buildReport(await assessed(detections), options))).toString('latin1')
}

describe('the structure of a PDF', () => {
  it('has its language, its title and everything that a reader of it needs', async () => {
    const text = await pdfOf(SAMPLE)
    expect(text).toContain('/Marked true')
    expect(text).toContain('/Lang (en)')
    expect(text).toContain('/DisplayDocTitle true')
    for (const type of [
      'Document',
      'Sect',
      'H1',
      'H2',
      'H3',
      'P',
      'L',
      'LI',
      'LBody',
      'Table',
      'TR',
      'TD',
      'TOC',
      'Link',
    ])
      expect(text).toMatch(new RegExp(`/S /${type}\\b`))
    expect(text.match(/\/S \/TH\b/g)?.length).toBe(text.match(/\/Scope \/Column/g)?.length)
  })

  it('has words beside each chart', async () => {
    const text = await pdfOf(SAMPLE)
    const figures = text.match(/\/S \/Figure\s+\/Alt \(.+\)/g)
    expect(figures).toHaveLength(3)
    expect(figures?.join()).toContain('RSA: 5')
  })

  it('gives a table one head, however many pages it takes', async () => {
    const heads = async (count: number) => {
      const many = Array.from({ length: count }, (_, line) => detected('RSA', 'Signature', {}, { line }))
      const text = await pdfOf(many)
      return { heads: text.match(/\/S \/TH\b/g)?.length, pages: text.match(/\/Type \/Page\b/g)?.length ?? 0 }
    }
    const [few, many] = [await heads(1), await heads(300)]
    expect(many.pages).toBeGreaterThan(few.pages + 5)
    expect(many.heads).toBe(few.heads)
  })

  it('joins each link with its words', async () => {
    const text = await pdfOf([detected('RSA', 'Signature')], 'https://code.example/{path}#L{line}')
    const links = text.match(/\/Subtype \/Link\b/g)?.length ?? 0
    expect(links).toBe(9 + 1)
    expect(text.match(/\/Type \/OBJR/g)).toHaveLength(links)
  })
})

describe('the fonts of a PDF', () => {
  it('are all in it', async () => {
    const text = await pdfOf([
      detected('RSA', 'Signature', {}, { file: '\u043a\u043b\u044e\u0447/\u03bb/\u05de/\u0645.py' }),
    ])
    expect(text.match(/\/FontFile2/g)?.length).toBe(text.match(/\/Type \/FontDescriptor/g)?.length)
    expect(text).not.toMatch(/\/Subtype \/Type1\b/)
    for (const name of ['NotoSans-Bold', 'NotoSansMono', 'NotoSansArabic', 'NotoSansHebrew'])
      expect(text).toContain(name)
  })
})
