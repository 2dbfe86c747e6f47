/** What is read of a text at once, in UTF-16 code units: a few milliseconds of work for the slowest layer. */
export const WINDOW_LENGTH = 8_192

interface Window {
  readonly text: string
  /** Where it begins in the whole text. */
  readonly from: number
}

/**
 * The windows that a long text is read in, one after another. Each begins `overlap` units before the end of the one
 * before, so that what is no longer than that lies whole in one of them. A text of one window is given as it is.
 */
export function* placedWindowsOf(text: string, overlap: number): Generator<Window, void, undefined> {
  if (text.length <= WINDOW_LENGTH) {
    yield { text, from: 0 }
    return
  }
  for (let at = 0; at < text.length; at += WINDOW_LENGTH) {
    const from = Math.max(0, at - overlap)
    yield { text: text.slice(from, at + WINDOW_LENGTH), from }
  }
}

/** The same without their places. */
export function* windowsOf(text: string, overlap: number): Generator<string, void, undefined> {
  for (const window of placedWindowsOf(text, overlap)) yield window.text
}
