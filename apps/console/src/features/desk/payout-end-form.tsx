import { call } from '@maru/client/api/client'
import type { DeskRequest } from '@maru/contract'
import { Button, formatMoney, Segmented, TextField } from '@maru/ui'
import { useState } from 'react'
import { ActionDialog } from '../../parts/action-dialog.tsx'
import { payoutStateWord } from '../../parts/desk-words.ts'
import { t } from './texts.ts'

type Outcome = 'PAID' | 'FAILED'

/** A payout of which its provider says nothing any more: two persons end it by what they have seen. */
export function PayoutEndForm({ row, onChanged }: { row: DeskRequest; onChanged: () => void }) {
  const [isAsked, setAsked] = useState(false)
  return (
    <>
      <p className="said">{t('endHint')}</p>
      <Button size={36} onClick={() => setAsked(true)}>
        {t('endPayout')}
      </Button>
      {isAsked && <EndDialog row={row} onDone={onChanged} onClose={() => setAsked(false)} />}
    </>
  )
}

function EndDialog({ row, onDone, onClose }: { row: DeskRequest; onDone: () => void; onClose: () => void }) {
  const [outcome, setOutcome] = useState<Outcome>('PAID')
  const [evidence, setEvidence] = useState('')
  return (
    <ActionDialog
      title={t('endPayout')}
      confirm={t('endAsk')}
      done={t('endAsked')}
      missing={evidence.trim() === '' ? t('needEvidence') : null}
      changes={[
        {
          name: t('payout'),
          before: payoutStateWord(row.payout?.state ?? ''),
          after: payoutStateWord(outcome === 'PAID' ? 'CONFIRMED' : 'FAILED'),
        },
      ]}
      canned={[t('whyStatement')]}
      run={({ reason, key }) =>
        call('POST /api/console/dnw/:id/payout-end', {
          params: { id: String(row.id) },
          body: { reason, isPaid: outcome === 'PAID', evidence: evidence.trim() },
          key,
        })
      }
      onDone={onDone}
      onClose={onClose}
    >
      <p className="said">{t('endAmount', { amount: formatMoney(row.point, row.currency) })}</p>
      <Segmented
        label={t('endOutcome')}
        choices={[
          { value: 'PAID', label: t('endPaid') },
          { value: 'FAILED', label: t('endFailed') },
        ]}
        value={outcome}
        onChange={setOutcome}
      />
      <TextField label={t('evidence')} value={evidence} onValue={setEvidence} maxLength={100} />
    </ActionDialog>
  )
}
