/** What the service says of itself, in its OpenAPI document. */
export const ADMIN_INFO = {
  title: 'Sluice admin',
  version: '0.1.0',
  description: 'Sessions, freezes and the identity sync, for the roles that may see and change them.',
}
