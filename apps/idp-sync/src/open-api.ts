/** What the service says of itself, in its OpenAPI document. */
export const IDP_SYNC_INFO = {
  title: 'Sluice identity sync',
  version: '0.1.0',
  description:
    'Pulls directories. Its state is shown by the admin service at `GET /admin/idp-sync`; it has no routes of its own.',
}
