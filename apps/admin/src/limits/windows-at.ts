const DAY_LENGTH = '2026-11-23'.length

/** Today and the first day of this month, of UTC. */
export function windowsAt(nowMs: number): { readonly month: string; readonly day: string } {
  const day = new Date(nowMs).toISOString().slice(0, DAY_LENGTH)
  return { month: `${day.slice(0, -2)}01`, day }
}
