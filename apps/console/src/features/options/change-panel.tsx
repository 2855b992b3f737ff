import { call } from '@maru/client/api/client'
import type { ConfigChange } from '@maru/contract'
import { Button, formatDateTime } from '@maru/ui'
import { useState } from 'react'
import { ActionDialog } from '../../parts/action-dialog.tsx'
import { BeforeAfter, type Change } from '../../parts/before-after.tsx'
import { For } from '../../parts/may.tsx'
import { SidePanel } from '../../parts/side-panel.tsx'
import { useStaffNames } from '../../parts/use-staff-names.ts'
import { StateBadge } from './history-tab.tsx'
import { t } from './texts.ts'

interface Props {
  change: ConfigChange
  name: string
  changes: readonly Change[]
  onClose: () => void
  onChanged: () => void
}

/** One change of the history; one that waits for its time can be taken back. */
export function ChangePanel({ change, name, changes, onClose, onChanged }: Props) {
  const nameOf = useStaffNames()
  const [isAsking, setAsking] = useState(false)
  const { id, state, reason, givenBy, approvedBy, givenAt, effectiveFrom, refusal, decidedAt } = change
  return (
    <SidePanel
      title={t('versionOf', { id })}
      badges={<StateBadge state={state} />}
      onClose={onClose}
      {...(state === 'WAITING' && {
        footer: (
          <For permission="options" what={t('withdrawChange')}>
            <Button onClick={() => setAsking(true)}>{t('withdrawDots')}</Button>
          </For>
        ),
      })}
    >
      <h3>{name}</h3>
      <BeforeAfter changes={changes} />
      <h3>{t('reason')}</h3>
      <p>{reason}</p>
      <h3>{t('applies')}</h3>
      <dl className="kv">
        <dt>{t('request')}</dt>
        <dd>{t('givenBy', { givenBy: nameOf(givenBy), givenAt: formatDateTime(givenAt) })}</dd>
        <dt>{t('approval')}</dt>
        <dd>{approvedBy === null ? t('none') : nameOf(approvedBy)}</dd>
        <dt>{t('fromWhen')}</dt>
        <dd>{formatDateTime(effectiveFrom)}</dd>
        {decidedAt !== null && (
          <>
            <dt>{t('result')}</dt>
            <dd>{formatDateTime(decidedAt)}</dd>
          </>
        )}
        {refusal !== null && (
          <>
            <dt>{t('whyRefused')}</dt>
            <dd>{refusal}</dd>
          </>
        )}
      </dl>
      {isAsking && (
        <ActionDialog
          title={t('withdrawTitle', { id })}
          confirm={t('withdrawChange')}
          done={t('withdrawn')}
          changes={[{ name: t('change'), before: t('waiting'), after: t('stateWithdrawn') }]}
          run={({ reason: why, key }) =>
            call('POST /api/console/option/change/:id/withdraw', {
              params: { id: String(id) },
              body: { reason: why },
              key,
            })
          }
          onDone={onChanged}
          onClose={() => setAsking(false)}
        />
      )}
    </SidePanel>
  )
}
