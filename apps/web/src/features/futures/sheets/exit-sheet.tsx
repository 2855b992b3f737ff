import type { FuturesOption, FuturesPosition } from '@maru/contract'
import { formatUnits } from '@maru/positions'
import { Button, Chip, DecimalStepper, formatPercent, formatPrice, Segmented } from '@maru/ui'
import { useState } from 'react'
import { useTexts } from '../../../i18n/texts.ts'
import { sheetOf } from '../../../kit/sheet-of.tsx'
import { useMarketView } from '../../../trading/market-view.ts'
import { SheetEnd } from '../../../trading/sheet-end.tsx'
import { run, useLane } from '../commands.ts'
import { directionOf, priceText, signedUsdt } from '../figures.ts'
import { termsOf } from '../terms.ts'
import type { ExitUnit } from './exit-figures.ts'
import {
  atRoe,
  type ExitAccount,
  type ExitInput,
  type ExitKind,
  type ExitSummary,
  exitBody,
  exitKinds,
  exitsOfPosition,
  inUnit,
  summariseExit,
} from './exit-form.ts'
import { SheetHead } from './sheet-head.tsx'
import { sheetTexts } from './texts.ts'
import '../../../trading/sheets.css'

interface ExitSheetProps {
  onClose: () => void
  position: FuturesPosition
  option: FuturesOption
}

const units = ['price', 'roe', 'pnl'] as const
/** Sizes of gain and loss that are one touch away, in percent of the margin. */
const quick = { takeProfit: [10, 25, 50, 100], stopLoss: [5, 10, 25, 50] } as const

function ExitForm({ position, option, onClose }: ExitSheetProps) {
  const t = useTexts(sheetTexts)
  const view = useMarketView(option.stock, option.precision, option.qtyPrecision)
  const lane = useLane(`position-${position.id}`)
  const [unit, setUnit] = useState<ExitUnit>('price')
  const [inputs, setInputs] = useState(() => exitsOfPosition(position))
  const account: ExitAccount = { position, terms: termsOf(option), mark: view.mark, last: view.last }
  const summaries = {
    takeProfit: summariseExit('takeProfit', inputs.takeProfit, account),
    stopLoss: summariseExit('stopLoss', inputs.stopLoss, account),
  }
  const isWrong = exitKinds.some((kind) => summaries[kind].problem !== null)
  const change = (kind: ExitKind, input: ExitInput) => setInputs({ ...inputs, [kind]: input })
  const submit = async () => {
    const body = exitBody(inputs, account)
    if (body === null || (await run(`position-${position.id}`, 'futuresOrderTpsl', body))) onClose()
  }
  return (
    <>
      <SheetHead position={position} option={option} view={view} />
      <div className="ps-u">
        <Segmented<ExitUnit>
          label={t('enterBy')}
          value={unit}
          choices={units.map((value) => ({ value, label: t(value) }))}
          onChange={(next) => {
            setUnit(next)
            setInputs({
              takeProfit: inUnit('takeProfit', inputs.takeProfit, next, account),
              stopLoss: inUnit('stopLoss', inputs.stopLoss, next, account),
            })
          }}
        />
      </div>
      {exitKinds.map((kind) => (
        <Exit
          key={kind}
          kind={kind}
          input={inputs[kind]}
          summary={summaries[kind]}
          account={account}
          option={option}
          onChange={(input) => change(kind, input)}
          onClear={() => change(kind, { ...inputs[kind], unit, text: '', at: null })}
        />
      ))}
      <p className="ps-n">{t('whole')}</p>
      <SheetEnd onClose={onClose}>
        <Button size={52} tone="primary" disabled={isWrong || lane !== null} onClick={() => void submit()}>
          {t(lane === 'checking' ? 'checking' : lane === 'sending' ? 'sending' : 'set')}
        </Button>
      </SheetEnd>
    </>
  )
}

/** Take profit and stop loss of a position, entered as price, return or result. */
export const ExitSheet = sheetOf(sheetTexts, 'exits', ExitForm)

interface ExitProps {
  kind: ExitKind
  input: ExitInput
  summary: ExitSummary
  account: ExitAccount
  option: FuturesOption
  onChange: (input: ExitInput) => void
  onClear: () => void
}

function Exit({ kind, input, summary, account, option, onChange, onClear }: ExitProps) {
  const t = useTexts(sheetTexts)
  const label = t(`${kind}_${input.unit}`)
  const decimals = input.unit === 'price' ? option.precision : 2
  const step = input.unit === 'price' ? option.tickSize : '1'
  const start = account.mark ?? account.last
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
      <Outcome kind={kind} input={input} summary={summary} account={account} />
      <fieldset className="ps-c" aria-label={t('quick', { kind: name })}>
        {quick[kind].map((percent) => (
          <Chip key={percent} onClick={() => onChange(atRoe(kind, input, percent, account))}>
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
function Outcome({ kind, input, summary, account }: Pick<ExitProps, 'kind' | 'input' | 'summary' | 'account'>) {
  const t = useTexts(sheetTexts)
  const { terms } = account
  if (summary.problem)
    return (
      <p className="ps-o is-error" role="alert">
        {t(summary.problem, limitOf(kind, summary, account, t))}
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
  { position, terms, mark }: ExitAccount,
  t: ReturnType<typeof useTexts<keyof typeof sheetTexts.ko>>,
): Record<string, string> {
  if (problem === 'PRICE_TICK_INVALID') return { limit: formatUnits(BigInt(terms.tick), terms.scale.precision) }
  if (problem === 'STOP_LOSS_BEYOND_LIQUIDATION')
    return { limit: formatPrice(position.liquidPrice ?? '0', terms.scale.precision) }
  const rises = (position.side === 'LONG') === (kind === 'takeProfit')
  return { limit: priceText(mark, terms), direction: t(rises ? 'higher' : 'lower') }
}
