import { call } from '@maru/client/api/client'
import { Button } from '@maru/ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { For } from '../../parts/may.tsx'
import { errorText } from '../../session/words.ts'
import { t } from './texts.ts'

/** A picture that was sent along: shown on request, because looking at it is written down. */
export function Evidence({ orderId, fileId }: { orderId: number; fileId: number }) {
  const [open, setOpen] = useState(false)
  const { data, error } = useQuery({
    queryKey: ['p2p', 'file', orderId, fileId],
    queryFn: () =>
      call('GET /api/console/p2p/:id/file/:fileId', { params: { id: String(orderId), fileId: String(fileId) } }),
    enabled: open,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <For permission="disputeFiles" to="read" what={t('seePicture')}>
      {data ? (
        <img
          className="evidence"
          src={`data:${data.type};base64,${data.data}`}
          alt={t('sentPicture', { name: data.name })}
        />
      ) : (
        <Button size={36} aria-busy={open && !error} onClick={() => setOpen(true)}>
          {error ? errorText(error) : t('seePicture')}
        </Button>
      )}
    </For>
  )
}
