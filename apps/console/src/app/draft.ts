import { useState } from 'react'
import { tabStore } from '../adapters/browser-store.ts'

/**
 * Keeps a text that is being written in this tab, so that a fresh login in between does not lose it.
 *
 * @param about What it is written about; each has a text of its own.
 * @returns The text, what changes it, and what forgets it.
 */
export function useDraft(about: string): [text: string, change: (text: string) => void, forget: () => void] {
  const key = `draft:${about}`
  const [text, setText] = useState(() => tabStore.read(key) ?? '')
  const change = (next: string) => {
    tabStore.write(key, next === '' ? undefined : next)
    setText(next)
  }
  return [text, change, () => change('')]
}
