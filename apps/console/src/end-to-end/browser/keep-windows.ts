import { afterEach, vi } from 'vitest'
import type { Window } from './open-browser.ts'

/**
 * For a file whose tests have several windows open: returns a function that keeps a window until its test ends, however
 * it ends. Such tests may take three minutes on a busy machine.
 */
export function keepWindows(): (window: Window) => Window {
  const windows: Window[] = []
  vi.setConfig({ testTimeout: 180_000 })
  afterEach(async () => {
    await Promise.all(windows.splice(0).map((window) => window.close()))
  })
  return (window) => {
    windows.push(window)
    return window
  }
}
