// What the package says of itself is the shape of its module for browsers; Node loads the other one.
declare module 'bidi-js' {
  interface EmbeddingLevels {
    readonly levels: Uint8Array
  }
  interface Bidi {
    getEmbeddingLevels(text: string, baseDirection?: 'ltr' | 'rtl' | 'auto'): EmbeddingLevels
    getMirroredCharacter(character: string): string | null
  }
  const createBidi: () => Bidi
  export = createBidi
}
