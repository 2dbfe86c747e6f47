/** Copies a text. Gives whether the browser has done it: it may refuse, and then somebody copies by hand. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}
