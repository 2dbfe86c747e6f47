import { type FSWatcher, globSync, statSync, watch } from 'node:fs'
import { join } from 'node:path'

/**
 * Calls with the path of what changes in a folder and below it; gives a function that ends it. Each folder has a watch
 * of its own: the recursive one of Node 24 on Linux no longer sees a file that another one has taken the place of.
 */
export function watchTree(root: string, onChange: (path: string) => void): () => void {
  const watchers = new Map<string, FSWatcher>()
  const add = (folder: string) => {
    const inside = globSync('**/', { cwd: folder }).map((path) => join(folder, path))
    for (const one of new Set([folder, ...inside.map((path) => path.replace(/\/$/, ''))])) {
      watchers.get(one)?.close()
      const watcher = watch(one, (_event, name) => seen(name === null ? one : join(one, name)))
      watcher.on('error', () => watcher.close())
      watchers.set(one, watcher)
    }
  }
  const seen = (path: string) => {
    if (isFolder(path)) add(path)
    onChange(path)
  }
  add(root)
  return () => {
    for (const watcher of watchers.values()) watcher.close()
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
}
