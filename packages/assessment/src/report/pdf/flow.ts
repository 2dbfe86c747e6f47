import type { Paper } from './paper.ts'

/** A piece of a page that is not torn. */
export interface Box {
  /** Points. */
  readonly height: number
  /** Points below it, which may fall off at the end of a page. */
  readonly gap?: number
  /** Stands on the same page as the box after it: a heading, the head of a table. */
  readonly keepsWithNext?: boolean
  /** Stands above this box where that starts a page: the head of its table. */
  readonly head?: Omit<Box, 'head'>
  draw(top: number): void
}

/** Sets boxes below each other, on as many pages as it takes. */
export class Flow {
  readonly #paper: Paper
  #y: number

  constructor(paper: Paper) {
    this.#paper = paper
    this.#y = paper.top
  }

  /** The page that is written on, from 0. */
  get page(): number {
    const { start, count } = this.#paper.document.bufferedPageRange()
    return start + count - 1
  }

  startPage(): void {
    if (this.#y > this.#paper.top) this.#turn()
  }

  place(boxes: readonly Box[]): void {
    let start = 0
    while (start < boxes.length) {
      let end = start
      while (boxes[end]?.keepsWithNext === true && end < boxes.length - 1) end += 1
      this.#placeTogether(boxes.slice(start, end + 1))
      start = end + 1
    }
  }

  #placeTogether(boxes: readonly Box[]): void {
    const height = boxes.reduce((sum, box) => sum + box.height + (box.gap ?? 0), -(boxes.at(-1)?.gap ?? 0))
    const { top, bottom } = this.#paper
    // What is higher than a page cannot be kept together.
    if (height <= bottom - top) this.#ensureRoom(height, boxes[0])
    for (const box of boxes) {
      this.#ensureRoom(box.height, box)
      this.#draw(box)
    }
  }

  #ensureRoom(height: number, first: Box | undefined): void {
    if (this.#y + height <= this.#paper.bottom || this.#y <= this.#paper.top) return
    this.#turn()
    if (first?.head !== undefined) this.#draw(first.head)
  }

  #draw(box: Box): void {
    box.draw(this.#y)
    this.#y += box.height + (box.gap ?? 0)
  }

  #turn(): void {
    this.#paper.document.addPage()
    this.#y = this.#paper.top
  }
}
