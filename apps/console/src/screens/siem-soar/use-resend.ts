import { useMutation, useQueryClient } from '@tanstack/react-query'
import { resend } from '../../api/receivers.ts'
import { useNotify } from '../../design/toast.tsx'

/** Sends again, and has lists and numbers follow it. */
export function useResend(onDone: () => void) {
  const client = useQueryClient()
  const notify = useNotify()
  return useMutation({
    mutationFn: resend,
    onSuccess: async (count) => {
      onDone()
      const title = count === 1 ? 'It is sent again' : `${count.toLocaleString()} are sent again`
      notify({ title: count === 0 ? 'Nothing was left to send again' : title })
      await Promise.all(['sent', 'receivers'].map((key) => client.invalidateQueries({ queryKey: [key] })))
    },
  })
}
