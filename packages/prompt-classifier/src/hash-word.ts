/** One multiplication and a rotation: enough to spread letters over 32 bits. */
export function mix(hash: number, value: number): number {
  const mixed = Math.imul(hash ^ value, 0x9e37_79b1)
  return mixed ^ (mixed >>> 15)
}

/** The hash of the letters from `start` to before `end`. */
export function hashOfWord(text: string, start: number, end: number): number {
  let hash = 0x51
  for (let at = start; at < end; at += 1) hash = mix(hash, text.charCodeAt(at))
  return hash
}
