/** A name without the package, module or folder before it. */
export function lastName(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('.'), path.lastIndexOf('/')) + 1)
}
