import type { EvidenceFile } from '@sluice/evidence'
import { printable } from './printable.ts'

/** Where progress is told: stderr, so that what is found stays alone on stdout. */
export interface ProgressOutput {
  write(text: string): void
  /** Whether a line can be written over. */
  readonly isTerminal: boolean
  nowMs(): number
}

/** A file of which is known how long it is, in bytes. */
export interface SizedFile extends EvidenceFile {
  readonly bytes: number
}

/** A run that is over before it needs no progress. */
const QUIET_MS = 3_000
const EVERY_MS = { terminal: 500, log: 5_000 } as const

/** To the start of the line, and what stands there away (ECMA-48: EL). */
const OVER = '\r\u001b[K'

/** Tells how far a long run is, while files are read. */
export class Progress {
  readonly #output: ProgressOutput
  #nextMs: number
  #isShown = false

  constructor(output: ProgressOutput) {
    this.#output = output
    this.#nextMs = output.nowMs() + QUIET_MS
  }

  /** The same file; each line that is read from it is counted. */
  watch(file: SizedFile): EvidenceFile {
    return { name: file.name, lines: () => this.#count(file) }
  }

  /** Nothing of it stays on a terminal. */
  end(): void {
    if (this.#isShown && this.#output.isTerminal) this.#output.write(OVER)
  }

  async *#count({ name, bytes, lines }: SizedFile): AsyncGenerator<string> {
    let [count, read] = [0, 0]
    for await (const line of lines()) {
      yield line
      // Whoever asks for the next line is done with this one.
      count += 1
      read += Buffer.byteLength(line) + 1
      this.#tell(name, count, bytes === 0 ? 1 : Math.min(1, read / bytes))
    }
  }

  #tell(name: string, count: number, part: number): void {
    const { write, isTerminal, nowMs } = this.#output
    const now = nowMs()
    if (now < this.#nextMs) return
    this.#nextMs = now + (isTerminal ? EVERY_MS.terminal : EVERY_MS.log)
    this.#isShown = true
    const text = printable(`${name}: ${count} lines read, ${Math.floor(part * 100)} %`)
    write(isTerminal ? `${OVER}${text}` : `${text}\n`)
  }
}
