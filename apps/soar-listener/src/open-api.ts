/** What the service says of itself, in its OpenAPI document. */
export const SOAR_LISTENER_INFO = {
  title: 'Sluice SOAR listener',
  version: '0.1.0',
  description: 'Commands of SOAR systems and shared signals of identity providers: both stop users at once.',
}
