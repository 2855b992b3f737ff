import { call } from '@maru/client/api/client'
import type { OutgoingCall } from '@maru/contract'
import { Badge, Button, formatDateTime } from '@maru/ui'
import { useState } from 'react'
import { ActionDialog } from '../../parts/action-dialog.tsx'
import { Copied } from '../../parts/copied.tsx'
import { callKindWords, callStateWords } from '../../parts/desk-words.ts'
import { useKeys } from '../../parts/keys.ts'
import { For } from '../../parts/may.tsx'
import { SidePanel } from '../../parts/side-panel.tsx'
import { providerWord } from '../../parts/table-words.ts'
import { queryClient } from '../../session/query-client.ts'
import { t } from './texts.ts'
import { callTones } from './words.ts'

const isMessage = ({ kind }: OutgoingCall) => kind === 'mail' || kind === 'sms' || kind === 'push'

/** What may be done with a call by hand: a message is sent again, anything else is only asked for. */
function actOf(row: OutgoingCall): 'ask' | 'retry' | null {
  if (isMessage(row)) return row.state === 'DEAD' ? 'retry' : null
  return ['QUEUED', 'UNKNOWN', 'DEAD'].includes(row.state) ? 'ask' : null
}

const words = { ask: t('askNow'), retry: t('sendAgain') } as const

/** A call that leaves the house, why it is where it is, and the one way on. */
export function CallPanel({ row, onClose }: { row: OutgoingCall; onClose: () => void }) {
  const [asked, setAsked] = useState(false)
  const act = actOf(row)
  useKeys(act === null ? [] : [{ key: 'r', label: words[act], run: () => setAsked(true) }])
  const path = act === 'retry' ? 'POST /api/console/outgoing/:id/retry' : 'POST /api/console/outgoing/:id/ask'
  return (
    <SidePanel
      title={callKindWords[row.kind]}
      badges={<Badge tone={callTones[row.state]}>{callStateWords[row.state]}</Badge>}
      onClose={onClose}
      footer={
        act !== null && (
          <For permission="money" what={words[act]}>
            <Button tone="primary" onClick={() => setAsked(true)}>
              {words[act]} <kbd>R</kbd>
            </Button>
          </For>
        )
      }
    >
      {row.kind === 'payout' && <p className="said">{t('payoutHint')}</p>}
      <dl className="kv">
        <dt>{t('number')}</dt>
        <dd>
          <Copied text={row.id} label={t('number')} />
        </dd>
        <dt>{t('provider')}</dt>
        <dd>{providerWord(row.provider)}</dd>
        <dt>{t('created')}</dt>
        <dd>{formatDateTime(row.createdAt)}</dd>
        <dt>{t('attempts')}</dt>
        <dd>{t('attemptCount', { attempts: row.attempts })}</dd>
        <dt>{row.closedAt === null ? t('nextTry') : t('ended')}</dt>
        <dd>{formatDateTime(row.closedAt ?? row.nextAt)}</dd>
        <dt>{t('lastError')}</dt>
        <dd>{row.lastError ?? '–'}</dd>
      </dl>
      {asked && act !== null && (
        <ActionDialog
          title={words[act]}
          confirm={words[act]}
          done={act === 'ask' ? t('asking') : t('sendingAgain')}
          run={({ reason, key }) => call(path, { params: { id: row.id }, body: { reason }, key })}
          onDone={() => {
            void queryClient.invalidateQueries()
            onClose()
          }}
          onClose={() => setAsked(false)}
        />
      )}
    </SidePanel>
  )
}
