import { useTexts } from '@maru/client/i18n/texts'
import type { FuturesOption } from '@maru/contract'
import { formatUnits } from '@maru/positions'
import { Chip, DecimalStepper, formatPercent, formatPrice, Segmented } from '@maru/ui'
import { directionOf, priceText, signedUsdt } from '../figures.ts'
import { atRoe, type ExitHolder, type ExitInput, type ExitKind, type ExitSummary } from './exit-form.ts'
import { sheetTexts } from './texts.ts'

/** Sizes of gain and loss that are one touch away, in percent of the margin. */
const quick = { takeProfit: [10, 25, 50, 100], stopLoss: [5, 10, 25, 50] } as const

interface ExitFieldProps {
  kind: ExitKind
  input: ExitInput
  summary: ExitSummary
  holder: ExitHolder
  option: FuturesOption
  onChange: (input: ExitInput) => void
  onClear: () => void
}

/** One exit of a position: its field, what it would bring, what is one touch away, and what triggers it. */
export function ExitField({ kind, input, summary, holder, option, onChange, onClear }: ExitFieldProps) {
  const t = useTexts(sheetTexts)
  const label = t(`${kind}_${input.unit}`)
  const decimals = input.unit === 'price' ? option.precision : 2
  const step = input.unit === 'price' ? option.tickSize : '1'
  const start = holder.mark ?? holder.last
  const name = t(kind)
  return (
    <fieldset className="ps-x" aria-label={name}>
      <DecimalStepper
        label={label}
        value={input.text}
        onValue={(text) => onChange({ ...input, text, at: null })}
        step={step}
        decimals={decimals}
        {...(input.unit === 'price' && start !== null && { start: formatUnits(BigInt(start), option.precision) })}
        placeholder="–"
        decreaseLabel={t('less', { label: name })}
        increaseLabel={t('more', { label: name })}
        invalid={summary.problem !== null}
      />
      <Outcome kind={kind} input={input} summary={summary} holder={holder} />
      <fieldset className="ps-c" aria-label={t('quick', { kind: name })}>
        {quick[kind].map((percent) => (
          <Chip key={percent} onClick={() => onChange(atRoe(kind, input, percent, holder))}>
            {formatPercent(kind === 'takeProfit' ? percent : -percent).replace('.00', '')}
          </Chip>
        ))}
        <Chip onClick={onClear} disabled={summary.isEmpty}>
          {t('clear')}
        </Chip>
      </fieldset>
      <div className="ps-by">
        <Segmented<'last' | 'mark'>
          label={t('triggerBy', { kind: name })}
          value={input.isMark ? 'mark' : 'last'}
          onChange={(by) => onChange({ ...input, isMark: by === 'mark' })}
          choices={[
            { value: 'last', label: t('byLast') },
            { value: 'mark', label: t('byMark') },
          ]}
        />
      </div>
    </fieldset>
  )
}

/** What the field would bring, or what is wrong with it. */
function Outcome({ kind, input, summary, holder }: Pick<ExitFieldProps, 'kind' | 'input' | 'summary' | 'holder'>) {
  const t = useTexts(sheetTexts)
  const { terms } = holder
  if (summary.problem)
    return (
      <p className="ps-o is-error" role="alert">
        {t(summary.problem, limitOf(kind, summary, holder, t))}
      </p>
    )
  if (summary.isEmpty || summary.price === null) return <p className="ps-o">{t('none')}</p>
  const { price, pnl, roeBp, firesAtOnce } = summary
  return (
    <p className="ps-o num">
      {input.unit !== 'price' && <span>{priceText(price, terms)}</span>}
      <span className={directionOf(pnl ?? 0n)}>{signedUsdt(pnl ?? 0n)} USDT</span>
      <span className={directionOf(pnl ?? 0n)}>{formatPercent(formatUnits(roeBp ?? 0n, 2))}</span>
      {firesAtOnce && <b className="warn">{t('firesAtOnce')}</b>}
    </p>
  )
}

/** What the sentence of a problem names beside it. */
function limitOf(
  kind: ExitKind,
  { problem }: ExitSummary,
  { position, terms, mark }: ExitHolder,
  t: ReturnType<typeof useTexts<keyof typeof sheetTexts.ko>>,
): Record<string, string> {
  if (problem === 'PRICE_TICK_INVALID') return { limit: formatUnits(BigInt(terms.tick), terms.scale.precision) }
  if (problem === 'STOP_LOSS_BEYOND_LIQUIDATION')
    return { limit: formatPrice(position.liquidPrice ?? '0', terms.scale.precision) }
  const rises = (position.side === 'LONG') === (kind === 'takeProfit')
  return { limit: priceText(mark, terms), direction: t(rises ? 'higher' : 'lower') }
}
