import { hash } from 'node:crypto'
import { type Clock, canonicalJson } from '@sluice/contracts'
import type { ExternalRecognizer } from '@sluice/pipeline/ports'
import { PresidioRecognizer } from '@sluice/providers'
import type { RecognizerConfig } from './read-registry.ts'

interface Opened {
  readonly recognizer: PresidioRecognizer
  /** Readings of the registry that have it. */
  uses: number
}

/**
 * The recognizers outside the gateway. One that two readings of the registry describe alike is opened once, so that
 * what it has said stays known; it is closed when no reading has it any more.
 */
export class OpenedRecognizers {
  readonly #clock: Clock
  readonly #opened = new Map<string, Opened>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Opens what is new in a reading. `letGo` is called once, when nobody uses the reading any more. */
  setOf(configs: readonly RecognizerConfig[]): {
    readonly recognizers: readonly ExternalRecognizer[]
    readonly letGo: () => void
  } {
    const used = configs.map((config) => {
      const key = hash('sha256', canonicalJson(config), 'base64url')
      const opened = this.#opened.get(key) ?? {
        recognizer: new PresidioRecognizer({ ...config, clock: this.#clock }),
        uses: 0,
      }
      opened.uses += 1
      this.#opened.set(key, opened)
      return { key, opened }
    })
    return {
      recognizers: used.map(({ opened }) => opened.recognizer),
      letGo: () => {
        for (const { key, opened } of used) {
          opened.uses -= 1
          if (opened.uses > 0) continue
          this.#opened.delete(key)
          void opened.recognizer.close()
        }
      },
    }
  }

  async close(): Promise<void> {
    await Promise.all([...this.#opened.values()].map(({ recognizer }) => recognizer.close()))
  }
}
