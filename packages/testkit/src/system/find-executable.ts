import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** The absolute path of a program on PATH, or `undefined`. */
export function findExecutable(name: string): string | undefined {
  // Debian keeps servers in sbin, which an ordinary user's PATH leaves out.
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin']
  return folders
    .filter((folder) => folder !== '')
    .map((folder) => join(folder, name))
    .find((path) => {
      try {
        accessSync(path, constants.X_OK)
        return true
      } catch {
        return false
      }
    })
}
