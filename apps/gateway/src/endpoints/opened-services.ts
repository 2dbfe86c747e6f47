import { hash } from 'node:crypto'
import { canonicalJson } from '@sluice/contracts'

/** A service that requests are shown to beside models. */
interface Closable {
  close(): Promise<void>
}

interface Opened<Service> {
  readonly service: Service
  /** Readings of the registry that have it. */
  uses: number
}

/**
 * The services of one section of the registry. One that two readings describe alike is opened once, so that what it has
 * said stays known; it is closed when no reading has it any more.
 */
export class OpenedServices<Config extends object, Service extends Closable> {
  readonly #open: (config: Config) => Service
  readonly #opened = new Map<string, Opened<Service>>()

  constructor(open: (config: Config) => Service) {
    this.#open = open
  }

  /** Opens what is new in a reading. `letGo` is called once, when nobody uses the reading any more. */
  setOf(configs: readonly Config[]): { readonly services: readonly Service[]; readonly letGo: () => void } {
    const used = configs.map((config) => {
      const key = hash('sha256', canonicalJson(config), 'base64url')
      const opened = this.#opened.get(key) ?? { service: this.#open(config), uses: 0 }
      opened.uses += 1
      this.#opened.set(key, opened)
      return { key, opened }
    })
    return {
      services: used.map(({ opened }) => opened.service),
      letGo: () => {
        for (const { key, opened } of used) {
          opened.uses -= 1
          if (opened.uses > 0) continue
          this.#opened.delete(key)
          void opened.service.close()
        }
      },
    }
  }

  async close(): Promise<void> {
    await Promise.all([...this.#opened.values()].map(({ service }) => service.close()))
  }
}
