import { useTexts } from '@maru/client/i18n/texts'
import type { FuturesOption, FuturesPosition } from '@maru/contract'
import { formatUnits, type Minor, parseUnits } from '@maru/positions'
import { Button, Chip, DecimalStepper, Segmented } from '@maru/ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { crossQuery, ordersQuery } from '../../../books/futures/queries.ts'
import { sheetOf } from '../../../kit/sheet-of.tsx'
import { useMarketView } from '../../../trading/market-view.ts'
import { ReceiptRow } from '../../../trading/receipt.tsx'
import { SheetEnd } from '../../../trading/sheet-end.tsx'
import { run, useLane } from '../commands.ts'
import { percentOfPpm, priceText, usdt } from '../figures.ts'
import { moneyOf, termsOf } from '../terms.ts'
import { type MarginAccount, type MarginMove, type MarginStanding, summariseMargin } from './margin-change.ts'
import { SheetHead } from './sheet-head.tsx'
import { sheetTexts } from './texts.ts'
import '../../../trading/sheets.css'

interface MarginSheetProps {
  onClose: () => void
  /** An isolated one: the margin of a cross position is the wallet. */
  position: FuturesPosition
  option: FuturesOption
}

const moves = ['ADD', 'REMOVE'] as const
const shares = [10, 25, 50, 100] as const
/** Amounts are entered to a hundredth of a cent; what lies below stays where it is. */
const amountDecimals = 4

function MarginForm({ position, option, onClose }: MarginSheetProps) {
  const t = useTexts(sheetTexts)
  const view = useMarketView(option.stock, option.precision, option.qtyPrecision)
  const cross = useQuery(crossQuery(true)).data
  const orders = useQuery(ordersQuery(true)).data
  const lane = useLane(`position-${position.id}`)
  const [move, setMove] = useState<MarginMove>('ADD')
  const [typed, setTyped] = useState('')
  const terms = termsOf(option)
  const account: MarginAccount = {
    position,
    terms,
    mark: view.mark,
    isLive: view.feed === 'live',
    available: cross ? moneyOf(cross.available) : 0n,
    hasOrders: orders?.some(({ futuresOptionId }) => futuresOptionId === option.id) ?? false,
  }
  const amount = parseUnits(typed === '' ? '0' : typed, 8) ?? 0n
  const { max, before, after, problem } = summariseMargin(move, amount, account)
  const label = t('amount')
  const submit = async () => {
    const body = { futuresPositionId: position.id, type: move, amount: formatUnits(amount, 8) }
    if (await run(`position-${position.id}`, 'POST /api/futures/order/margin', body)) onClose()
  }
  return (
    <>
      <SheetHead position={position} option={option} view={view} />
      <div className="ps-u">
        <Segmented<MarginMove>
          label={t('marginMove')}
          value={move}
          choices={moves.map((value) => ({ value, label: t(value) }))}
          onChange={(next) => {
            setMove(next)
            setTyped('')
          }}
        />
      </div>
      <p className="ps-m">
        <span>{t(move === 'ADD' ? 'mostAdd' : 'mostRemove')}</span>
        <b className="num">{usdt(max)} USDT</b>
      </p>
      <DecimalStepper
        label={label}
        value={typed}
        onValue={setTyped}
        step="10"
        placeholder="0"
        decimals={amountDecimals}
        decreaseLabel={t('less', { label })}
        increaseLabel={t('more', { label })}
        invalid={problem !== null && problem !== 'AMOUNT_MISSING'}
      />
      <fieldset className="ps-c" aria-label={t('shares')}>
        {shares.map((percent) => (
          <Chip key={percent} disabled={max === 0n} onClick={() => setTyped(shareOf(max, percent))}>
            {t('share', { percent })}
          </Chip>
        ))}
      </fieldset>
      <table className="rcpt num">
        <thead className="sr">
          <tr>
            <td />
            <th scope="col">{t('now')}</th>
            <td />
            <th scope="col">{t('after')}</th>
          </tr>
        </thead>
        <tbody>
          <ReceiptRow label={t('positionMargin')} before={usdt(before.margin)} after={usdt(after.margin)} />
          <ReceiptRow label={t('ratio')} before={ratioText(before)} after={ratioText(after)} />
          <ReceiptRow
            label={t('liquidation')}
            before={priceText(before.liquidation, terms)}
            after={<span className="warn">{priceText(after.liquidation, terms)}</span>}
          />
          <ReceiptRow label={t('available')} before={usdt(before.available)} after={usdt(after.available)} />
        </tbody>
      </table>
      {problem === null || problem === 'AMOUNT_MISSING' ? (
        <p className="ps-n">{t(move === 'ADD' ? 'farther' : 'nearer')}</p>
      ) : (
        <p className="ps-n is-error" role="alert">
          {t(problem)}
        </p>
      )}
      <SheetEnd onClose={onClose}>
        <Button size={52} tone="primary" disabled={problem !== null || lane !== null} onClick={() => void submit()}>
          {problem === 'AMOUNT_MISSING'
            ? t(max > 0n ? 'AMOUNT_MISSING' : move === 'ADD' ? 'nothingToAdd' : 'nothingToRemove')
            : t(
                lane === 'checking'
                  ? 'checking'
                  : lane === 'sending'
                    ? 'sending'
                    : move === 'ADD'
                      ? 'addSubmit'
                      : 'removeSubmit',
              )}
        </Button>
      </SheetEnd>
    </>
  )
}

/** Adds to the margin of an isolated position or takes out what it does not need. */
export const MarginSheet = sheetOf(sheetTexts, 'margin', MarginForm)

const ratioText = ({ ratioPpm }: MarginStanding): string => (ratioPpm === null ? '–' : `${percentOfPpm(ratioPpm)}%`)

/** A share of the most that is possible, cut off to what can be entered. */
function shareOf(max: Minor, percent: number): string {
  const unit = 10n ** BigInt(8 - amountDecimals)
  return formatUnits((max * BigInt(percent)) / 100n / unit, amountDecimals)
}
