const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const RESPONSE = new RegExp(`^resp_(${UUID})$`)
const ITEM = new RegExp(`^[a-z]{1,16}_(${UUID})_(?:0|[1-9][0-9]{0,5})$`)

/** The record behind a response of the gateway's own; undefined for any other id. */
export function recordIdOf(responseId: string): string | undefined {
  return RESPONSE.exec(responseId)?.[1]
}

/** The response that an item stands in which the gateway has named; undefined for any other id. */
export function responseOfItem(itemId: string): string | undefined {
  const [, record] = ITEM.exec(itemId) ?? []
  return record === undefined ? undefined : `resp_${record}`
}
