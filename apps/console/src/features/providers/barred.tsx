import { call } from '@maru/client/api/client'
import type { ProviderHealth } from '@maru/contract'
import { Button, formatDateTime, TextField } from '@maru/ui'
import { useState } from 'react'
import { ActionDialog } from '../../parts/action-dialog.tsx'
import { For } from '../../parts/may.tsx'
import { providerWord } from '../../parts/table-words.ts'
import { t } from './texts.ts'

interface Bar {
  readonly provider: string
  readonly barred: NonNullable<ProviderHealth['barred']>
}

/** Whose payouts wait since a backup was restored, and why; two persons let one go on that cannot state what it paid. Nothing where none do. */
export function Barred({ rows, onDone }: { rows: readonly ProviderHealth[]; onDone: () => void }) {
  const [asked, setAsked] = useState<Bar | null>(null)
  const bars = rows.flatMap(({ provider, barred }) => (barred === null ? [] : [{ provider, barred }]))
  if (bars.length === 0) return null
  return (
    <div className="prov-barred" role="status">
      <p>{t('barredSince')}</p>
      <ul>
        {bars.map((bar) => (
          <li key={bar.provider}>
            {t('barredOf', {
              provider: providerWord(bar.provider),
              since: formatDateTime(bar.barred.since),
              at: formatDateTime(bar.barred.at),
              waiting: bar.barred.waiting,
            })}{' '}
            <For permission="suspense" what={t('barEnd')}>
              <Button size={36} onClick={() => setAsked(bar)}>
                {t('barEnd')}
              </Button>
            </For>
          </li>
        ))}
      </ul>
      {asked && <BarDialog bar={asked} onDone={onDone} onClose={() => setAsked(null)} />}
    </div>
  )
}

function BarDialog({ bar, onDone, onClose }: { bar: Bar; onDone: () => void; onClose: () => void }) {
  const { provider, barred } = bar
  const [evidence, setEvidence] = useState('')
  return (
    <ActionDialog
      title={t('barEndOf', { provider: providerWord(provider) })}
      confirm={t('askSecond')}
      done={t('barEndAsked')}
      missing={evidence.trim() === '' ? t('needEvidence') : null}
      changes={[{ name: t('payouts'), before: t('barred'), after: t('goOn') }]}
      canned={[t('whySeen')]}
      run={({ reason, key }) =>
        call('POST /api/console/provider/bar', {
          params: {},
          body: { reason, provider, at: barred.at, evidence: evidence.trim() },
          key,
        })
      }
      onDone={onDone}
      onClose={onClose}
    >
      <p className="said">{t('barEndHint')}</p>
      <TextField label={t('evidence')} value={evidence} onValue={setEvidence} maxLength={100} />
    </ActionDialog>
  )
}
