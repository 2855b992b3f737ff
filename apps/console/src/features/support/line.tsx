import { call } from '@maru/client/api/client'
import type { InquiryLine, InquiryNote } from '@maru/contract'
import { Button, formatDateTime, Icon } from '@maru/ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText } from '../../session/words.ts'
import { t } from './texts.ts'

/** What one side said, as text: nothing of it comes to life. */
export function Line({
  inquiryId,
  line: { teller, name, text, fileIds, at },
}: {
  inquiryId: number
  line: InquiryLine
}) {
  return (
    <li className={teller === 'STAFF' ? 'is-ours' : ''}>
      <small>
        {teller === 'STAFF' ? t('answerBy', { name }) : name} <time className="num">{formatDateTime(at)}</time>
      </small>
      <p>{text}</p>
      {fileIds.map((fileId) => (
        <Picture key={fileId} inquiryId={inquiryId} fileId={fileId} />
      ))}
    </li>
  )
}

/** What one of the staff wrote down for the others. */
export function Note({ note: { name, text, at } }: { note: InquiryNote }) {
  return (
    <li className="is-note">
      <small>
        <span>
          <Icon name="lock" small /> {t('noteBy', { name })}
        </span>
        <time className="num">{formatDateTime(at)}</time>
      </small>
      <p>{text}</p>
    </li>
  )
}

/** A picture that was sent along: shown on request, because looking at it is written down. */
function Picture({ inquiryId, fileId }: { inquiryId: number; fileId: number }) {
  const [open, setOpen] = useState(false)
  const { data, error } = useQuery({
    queryKey: ['contact', 'file', inquiryId, fileId],
    queryFn: () =>
      call('GET /api/console/contact/:id/file/:fileId', {
        params: { id: String(inquiryId), fileId: String(fileId) },
      }),
    enabled: open,
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (data)
    return (
      <img
        className="evidence"
        src={`data:${data.type};base64,${data.data}`}
        alt={t('pictureOf', { name: data.name })}
      />
    )
  return (
    <Button size={36} aria-busy={open && !error} onClick={() => setOpen(true)}>
      {error ? errorText(error) : t('showPicture')}
    </Button>
  )
}
