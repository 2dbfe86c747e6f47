import { CSPProvider } from '@base-ui/react/csp-provider'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { watchActivity } from './adapters/activity.ts'
import { createQueryClient } from './app/query-client.ts'
import { router } from './app/router.tsx'
import { applyTheme } from './app/theme.ts'
import './design/base.css'
import { ToastProvider } from './design/toast.tsx'

const place = document.getElementById('root')
if (place === null) throw new Error('The page has no place for the console.')

watchActivity()
applyTheme()
createRoot(place).render(
  <StrictMode>
    {/* The content security policy allows no style element. */}
    <CSPProvider disableStyleElements>
      <QueryClientProvider client={createQueryClient()}>
        <ToastProvider>
          <RouterProvider router={router} />
        </ToastProvider>
      </QueryClientProvider>
    </CSPProvider>
  </StrictMode>,
)
