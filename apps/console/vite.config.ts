import react from '@vitejs/plugin-react'
import { defaultClientConditions, defineConfig } from 'vite'
import { firstLoadLimit } from './build/first-load-limit.ts'
import { precompress } from './build/precompress.ts'

const FIRST_LOAD_LIMIT_BYTES = 250_000
/** Where the development server finds the admin service; the address of the local stack by default. */
const ADMIN_URL = process.env.SLUICE_ADMIN_URL ?? 'http://127.0.0.1:8081'

/** The admin service takes calls of its own origin only. A cookie is that of the host, whatever the port. */
const proxy = { target: ADMIN_URL, headers: { origin: ADMIN_URL } }

export default defineConfig({
  base: '/console/',
  plugins: [react(), firstLoadLimit(FIRST_LOAD_LIMIT_BYTES), precompress()],
  resolve: { conditions: ['@sluice/source', ...defaultClientConditions] },
  worker: { format: 'es' },
  build: {
    target: 'es2024',
    cssTarget: 'esnext',
    // The content security policy allows no `data:` address but for images.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
  },
  server: {
    host: '127.0.0.1',
    proxy: {
      '/admin': proxy,
      '^/console/(?:session|events|login|logout|callback|gateway|assessment)': proxy,
    },
  },
})
