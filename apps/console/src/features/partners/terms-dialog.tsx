import { call } from '@maru/client/api/client'
import type { PartnerRow } from '@maru/contract'
import { Strip } from '@maru/ui'
import { useState } from 'react'
import { clock } from '../../live/live.ts'
import { ActionDialog } from '../../parts/action-dialog.tsx'
import { SelectField } from '../../parts/select-field.tsx'
import { useAllPartners } from './all-partners.ts'
import { ChainBar } from './chain-bar.tsx'
import { RateFields } from './rate-fields.tsx'
import { chainOf, isRate, termsAt, termsFaults } from './terms.ts'
import { t } from './texts.ts'
import { mondayOf, weekBefore } from './weeks.ts'

const weeksAhead = [1, 2, 3, 4, 5, 6] as const

/** Rates and parent from a Monday to come: what the tree will say to it stands below before it is asked for. Two persons. */
export function TermsDialog({ row, onDone, onClose }: { row: PartnerRow; onDone: () => void; onClose: () => void }) {
  const rows = useAllPartners()
  const mondays = weeksAhead.map((weeks) => weekBefore(mondayOf(clock.now()), -weeks))
  const [from, setFrom] = useState(mondays[0]!)
  const before = termsAt(row, from)
  const [rates, setRates] = useState({ fee: String(before.fee), roll: String(before.roll), loss: String(before.loss) })
  const [parent, setParent] = useState(String(before.parentId ?? ''))
  const areRates = isRate(rates.fee) && isRate(rates.roll) && isRate(rates.loss)
  const parentId = parent === '' ? null : Number(parent)
  const proposal = { fee: Number(rates.fee), roll: Number(rates.roll), loss: Number(rates.loss), parentId, from }
  const nameOf = (id: number | null) =>
    id === null ? t('headquarters') : (rows.find((one) => one.id === id)?.name ?? String(id))
  return (
    <ActionDialog
      title={t('termsOf', { name: row.name })}
      confirm={t('askSecond')}
      done={t('askedSecond')}
      missing={areRates ? null : t('needRates')}
      changes={[
        { name: t('feeRate'), before: `${before.fee}%`, after: `${rates.fee}%` },
        { name: t('rollRate'), before: `${before.roll}%`, after: `${rates.roll}%` },
        { name: t('lossRate'), before: `${before.loss}%`, after: `${rates.loss}%` },
        { name: t('parent'), before: nameOf(before.parentId), after: nameOf(parentId) },
      ]}
      run={({ reason, key }) =>
        call('POST /api/console/partner/:id/terms', {
          params: { id: String(row.id) },
          body: {
            feeRate: rates.fee,
            rollRate: rates.roll,
            lossRate: rates.loss,
            ...(parentId === null ? { isTop: true } : { parentId }),
            fromWeek: from,
            reason,
          },
          key,
        })
      }
      onDone={onDone}
      onClose={onClose}
    >
      <div className="pn-picks">
        <SelectField
          label={t('fromWeek')}
          none={mondays[0]!}
          value={from === mondays[0] ? '' : from}
          choices={mondays.slice(1).map((monday) => ({ value: monday, label: monday }))}
          onChange={(monday) => setFrom(monday === '' ? mondays[0]! : monday)}
        />
        <SelectField
          label={t('parent')}
          none={t('headquarters')}
          value={parent}
          choices={rows
            .filter(({ id, status }) => id !== row.id && status === 'ACTIVE')
            .map(({ id, name, code }) => ({ value: String(id), label: `${name} ${code}` }))}
          onChange={setParent}
        />
      </div>
      <RateFields value={rates} onValue={setRates} />
      {areRates && (
        <>
          <ChainBar parts={chainOf(rows, row, proposal)} />
          {termsFaults(rows, row, proposal).map(({ kind, type, name, than }) => (
            <Strip key={`${kind}${type}${name}`} tone="warn">
              {t(kind, { type: t(`${type}Rate`), name, than })}
            </Strip>
          ))}
        </>
      )}
    </ActionDialog>
  )
}
