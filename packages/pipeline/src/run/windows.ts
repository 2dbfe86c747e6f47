/** What is read of a text at once, in UTF-16 code units: a few milliseconds of work for the slowest layer. */
export const WINDOW_LENGTH = 8_192

/**
 * The windows that a long text is read in, one after another. Each begins `overlap` units before the end of the one
 * before, so that what is no longer than that lies whole in one of them. A text of one window is given as it is.
 */
export function* windowsOf(text: string, overlap: number): Generator<string, void, undefined> {
  if (text.length <= WINDOW_LENGTH) {
    yield text
    return
  }
  for (let from = 0; from < text.length; from += WINDOW_LENGTH) {
    yield text.slice(Math.max(0, from - overlap), from + WINDOW_LENGTH)
  }
}
