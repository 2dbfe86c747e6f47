import { useState } from 'react'
import { settings } from '../adapters/browser-store.ts'

type Theme = 'light' | 'dark'

const KEY = 'sluice-theme'

/** Shows the console as the reader has chosen, or else as the system says. Called once, before anything is drawn. */
export function applyTheme(): void {
  const chosen = settings.read(KEY)
  if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.theme = chosen
}

/** Gives the theme that is shown and what changes to the other one. */
export function useTheme(): [theme: Theme, change: () => void] {
  const [theme, setTheme] = useState(shownTheme)
  const change = () => {
    const next = theme === 'dark' ? 'light' : 'dark'
    document.documentElement.dataset.theme = next
    settings.write(KEY, next)
    setTheme(next)
  }
  return [theme, change]
}

function shownTheme(): Theme {
  const chosen = document.documentElement.dataset.theme
  if (chosen === 'light' || chosen === 'dark') return chosen
  return window.matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
}
