/**
 * openapi-typescript writes through the compiler's interface for programs, which TypeScript 7 does not have: it gets a
 * compiler of its own in place of ours. An override cannot say so, because it asks for the compiler as a peer.
 */
function readPackage(manifest) {
  if (manifest.name !== 'openapi-typescript') return manifest
  return { ...manifest, dependencies: { ...manifest.dependencies, typescript: '5.9.3' }, peerDependencies: {} }
}

export const hooks = { readPackage }
