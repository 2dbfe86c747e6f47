/** Writes the type of a record as people say it: `request.answered` is "Request answered". */
export function typeWords(type: string): string {
  const words = type.replaceAll(/[._]/g, ' ')
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`
}
