/** Shorter texts say too little to be judged. */
const LEAST = 8

/**
 * Whether what octets were decoded to is a text: valid UTF-8 without control characters, and mostly letters, or Base64
 * again. Random octets are none. Linear.
 */
export function looksLikeLanguage(text: string): boolean {
  if (text.length < LEAST || text.includes('\uFFFD') || /[^\P{Cc}\t\n\r]/u.test(text)) return false
  const letters = text.match(/[\p{L}\p{M}]/gu)?.length ?? 0
  return (
    letters >= text.length * 0.4 && (/\s/.test(text) || !/^[ -~]*$/.test(text) || /^[A-Za-z0-9+/_=-]{16,}$/.test(text))
  )
}
