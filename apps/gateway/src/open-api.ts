/** What the service says of itself, in its OpenAPI document. */
export const GATEWAY_INFO = {
  title: 'Sluice gateway',
  version: '0.1.0',
  description: 'An OpenAI-compatible endpoint that keeps sensitive data in the house.',
}
