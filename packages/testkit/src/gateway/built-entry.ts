/**
 * What is run of a service that is built, relative to the repository: its modules and those of all packages in a few
 * files, which `packages/service-bundle` writes.
 */
export function builtEntryOf(service: string): string {
  return `apps/${service}/dist/bundle/main.js`
}
