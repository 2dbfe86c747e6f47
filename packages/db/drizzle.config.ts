import { defineConfig } from 'drizzle-kit'

/** For `drizzle-kit generate`, which writes the next migration after a change of the schema. */
export default defineConfig({
  dialect: 'postgresql',
  schema: [
    './src/schema.ts',
    './src/policy-tables.ts',
    './src/policy-document-tables.ts',
    './src/approval-tables.ts',
    './src/audit-tables.ts',
    './src/log-tables.ts',
    './src/evidence-proof-tables.ts',
    './src/legal-hold-tables.ts',
    './src/soar-delivery-tables.ts',
    './src/codename-tables.ts',
    './src/break-glass-tables.ts',
    './src/api-key-tables.ts',
    './src/tool-definition-tables.ts',
    './src/usage-tables.ts',
    './src/console-session-tables.ts',
    './src/session-key-tables.ts',
    './src/security-key-tables.ts',
  ],
  out: './migrations',
})
