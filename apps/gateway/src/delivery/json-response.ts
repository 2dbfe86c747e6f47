/**
 * A JSON response. The HTTP adapter writes a `Response` of one text at once; `Response.json` costs about 20 µs more.
 */
export function jsonResponse(body: unknown, headers: Readonly<Record<string, string>>): Response {
  return new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json', ...headers } })
}
