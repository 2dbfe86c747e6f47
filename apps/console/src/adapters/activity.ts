import { now } from './clock.ts'

/** For how long after a key or a click what the page fetches counts as asked for by the person. */
const ACTIVE_MS = 30_000

let lastInputMs = Number.NEGATIVE_INFINITY

/** Notices keys, clicks and the wheel from now on; opening the page counts as one. */
export function watchActivity(): void {
  const note = () => {
    lastInputMs = now()
  }
  note()
  for (const type of ['pointerdown', 'keydown', 'wheel'] as const) {
    document.addEventListener(type, note, { capture: true, passive: true })
  }
}

/** Whether a person is at the page, rather than the page being left open. */
export function isSomebodyThere(): boolean {
  return now() - lastInputMs < ACTIVE_MS
}
