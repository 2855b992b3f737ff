import { call } from '@maru/client/api/client'
import type { CannedAnswer } from '@maru/contract'
import { Button, Chip, Icon } from '@maru/ui'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ActionDialog } from '../../parts/action-dialog.tsx'
import { useSiteId } from '../../session/staff.ts'
import { t } from './texts.ts'

/** Answers that are given often: one press takes one over; what is written can become one. It has forms of its own: no form may be around it. */
export function CannedAnswers({ draft, onPick }: { draft: string; onPick: (text: string) => void }) {
  const siteId = useSiteId()
  const cache = useQueryClient()
  const [title, setTitle] = useState('')
  const [dialog, setDialog] = useState<'new' | CannedAnswer | null>(null)
  const { data } = useQuery({
    queryKey: ['canned', siteId],
    queryFn: () => call('GET /api/console/canned_answer', { query: { size: '100' } }),
  })
  const close = () => setDialog(null)
  const changed = () => {
    setTitle('')
    void cache.invalidateQueries({ queryKey: ['canned'] })
  }
  return (
    <div className="sp-canned">
      <fieldset aria-label={t('canned')}>
        {data?.content.map((one) => (
          <span key={one.id}>
            <Chip pressed={draft === one.text} onClick={() => onPick(one.text)}>
              {one.title}
            </Chip>
            {draft === one.text && (
              <button
                type="button"
                className="sp-x"
                aria-label={t('deleteOf', { title: one.title })}
                onClick={() => setDialog(one)}
              >
                <Icon name="close" small />
              </button>
            )}
          </span>
        ))}
        <Button size={36} disabled={draft.trim() === ''} onClick={() => setDialog('new')}>
          {t('toCanned')}
        </Button>
      </fieldset>
      {dialog === 'new' && (
        <ActionDialog
          title={t('makeCanned')}
          confirm={t('make')}
          done={t('made')}
          missing={title.trim() === '' ? t('needTitle') : null}
          canned={[t('oftenAsked')]}
          run={({ reason, key }) =>
            call('POST /api/console/canned_answer', {
              params: {},
              body: { reason, title: title.trim(), text: draft.trim() },
              key,
            })
          }
          onDone={changed}
          onClose={close}
        >
          <label className="why">
            <span className="lb">{t('titleField')}</span>
            <input value={title} maxLength={100} onChange={(event) => setTitle(event.currentTarget.value)} />
          </label>
        </ActionDialog>
      )}
      {dialog !== null && dialog !== 'new' && (
        <ActionDialog
          title={t('deleteCanned', { title: dialog.title })}
          confirm={t('delete')}
          done={t('deleted')}
          canned={[t('unused')]}
          run={({ reason, key }) =>
            call('POST /api/console/canned_answer/:id/delete', {
              params: { id: String(dialog.id) },
              body: { reason },
              key,
            })
          }
          onDone={changed}
          onClose={close}
        />
      )}
    </div>
  )
}
