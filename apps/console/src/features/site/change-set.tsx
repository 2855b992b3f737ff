import { call } from '@maru/client/api/client'
import { isApiError } from '@maru/client/api/error'
import type { ConsoleSite } from '@maru/contract'
import { Badge, Button, FormError, Icon, IconButton } from '@maru/ui'
import { type FormEvent, useState } from 'react'
import { For } from '../../parts/may.tsx'
import { NewerValue } from '../../parts/newer-value.tsx'
import { ReasonField } from '../../parts/reason-field.tsx'
import { useAct } from '../../parts/use-act.ts'
import { useSeen } from '../../parts/use-seen.ts'
import { errorText } from '../../session/words.ts'
import { bodyOf, dropDraft, edit, type Pending, pendingOf, useDraft } from './draft.ts'
import { t } from './texts.ts'

type SiteChange = Parameters<typeof call<'POST /api/console/site'>>[1]['body']

interface Props {
  site: ConsoleSite
  /** Why it cannot be sent, in words; null when it can. */
  fault?: string | null
  onSent: () => void
}

/** The changes of a site that were gathered, with before → after: nothing counts before a second person agreed. */
export function ChangeSet({ site, fault = null, onSent }: Props) {
  const draft = useDraft(site.id)
  const pending = pendingOf(site, draft)
  const [reason, setReason] = useState('')
  const { act, busy, failure, forget } = useAct()
  const seen = useSeen(`site ${site.id}`, Object.fromEntries(pending.map(({ key, before }) => [key, before])))
  const nothing = pending.length === 0 ? t('nothingChanged') : null
  const lacks =
    nothing ?? fault ?? (seen.isAnyNewer ? t('newerFirst') : null) ?? (reason.trim() === '' ? t('needReason') : null)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (lacks !== null) return
    const body = { version: site.version, reason: reason.trim(), changes: bodyOf(pending, draft) } as SiteChange
    void act({
      run: (key) =>
        call('POST /api/console/site', { params: {}, body, key }).catch((error: unknown) => {
          // What somebody else changed meanwhile shows at once: the draft is judged against it.
          if (isApiError(error) && error.code === 'STALE_VERSION') onSent()
          throw error
        }),
      done: t('approvalAsked'),
      onDone: () => {
        dropDraft(site.id)
        setReason('')
        onSent()
      },
    })
  }
  return (
    <aside className="side" aria-label={t('bundle')}>
      <div className="side-h">
        <h2>{t('bundle')}</h2>
        {pending.length > 0 && <Badge>{pending.length}</Badge>}
        <span className="sp" />
        {pending.length > 0 && <Button onClick={() => dropDraft(site.id)}>{t('undoAll')}</Button>}
      </div>
      <div className="side-b">
        {pending.length === 0 && <p className="said">{t('bundleHint')}</p>}
        <ul className="site-set">
          {pending.map((one) => (
            <PendingRow
              key={one.key}
              one={one}
              was={seen.wasOf(one.key)}
              onKeep={() => seen.keep(one.key)}
              onUndo={() => edit(site.id, one.undo)}
            />
          ))}
        </ul>
      </div>
      <form className="side-f" onSubmit={submit}>
        <For permission="sites" what={t('siteChange')}>
          <ReasonField
            value={reason}
            onValue={(next) => {
              setReason(next)
              forget()
            }}
          />
          {failure !== null && <FormError>{errorText(failure)}</FormError>}
          <Button type="submit" tone="primary" disabled={lacks !== null} aria-busy={busy}>
            {lacks ?? (busy ? t('sending') : t('askApproval'))}
          </Button>
        </For>
      </form>
    </aside>
  )
}

interface RowProps {
  one: Pending
  /** What stood when the edit began, where it does no more. */
  was: string | null
  onKeep: () => void
  onUndo: () => void
}

function PendingRow({ one: { name, before, after }, was, onKeep, onUndo }: RowProps) {
  return (
    <li>
      <span>{name}</span>
      <IconButton label={t('undoOf', { name })} onClick={onUndo}>
        <Icon name="close" small />
      </IconButton>
      <span className="ba num">
        {before} → <b>{after}</b>
      </span>
      <NewerValue name={name} was={was} now={before} onTake={onUndo} onKeep={onKeep} />
    </li>
  )
}
