import { useTexts } from '@maru/client/i18n/texts'
import type { OverseaOption } from '@maru/contract'
import { Chip, DecimalStepper } from '@maru/ui'
import { useMemberSettings } from '../../../settings/member-settings.ts'
import { moveByTicks, shortTick } from '../../../trading/ticks.ts'
import { FieldFault } from './field-fault.tsx'
import { type FieldsProps, fractionDigits, has } from './fields.ts'
import { takesPrice, takesTrigger } from './form.ts'
import { ticketTexts } from './texts.ts'

/** Trigger and price, as far as the type of the order takes them. */
export function Prices({
  option,
  last,
  inputs,
  dispatch,
  faults,
}: Omit<FieldsProps, 'summary'> & { option: OverseaOption; last: string | null }) {
  const t = useTexts(ticketTexts)
  const { tickSize, precision } = option
  const tick = shortTick(tickSize)
  const stepper = {
    step: tickSize,
    decimals: precision,
    placeholder: (0).toFixed(precision),
    start: last === null ? '0' : moveByTicks(last, 0, tickSize, precision),
    decreaseLabel: t('lessTick'),
    increaseLabel: t('moreTick'),
  }
  return (
    <>
      {takesTrigger(inputs) && (
        <>
          <DecimalStepper
            {...stepper}
            label={t('trigger', { tick })}
            value={inputs.trigger}
            onValue={(value) => dispatch({ kind: 'trigger', value })}
            invalid={has(faults, 'trigger')}
          />
          <FieldFault of="trigger" faults={faults} />
        </>
      )}
      {takesPrice(inputs) ? (
        <>
          <DecimalStepper
            {...stepper}
            label={t('price', { tick })}
            value={inputs.price}
            onValue={(value) => dispatch({ kind: 'price', value })}
            invalid={has(faults, 'price')}
          />
          <FieldFault of="price" faults={faults} />
        </>
      ) : (
        !takesTrigger(inputs) && <div className="step is-fixed">{t('marketPrice')}</div>
      )}
    </>
  )
}

/** Contracts, with the member's usual counts. */
export function Count({ inputs, dispatch, faults, summary }: FieldsProps) {
  const t = useTexts(ticketTexts)
  const orderCnt = useMemberSettings(({ orderCnt }) => orderCnt)
  return (
    <>
      <DecimalStepper
        label={t('count', { max: summary?.max ?? '–' })}
        value={inputs.count}
        onValue={(value) => dispatch({ kind: 'count', value })}
        step="1"
        decimals={fractionDigits}
        placeholder="0"
        decreaseLabel={t('lessCount')}
        increaseLabel={t('moreCount')}
        invalid={has(faults, 'count')}
      />
      <FieldFault of="count" faults={faults} />
      <fieldset className="otk-c">
        <legend className="sr">{t('chips')}</legend>
        {[...new Set(orderCnt)].map((count) => (
          <Chip
            key={count}
            pressed={inputs.count === String(count)}
            onClick={() => dispatch({ kind: 'count', value: String(count) })}
          >
            {count}
          </Chip>
        ))}
      </fieldset>
    </>
  )
}
