import { TextField } from '@maru/ui'
import { t } from './texts.ts'

export interface RateText {
  readonly fee: string
  readonly roll: string
  /** Of what the house wins: 0 unless the site shares it. */
  readonly loss: string
}

/** What a partner is to earn of fees, of stakes and of losses. */
export function RateFields({ value, onValue }: { value: RateText; onValue: (value: RateText) => void }) {
  return (
    <div className="fields">
      <TextField
        label={t('feeRate')}
        inputMode="decimal"
        maxLength={8}
        value={value.fee}
        onValue={(fee) => onValue({ ...value, fee })}
        end={<span className="dim">%</span>}
      />
      <TextField
        label={t('rollRate')}
        inputMode="decimal"
        maxLength={8}
        value={value.roll}
        onValue={(roll) => onValue({ ...value, roll })}
        end={<span className="dim">%</span>}
      />
      <TextField
        label={t('lossRate')}
        hint={t('lossHint')}
        inputMode="decimal"
        maxLength={8}
        value={value.loss}
        onValue={(loss) => onValue({ ...value, loss })}
        end={<span className="dim">%</span>}
      />
    </div>
  )
}
