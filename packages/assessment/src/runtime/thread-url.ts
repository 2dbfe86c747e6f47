/** The file of a thread beside a module: TypeScript while the sources run, JavaScript once they are built. */
export function threadUrl(name: string, moduleUrl: string): URL {
  const suffix = new URL(moduleUrl).pathname.endsWith('.ts') ? 'ts' : 'js'
  return new URL(`./${name}.${suffix}`, moduleUrl)
}
