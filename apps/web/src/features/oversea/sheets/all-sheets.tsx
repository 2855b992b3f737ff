import { useTexts } from '@maru/client/i18n/texts'
import type { OverseaOption, OverseaOrder, OverseaPosition } from '@maru/contract'
import { contractFee } from '@maru/positions'
import { Badge, formatPrice } from '@maru/ui'
import { termsOf } from '../../../books/oversea/terms.ts'
import { sheetOf } from '../../../kit/sheet-of.tsx'
import { useFeed } from '../../../live/index.ts'
import { AllOfThem } from '../../../trading/all-of-them.tsx'
import { titleOf } from '../../../trading/instruments/title.ts'
import { SideBadge } from '../../../trading/side-badge.tsx'
import { run, useLane } from '../commands.ts'
import { directionOf, signedWon, won } from '../figures.ts'
import { sumOf, useValued, type Valued } from '../lists/use-last.ts'
import { closeBody } from './close-form.ts'
import { overseaSheetTexts } from './texts.ts'

interface CloseAllSheetProps {
  onClose: () => void
  positions: readonly OverseaPosition[]
  options: readonly OverseaOption[]
}

function CloseAll({ positions, options, onClose }: CloseAllSheetProps) {
  const t = useTexts(overseaSheetTexts)
  const valued = useValued(positions, options)
  const sum = sumOf(valued)
  const fees = valued.reduce((total, one) => total + closingFee(one), 0n)
  return (
    <AllOfThem
      lead={t('closeAllLead', { count: positions.length })}
      lines={valued.map((one) => <PositionLine key={one.position.id} valued={one} />)}
      sums={[
        { name: t('sum'), amount: t('amount', { amount: signedWon(sum) }), className: directionOf(sum) },
        { name: t('feeSum'), amount: t('amount', { amount: won(fees) }) },
      ]}
      submit={t('closeAllSubmit')}
      disabled={positions.length === 0}
      onClose={onClose}
      onSubmit={() => {
        // Each on its own lane: one that is refused keeps no other from closing.
        for (const one of positions)
          void run(`position-${one.id}`, 'POST /api/oversea/order', closeBody(one, one.count))
      }}
    />
  )
}

/** Asks once before all of the listed positions are closed, and says what that would realise. */
export const CloseAllSheet = sheetOf(overseaSheetTexts, 'closeAll', CloseAll)

function PositionLine({ valued: { position, option, pnl } }: { valued: Valued }) {
  const t = useTexts(overseaSheetTexts)
  const feed = useFeed(position.stock)
  const isLong = position.tradeType === 'LONG'
  return (
    <li>
      <b>{titleOf(position)}</b>
      <SideBadge side={position.tradeType}>
        {t(isLong ? 'buy' : 'sell')} {t('contracts', { count: position.count })}
      </SideBadge>
      {option.isRest ? <Badge>{t('resting')}</Badge> : feed !== 'live' && <Badge tone="warn">{t('waits')}</Badge>}
      <span className={`num ${pnl === null ? 'dim' : directionOf(pnl)}`}>{pnl === null ? '–' : signedWon(pnl)}</span>
    </li>
  )
}

function closingFee({ position, option }: Valued): bigint {
  const terms = termsOf(option)
  return terms.rate === null ? 0n : contractFee(position.count, terms, terms.rate)
}

interface CancelAllSheetProps {
  onClose: () => void
  orders: readonly OverseaOrder[]
  options: readonly OverseaOption[]
  /** Only the orders of this contract; all where it is left out. */
  optionId?: number | undefined
}

function CancelAll({ orders, options, optionId, onClose }: CancelAllSheetProps) {
  const t = useTexts(overseaSheetTexts)
  const lane = useLane('all')
  return (
    <AllOfThem
      lead={t('cancelAllLead', { count: orders.length })}
      lines={orders.map((order) => {
        const { id, tradeType, count, price, triggerPrice, overseaOptionId } = order
        const at = price ?? triggerPrice
        const precision = options.find((one) => one.id === overseaOptionId)?.precision ?? 0
        return (
          <li key={id}>
            <b>{titleOf(order)}</b>
            <SideBadge side={tradeType}>
              {t(tradeType === 'LONG' ? 'buy' : 'sell')}
              {count !== null && ` ${t('contracts', { count })}`}
            </SideBadge>
            <span className="num">{at === null ? t('MARKET') : formatPrice(at, precision)}</span>
          </li>
        )
      })}
      submit={t('cancelAllSubmit')}
      disabled={lane !== null || orders.length === 0}
      onClose={onClose}
      onSubmit={() =>
        void run(
          'all',
          'POST /api/oversea/order/cancel_all',
          optionId === undefined ? {} : { overseaOptionId: optionId },
        )
      }
    />
  )
}

/** Asks once before all of the listed orders are cancelled. */
export const CancelAllSheet = sheetOf(overseaSheetTexts, 'cancelAll', CancelAll)
