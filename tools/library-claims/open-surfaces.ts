import type { Claim } from './claim.ts'
import type { Surface } from './surface.ts'
import { openHeaders } from './surfaces/c-headers.ts'
import { openGo } from './surfaces/go.ts'
import { openJava } from './surfaces/java.ts'
import { openProbe } from './surfaces/probe.ts'
import { openRust } from './surfaces/rust.ts'

interface FileClaim {
  /** Of the file of rules, below the packs. */
  readonly path: string
  readonly claim: Claim
}

/** Opens what the rules of each folder are compared with. */
export async function openSurfaces(
  claims: readonly FileClaim[],
  { npmFolder }: { readonly npmFolder: string | undefined },
) {
  const surfaces = new Map<string, Surface>()
  for (const [folder, own] of Map.groupBy(claims, ({ path }) => folderOf(path))) {
    const those = own.map(({ claim }) => claim)
    if (folder === 'python' || folder === 'ruby' || folder === 'php') surfaces.set(folder, openProbe(folder, those))
    else if (folder === 'javascript' && npmFolder !== undefined)
      surfaces.set(folder, openProbe('npm', those, npmFolder))
    else if (folder === 'jvm' || folder === 'kotlin') surfaces.set(folder, openJava(those))
    else if (folder === 'c' || folder === 'cpp') surfaces.set(folder, openHeaders())
    else if (folder === 'go') surfaces.set(folder, openGo())
    else if (folder === 'rust') surfaces.set(folder, openRust())
  }
  return { of: (path: string) => surfaces.get(folderOf(path)) }
}

function folderOf(path: string): string {
  return path.split('/')[2] ?? ''
}
