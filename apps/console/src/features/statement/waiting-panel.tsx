import { call } from '@maru/client/api/client'
import type { WaitingLine } from '@maru/contract'
import { Button, formatDateTime, formatMoney } from '@maru/ui'
import { useState } from 'react'
import { ActionDialog } from '../../parts/action-dialog.tsx'
import { Copied } from '../../parts/copied.tsx'
import { lineKindWord } from '../../parts/desk-words.ts'
import { For } from '../../parts/may.tsx'
import { SidePanel } from '../../parts/side-panel.tsx'
import { t } from './texts.ts'

export interface Opened {
  readonly line: WaitingLine
  readonly onConfirmed: () => void
}

/** An imported line: what it says, who brought it and why, and the yes of another person, by which it is booked. */
export function WaitingPanel({ line, onConfirmed, onClose }: Opened & { onClose: () => void }) {
  const [isAsking, setAsking] = useState(false)
  const { provider, currency, kind, providerRef } = line
  return (
    <SidePanel
      title={t('importedLine')}
      onClose={onClose}
      footer={
        <For permission="money" what={t('confirm')}>
          {line.mayConfirm ? (
            <Button tone="primary" onClick={() => setAsking(true)}>
              {t('confirmDots')}
            </Button>
          ) : (
            <p className="locked">{t('ownLine')}</p>
          )}
        </For>
      }
    >
      <p className="sum">{formatMoney(line.amount, currency)}</p>
      <p className="said">{t('waitingWhy')}</p>
      <dl className="kv">
        <dt>{t('provider')}</dt>
        <dd>{provider}</dd>
        <dt>{t('date')}</dt>
        <dd className="num">{line.day}</dd>
        <dt>{t('kind')}</dt>
        <dd>{lineKindWord(kind)}</dd>
        <dt>{t('number')}</dt>
        <dd>
          <Copied text={providerRef} label={t('number')} />
        </dd>
        <dt>{t('memo')}</dt>
        <dd>{line.reference ?? '–'}</dd>
        <dt>{t('fee')}</dt>
        <dd>{formatMoney(line.fee, currency)}</dd>
        <dt>{t('time')}</dt>
        <dd className="num">{formatDateTime(line.at)}</dd>
        <dt>{t('request')}</dt>
        <dd className="num">{line.requestId ?? '–'}</dd>
        <dt>{t('importedBy')}</dt>
        <dd>{line.importedByName}</dd>
      </dl>
      <h3>{t('importReason')}</h3>
      <p className="said">“{line.importReason}”</p>
      {isAsking && (
        <ActionDialog
          title={t('confirmTitle')}
          confirm={t('confirm')}
          done={t('confirmed')}
          changes={[
            { name: t('amount'), before: t('notInLedger'), after: formatMoney(line.amount, currency) },
            { name: t('request'), before: '–', after: String(line.requestId ?? t('noRequest')) },
          ]}
          canned={[t('whySeen')]}
          run={({ reason, key }) =>
            call('POST /api/console/statement/line/confirm', {
              params: {},
              body: { reason, provider, currency, kind, providerRef },
              key,
            })
          }
          onDone={() => {
            onConfirmed()
            onClose()
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </SidePanel>
  )
}
