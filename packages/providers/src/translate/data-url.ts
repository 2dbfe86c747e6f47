const DATA_URL = /^data:([a-z0-9.+/-]{1,128});base64,/i

/** The parts of a data URL in base64 (RFC 2397); undefined for any other text. */
export function readDataUrl(url: string): { readonly mediaType: string; readonly data: string } | undefined {
  const found = DATA_URL.exec(url)
  return found?.[1] === undefined ? undefined : { mediaType: found[1].toLowerCase(), data: url.slice(found[0].length) }
}

/** A data URL in base64. */
export function dataUrl(mediaType: string, data: string): string {
  return `data:${mediaType};base64,${data}`
}
