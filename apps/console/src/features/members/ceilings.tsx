import type { DeskLimits } from '@maru/contract'
import { Button, formatDay, formatMoney } from '@maru/ui'
import { useState } from 'react'
import { useMay } from '../../parts/may.tsx'
import { CeilingDialog } from './ceiling-dialog.tsx'
import { t } from './texts.ts'
import { ceilingWords } from './words.ts'

interface Props {
  id: number
  ceilings: DeskLimits['ceilings']
  onChanged: () => void
}

/** What staff allow a member at most, and the way to lower or lift it. */
export function Ceilings({ id, ceilings, onChanged }: Props) {
  const [open, setOpen] = useState(false)
  const may = useMay('ceilings')
  return (
    <>
      {ceilings.map(({ kind, currency, amount, setAt }) => (
        <div key={`${kind} ${currency}`} className="mb-fact">
          <dt>{ceilingWords[kind]}</dt>
          <dd className="num">
            {formatMoney(amount, currency)} <small>{t('pendingFrom', { pendingFrom: formatDay(setAt) })}</small>
          </dd>
        </div>
      ))}
      {ceilings.length === 0 && (
        <div className="mb-fact">
          <dt>{t('ceilings')}</dt>
          <dd>{t('none')}</dd>
        </div>
      )}
      {may && (
        <div className="mb-fact">
          <dt />
          <dd>
            <Button size={36} onClick={() => setOpen(true)}>
              {t('ceilingDots')}
            </Button>
          </dd>
        </div>
      )}
      {open && <CeilingDialog id={id} ceilings={ceilings} onDone={onChanged} onClose={() => setOpen(false)} />}
    </>
  )
}
