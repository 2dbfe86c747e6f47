import type { UnreadPart } from '@sluice/contracts'

const OF_PICTURE = /image exceeded maximum allowed size/i
/** What concerns the look of letters, not which ones they are. */
const OF_LOOKS =
  /standardFontDataUrl|^(?:Warning: )?(?:TT|CFF|fetchStandardFontData|Cannot load system font)\b|hinting|iccUrl|Setting up fake worker|Cannot polyfill|loadFont - translateFont|_getAppearance: OffscreenCanvas/i

/** Listens to what PDF.js writes to the console, until `end`. */
export function captureWarnings(): { unread(): readonly UnreadPart[]; end(): void } {
  const { log, warn } = console
  const unread = new Set<UnreadPart>()
  const listen = (message: unknown) => {
    const text = String(message)
    if (OF_PICTURE.test(text)) unread.add('image')
    else if (!OF_LOOKS.test(text)) unread.add('file')
  }
  console.log = listen
  console.warn = listen
  return {
    unread: () => [...unread],
    end() {
      console.log = log
      console.warn = warn
    },
  }
}
