import { stat } from 'node:fs/promises'

interface FileWatchOptions {
  /** Between two looks, in milliseconds. */
  readonly intervalMs: number
  /**
   * Reads the files: called when one of them has changed and then stayed the same for one interval, not again before it
   * has settled. Must not reject.
   */
  readonly read: () => Promise<FilesRead>
}

export interface FilesRead {
  /** The files to look at from now on. */
  readonly files: readonly string[]
  /** Called where no file has changed while they were read. */
  readonly apply: () => void
}

/**
 * Looks at files again and again. It asks for what stands behind their paths rather than for events: a Kubernetes
 * ConfigMap changes by a link two folders above, editors put a new file in place of the old one, and network file
 * systems tell of neither. A file that is being written is not read before it has been left alone for an interval.
 */
export class FileWatch {
  readonly #options: FileWatchOptions
  #files: readonly string[]
  #seen: string | undefined
  #taken: string
  #timer: NodeJS.Timeout | undefined
  #isStopped = false

  /**
   * @param taken what `fingerprintOf` said before the files were read.
   */
  constructor(files: readonly string[], taken: string, options: FileWatchOptions) {
    this.#options = options
    this.#files = files
    this.#taken = taken
    this.#wait()
  }

  stop(): void {
    this.#isStopped = true
    clearTimeout(this.#timer)
  }

  #wait(): void {
    if (this.#isStopped) return
    this.#timer = setTimeout(() => void this.#look().finally(() => this.#wait()), this.#options.intervalMs).unref()
  }

  async #look(): Promise<void> {
    const now = await fingerprintOf(this.#files)
    if (now === this.#taken) {
      this.#seen = undefined
      return
    }
    if (now !== this.#seen) {
      this.#seen = now
      return
    }
    this.#seen = undefined
    const { files, apply } = await this.#options.read()
    // What was read of a file that changed meanwhile may be half of it.
    if (this.#isStopped || (await fingerprintOf(this.#files)) !== now) return
    const taken = await fingerprintOf(files)
    if (this.#isStopped) return
    this.#files = files
    this.#taken = taken
    apply()
  }
}

/** Tells files from others in their place: which files they are, how long, and when they were written. */
export async function fingerprintOf(files: readonly string[]): Promise<string> {
  const each = await Promise.all(
    files.map(async (path) => {
      try {
        const { dev, ino, size, mtimeNs, ctimeNs } = await stat(path, { bigint: true })
        return [dev, ino, size, mtimeNs, ctimeNs].join(':')
      } catch {
        return 'none'
      }
    }),
  )
  return each.join('\n')
}
