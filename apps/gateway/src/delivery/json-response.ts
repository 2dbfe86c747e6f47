/** A JSON response. `Response.json` would cost 20 µs more: the server writes only text that it is given at once itself. */
export function jsonResponse(body: unknown, headers: Readonly<Record<string, string>>): Response {
  return new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json', ...headers } })
}
