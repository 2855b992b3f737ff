import { useTexts } from '@maru/client/i18n/texts'
import type { OverseaOption, OverseaPosition } from '@maru/contract'
import { formatPrice, Icon, Strip } from '@maru/ui'
import { heldOf, termsOf } from '../../../books/oversea/terms.ts'
import { useFeed, usePrice } from '../../../live/index.ts'
import { unitsOf } from '../../../trading/index.ts'
import { directionOf, signedWon, won } from '../figures.ts'
import { closeOutcome } from './close-form.ts'
import { overseaSheetTexts } from './texts.ts'

interface CloseOutcomeProps {
  position: OverseaPosition
  option: OverseaOption
  count: number | null
  limit: number | null
}

/** What the close is expected to bring; it follows the best prices. */
export function CloseOutcome({ position, option, count, limit }: CloseOutcomeProps) {
  const t = useTexts(overseaSheetTexts)
  const terms = termsOf(option)
  const bid = usePrice(option.stock, 'bid') ?? option.bid
  const ask = usePrice(option.stock, 'ask') ?? option.ask
  const units = (price: string | null) => (price === null ? null : unitsOf(price, option.precision))
  const at = { limit, bid: units(bid), ask: units(ask) }
  const outcome = count === null ? null : closeOutcome(heldOf(position, terms), count, at, terms)
  const amount = (value: string) => t('amount', { amount: value })
  return (
    <dl className="kv num hx-k">
      <div>
        <dt>{t('closePrice')}</dt>
        <dd>{outcome ? formatPrice(outcome.price, option.precision) : '–'}</dd>
      </div>
      <div>
        <dt>{t('closePnl')}</dt>
        <dd className={outcome ? directionOf(outcome.pnl) : ''}>{outcome ? amount(signedWon(outcome.pnl)) : '–'}</dd>
      </div>
      <div>
        <dt>{t('closeFee')}</dt>
        <dd>{outcome ? amount(won(outcome.fee)) : '–'}</dd>
      </div>
      <div>
        <dt>{t('closeNet')}</dt>
        <dd className={outcome ? directionOf(outcome.net) : ''}>{outcome ? amount(signedWon(outcome.net)) : '–'}</dd>
      </div>
      {count !== null && count < position.count && (
        <div>
          <dt>{t('left')}</dt>
          <dd>{t('contracts', { count: position.count - count })}</dd>
        </div>
      )}
    </dl>
  )
}

/** Why a close waits: the contract rests, or its price does. */
export function CloseHint({ option }: { option: OverseaOption }) {
  const t = useTexts(overseaSheetTexts)
  const feed = useFeed(option.stock)
  if (!option.isRest && feed === 'live') return null
  return (
    <Strip tone="warn">
      <Icon name="clock" />
      <span>{t(option.isRest ? 'closeRest' : 'closeStale')}</span>
    </Strip>
  )
}
