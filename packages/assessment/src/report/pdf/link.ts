import type { Paper } from './paper.ts'

interface LinkedArea {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  /** Where it leads: an address, or a named place of the document. */
  readonly url?: string
  readonly destination?: string
  write(): void
}

/** Writes what leads elsewhere, and marks it so for eyes and for readers of the structure (ISO 32000-1, 14.8.4.4.2). */
export function addLink({ document }: Paper, parent: PDFKit.PDFStructureElement, area: LinkedArea): void {
  const { x, y, width, height, url, destination, write } = area
  const link: PDFKit.PDFStructureElement = document.struct('Link', {}, [
    () => {
      write()
      const options = { Border: [0, 0, 0], structParent: link }
      if (url !== undefined) document.link(x, y, width, height, url, options)
      if (destination !== undefined) document.goTo(x, y, width, height, destination, options)
    },
  ])
  parent.add(link)
}
