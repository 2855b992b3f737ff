import { call } from '@maru/client/api/client'
import { isApiError } from '@maru/client/api/error'
import { Badge, Button, FormError, Segmented, TextField } from '@maru/ui'
import { type FormEvent, useState } from 'react'
import { clock } from '../../live/live.ts'
import { instantOf, localOf } from '../../parts/local-time.ts'
import { For } from '../../parts/may.tsx'
import { ReasonField } from '../../parts/reason-field.tsx'
import { settingText } from '../../parts/setting-text.ts'
import { useAct } from '../../parts/use-act.ts'
import { useSeen } from '../../parts/use-seen.ts'
import { queryClient } from '../../session/query-client.ts'
import { dropDraft, edit, itemsOf, nameOfRow, type Pending } from './draft.ts'
import type { Keys } from './named.ts'
import { lineOf, PendingLine } from './pending-line.tsx'
import { refusalText } from './rules.ts'
import { t } from './texts.ts'
import { Touched } from './touched.tsx'

const times = [
  { value: 'now', label: t('now') },
  { value: 'later', label: t('atTime') },
] as const
const hourMs = 3_600_000

interface Props {
  siteId: number
  pending: readonly Pending[]
  keys: Keys
}

/** What was changed and not sent yet, from when it shall hold, what it touches, and why: two persons decide it. */
export function ChangeSet({ siteId, pending, keys }: Props) {
  const [reason, setReason] = useState('')
  const [when, setWhen] = useState<(typeof times)[number]['value']>('now')
  const [from, setFrom] = useState(() => localOf(clock.now() + hourMs))
  const { act, busy, failure, forget } = useAct()
  const effectiveFrom = when === 'now' ? null : instantOf(from)
  const standing = Object.fromEntries(pending.map((one) => [lineOf(one), settingText(one.before, one.key)]))
  const seen = useSeen(`options ${siteId}`, standing)
  const fault = pending.find(({ value }) => value === undefined)
  const lacks = faultOf()
  function faultOf(): string | null {
    if (pending.length === 0) return t('nothingChanged')
    if (fault) return t('checkValue', { name: fault.key.name })
    if (seen.isAnyNewer) return t('newerFirst')
    if (when === 'later' && (effectiveFrom === null || effectiveFrom <= clock.now())) return t('pastTime')
    return reason.trim() === '' ? t('needReason') : null
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (lacks !== null) return
    const body = {
      items: itemsOf(pending),
      reason: reason.trim(),
      ...(effectiveFrom !== null && { effectiveFrom }),
    }
    void act({
      run: (key) =>
        call('POST /api/console/option', { params: {}, body, key }).catch((error: unknown) => {
          // What somebody else changed meanwhile is what the set is judged against from now on.
          if (isApiError(error) && error.code === 'STALE_VERSION')
            void queryClient.invalidateQueries({ queryKey: ['options'] })
          throw error
        }),
      done: t('asked'),
      onDone: () => {
        dropDraft()
        setReason('')
      },
    })
  }
  return (
    <aside className="side" aria-label={t('bundle')}>
      <header className="side-h">
        <h2>{t('bundle')}</h2>
        {pending.length > 0 && <Badge>{pending.length}</Badge>}
        <span className="sp" />
        {pending.length > 0 && (
          <Button size={36} onClick={dropDraft}>
            {t('undoAll')}
          </Button>
        )}
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard. */}
      <section className="side-b" tabIndex={0} aria-label={t('bundleContent')}>
        {pending.length === 0 && <p className="dim">{t('bundleHint')}</p>}
        <ul className="opt-set">
          {pending.map((one) => (
            <PendingLine
              key={lineOf(one)}
              one={one}
              was={seen.wasOf(lineOf(one))}
              onDrop={() => {
                edit(siteId, nameOfRow(one.row), one.key.key, undefined)
                forget()
              }}
              onKeep={() => {
                seen.keep(lineOf(one))
                forget()
              }}
            />
          ))}
        </ul>
        {pending.length > 0 && (
          <>
            <h3>{t('fromWhen')}</h3>
            <Segmented label={t('fromWhen')} choices={[...times]} value={when} onChange={setWhen} />
            {when === 'later' && (
              <TextField label={t('timeKst')} type="datetime-local" value={from} onValue={setFrom} />
            )}
            {!fault && <Touched pending={pending} keys={keys} />}
          </>
        )}
      </section>
      <form className="side-f" onSubmit={submit}>
        <For permission="options" what={t('settingChange')}>
          <ReasonField value={reason} onValue={setReason} />
          {failure !== null && <FormError>{refusalText(failure, keys)}</FormError>}
          <Button type="submit" tone="primary" disabled={lacks !== null} aria-busy={busy}>
            {lacks ?? (busy ? t('sending') : t('askApproval'))}
          </Button>
        </For>
      </form>
    </aside>
  )
}
