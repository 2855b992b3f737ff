import type { OrderableMarketType, OverseaOption, OverseaPosition } from '@maru/contract'
import { Button, Check, Chip, DecimalStepper, formatPrice, Icon, Segmented, Sheet, Stepper, Strip } from '@maru/ui'
import { useState } from 'react'
import { heldOf, termsOf } from '../../../books/oversea/terms.ts'
import { useTexts } from '../../../i18n/texts.ts'
import { useFeed, usePrice } from '../../../live/index.ts'
import { unitsOf } from '../../../trading/index.ts'
import { SheetEnd } from '../../../trading/sheet-end.tsx'
import { shortTick, snapToTick } from '../../../trading/ticks.ts'
import { run, useLane } from '../commands.ts'
import { directionOf, signedWon, won } from '../figures.ts'
import { changeOverseaSettings, useOverseaSettings } from '../settings.ts'
import { titleOf } from '../title.ts'
import { closeBody, closeOutcome, sharesOf } from './close-form.ts'
import { overseaSheetTexts } from './texts.ts'
import '../../../trading/sheets.css'

interface CloseSheetProps {
  /** How many contracts it opens with; null while it is closed. */
  count: number | null
  position: OverseaPosition
  option: OverseaOption
  onClose: () => void
}

/** Closes a position or a part of it, and says what that would bring. */
export function CloseSheet({ count, ...rest }: CloseSheetProps) {
  const t = useTexts(overseaSheetTexts)
  return (
    <Sheet open={count !== null} title={t('closeTitle', { name: titleOf(rest.position) })} onClose={rest.onClose}>
      <Closing {...rest} opening={count ?? rest.position.count} />
    </Sheet>
  )
}

type CloseType = Extract<OrderableMarketType, 'MARKET' | 'LIMIT'>

function Closing({ opening, position, option, onClose }: Omit<CloseSheetProps, 'count'> & { opening: number }) {
  const t = useTexts(overseaSheetTexts)
  const terms = termsOf(option)
  const lane = useLane(`position-${position.id}`)
  const confirms = useOverseaSettings(({ confirmsClose }) => confirmsClose)
  const [type, setType] = useState<CloseType>('MARKET')
  const [typed, setTyped] = useState<number | null>(opening)
  const [price, setPrice] = useState('')
  const [asksNoMore, setAsksNoMore] = useState(false)
  const last = usePrice(option.stock, 'last') ?? option.lastPrice
  const tick = shortTick(option.tickSize)

  // A part may have been closed elsewhere meanwhile.
  const count = typed === null ? null : Math.min(typed, position.count)
  const limit = type === 'LIMIT' ? unitsOf(price || '0', option.precision) : null
  const isPriced = limit === null || (limit > 0 && limit % terms.tickUnits === 0)
  const canClose = count !== null && count >= 1 && isPriced && !option.isRest
  const submit = async () => {
    if (count === null) return
    if (asksNoMore) changeOverseaSettings({ confirmsClose: false })
    onClose()
    const body = closeBody(position, count, limit === null ? undefined : price)
    await run(`position-${position.id}`, 'POST /api/oversea/order', body)
  }
  return (
    <div className="close">
      <Segmented<CloseType>
        label={t('orderType')}
        value={type}
        onChange={(next) => {
          setType(next)
          if (next === 'LIMIT' && price === '' && last !== null)
            setPrice(snapToTick(Number(last), option.tickSize, option.precision))
        }}
        choices={[
          { value: 'MARKET', label: t('MARKET') },
          { value: 'LIMIT', label: t('LIMIT') },
        ]}
      />
      {type === 'LIMIT' && (
        <DecimalStepper
          label={t('price', { tick })}
          value={price}
          onValue={setPrice}
          step={option.tickSize}
          decimals={option.precision}
          decreaseLabel={t('less', { step: tick })}
          increaseLabel={t('more', { step: tick })}
          invalid={!isPriced}
        />
      )}
      <Stepper
        label={t('closeCount', { count: t('contracts', { count: position.count }) })}
        value={count}
        onValue={setTyped}
        step={1}
        min={1}
        max={position.count}
        decreaseLabel={t('less', { step: 1 })}
        increaseLabel={t('more', { step: 1 })}
      />
      {position.count > 1 && (
        <fieldset className="ps-c" aria-label={t('closeShare')}>
          {sharesOf(position.count).map((share) => (
            <Chip key={share.percent} pressed={share.count === count} onClick={() => setTyped(share.count)}>
              {share.percent}%
            </Chip>
          ))}
        </fieldset>
      )}
      <Outcome position={position} option={option} count={isPriced ? count : null} limit={limit} />
      <Hint option={option} />
      {confirms && type === 'MARKET' && opening === position.count && (
        <Check checked={asksNoMore} onChange={setAsksNoMore}>
          <span className="rcpt-c">
            {t('dontAsk')}
            <small>{t('dontAskHint')}</small>
          </span>
        </Check>
      )}
      <SheetEnd onClose={onClose}>
        <Button
          size={52}
          tone={position.tradeType === 'LONG' ? 'down' : 'up'}
          disabled={!canClose || lane !== null}
          onClick={() => void submit()}
        >
          {lane === 'checking' ? t('checking') : t('closeSubmit', { count: count ?? '–' })}
        </Button>
      </SheetEnd>
    </div>
  )
}

/** What the close is expected to bring; it follows the quotes. */
function Outcome({
  position,
  option,
  count,
  limit,
}: Pick<CloseSheetProps, 'position' | 'option'> & { count: number | null; limit: number | null }) {
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

function Hint({ option }: { option: OverseaOption }) {
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
