/** `97 %`; 100 only for all of it, and 0 only for nothing. */
export function percent(share: number): string {
  const rounded = Math.round(share * 100)
  if (share < 1 && rounded === 100) return 'over 99 %'
  return share > 0 && rounded === 0 ? 'under 1 %' : `${rounded} %`
}

/** A part of a whole in percent; `0 %` of nothing. */
export function shareWords(part: number, whole: number): string {
  return percent(whole === 0 ? 0 : part / whole)
}
