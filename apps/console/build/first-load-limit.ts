import { gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'

/** A loaded file of the bundle: a script's code or a style sheet's source. */
type Output = { readonly bytes: Uint8Array | string; readonly imports: readonly string[]; readonly isEntry: boolean }

/**
 * Fails the build where the first load is larger than a limit: the page, the entry script, all that it imports at once,
 * and every style sheet of these, each as gzip packs it.
 *
 * @param limitBytes Of the compressed sizes together.
 */
export function firstLoadLimit(limitBytes: number): Plugin {
  return {
    name: 'first-load-limit',
    apply: 'build',
    // After the page itself is made.
    enforce: 'post',
    generateBundle(_options, bundle) {
      const outputs = new Map<string, Output>()
      for (const [name, output] of Object.entries(bundle)) {
        outputs.set(
          name,
          output.type === 'chunk'
            ? {
                bytes: output.code,
                imports: [...output.imports, ...(output.viteMetadata?.importedCss ?? [])],
                isEntry: output.isEntry,
              }
            : { bytes: output.source, imports: [], isEntry: name.endsWith('.html') },
        )
      }
      const sizes = firstLoadSizes(outputs)
      const total = [...sizes.values()].reduce((sum, size) => sum + size, 0)
      const list = [...sizes].map(([name, size]) => `${name} ${kilobytes(size)}`).join(', ')
      if (total > limitBytes) {
        this.error(`The first load is ${kilobytes(total)} compressed, more than ${kilobytes(limitBytes)}: ${list}`)
      }
      this.info(`First load ${kilobytes(total)} compressed: ${list}`)
    },
  }
}

/** Gives the compressed size of every file that the browser loads before the first screen, by name. */
export function firstLoadSizes(outputs: ReadonlyMap<string, Output>): Map<string, number> {
  const sizes = new Map<string, number>()
  const visit = (name: string): void => {
    const output = outputs.get(name)
    if (output === undefined || sizes.has(name)) return
    sizes.set(name, gzipSync(output.bytes).length)
    output.imports.forEach(visit)
  }
  for (const [name, { isEntry }] of outputs) if (isEntry) visit(name)
  return sizes
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} kB`
}
