import { z } from 'zod'

// Its fast path makes functions of text, which the content security policy refuses and reports.
z.config({ jitless: true })

export { z }
