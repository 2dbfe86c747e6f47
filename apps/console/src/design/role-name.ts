const CAPITALS = new Set(['ciso', 'aigo', 'soc'])

/** Writes a role as people say it: `SOC analyst`, `CISO`. */
export function roleName(role: string): string {
  const words = role.split('-').map((word) => (CAPITALS.has(word) ? word.toUpperCase() : word))
  const [first = '', ...rest] = words
  return [first.charAt(0).toUpperCase() + first.slice(1), ...rest].join(' ')
}
