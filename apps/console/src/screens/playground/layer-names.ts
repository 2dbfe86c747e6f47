const NAMES: Readonly<Record<string, string>> = {
  L0: 'classifies the action',
  L1: 'looks for an attack',
  L2: 'finds sensitive data',
  L3: 'puts tokens in its place',
  L4: 'puts values back',
  L5: 'asks the model',
  L6: 'leaves evidence',
  L7: 'looks for a known answer',
}

/** What a layer does, in a few words; nothing for a layer that is not known. */
export function layerName(layer: string): string {
  return NAMES[layer] ?? ''
}
