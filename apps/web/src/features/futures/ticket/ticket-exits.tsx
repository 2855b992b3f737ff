import { useTexts } from '@maru/client/i18n/texts'
import { DecimalStepper } from '@maru/ui'
import { zeroOf } from '../figures.ts'
import { futuresTexts } from '../texts.ts'
import { FieldFault } from './field-fault.tsx'
import type { TicketError } from './form.ts'
import type { FieldsProps } from './ticket-fields.tsx'
import { TriggerBy } from './trigger-by.tsx'

/** Take profit and stop loss that the order carries. */
export function Exits({ option, inputs, dispatch, faults }: FieldsProps) {
  const t = useTexts(futuresTexts)
  const { tickSize, precision } = option
  const isWrong = (name: TicketError['field']) => faults.some(({ field }) => field === name)
  return (
    <div className="tk-x">
      {(['takeProfit', 'stopLoss'] as const).map((kind) => (
        <div key={kind}>
          <DecimalStepper
            label={t(kind)}
            value={inputs[kind]}
            onValue={(value) => dispatch({ kind, value })}
            step={tickSize}
            decimals={precision}
            placeholder={zeroOf(precision)}
            start={inputs.price}
            decreaseLabel={t('less', { step: tickSize })}
            increaseLabel={t('more', { step: tickSize })}
            invalid={isWrong(kind)}
          />
          <FieldFault of={kind} faults={faults} />
          <TriggerBy
            label={`${t(kind)} ${t('triggerBy')}`}
            isMark={kind === 'takeProfit' ? inputs.isMarkTp : inputs.isMarkSl}
            onChange={(on) => dispatch({ kind: kind === 'takeProfit' ? 'isMarkTp' : 'isMarkSl', on })}
          />
        </div>
      ))}
    </div>
  )
}
