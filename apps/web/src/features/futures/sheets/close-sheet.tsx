import { useTexts } from '@maru/client/i18n/texts'
import type { FuturesOption, FuturesPosition } from '@maru/contract'
import { addFill, formatUnits, notionalOf, walk } from '@maru/positions'
import { Button, DecimalStepper, Icon, Sheet, Slider, Strip } from '@maru/ui'
import { useState } from 'react'
import { type CloseType, CloseTypeChoice } from '../../../kit/close-type.tsx'
import { nameOf, unitsOf } from '../../../trading/index.ts'
import { useMarketView } from '../../../trading/market-view.ts'
import { SheetEnd } from '../../../trading/sheet-end.tsx'
import { run, useLane } from '../commands.ts'
import { heldOf, otherSide, signOfSide } from '../held.ts'
import { termsOf, unitOf } from '../terms.ts'
import { futuresTexts } from '../texts.ts'
import { shareOf } from '../ticket/form.ts'
import { closeBody } from './close-body.ts'
import { CloseReceipt } from './close-receipt.tsx'
import { orderSheetTexts } from './order-texts.ts'
import '../../../trading/sheets.css'

interface CloseSheetProps {
  /** The share of the position that it opens with; null while it is closed. */
  share: number | null
  position: FuturesPosition
  option: FuturesOption
  onClose: () => void
}

/** Closes a position or a part of it, and says what that would bring. */
export function CloseSheet({ share, ...rest }: CloseSheetProps) {
  const t = useTexts(futuresTexts)
  const tSheet = useTexts(orderSheetTexts)
  const { position, onClose } = rest
  const side = t(position.side === 'LONG' ? 'long' : 'short')
  return (
    <Sheet
      open={share !== null}
      title={`${nameOf(position.stock)} ${tSheet('closeTitle', { side })}`}
      onClose={onClose}
    >
      <Closing {...rest} share={share ?? 100} />
    </Sheet>
  )
}

const shares = [0, 25, 50, 75, 100] as const
function Closing({ share: opening, position, option, onClose }: CloseSheetProps & { share: number }) {
  const t = useTexts(futuresTexts)
  const tSheet = useTexts(orderSheetTexts)
  const terms = termsOf(option)
  const { scale } = terms
  const held = heldOf(position, terms)
  const heldQty = Math.abs(held.qty)
  const shareText = (share: number) =>
    share === 100 ? position.qty : shareOf(heldQty, share, { ...terms, minQty: terms.step })
  const view = useMarketView(option.stock, option.precision, option.qtyPrecision)
  const lane = useLane(`position-${position.id}`)
  const [type, setType] = useState<CloseType>('MARKET')
  const [share, setShare] = useState<number | null>(opening)
  const [typed, setTyped] = useState('')
  const [price, setPrice] = useState('')

  const qty = share === null ? typed : shareText(share)
  const steps = unitsOf(qty || '0', scale.qtyPrecision)
  const sign = signOfSide(otherSide(position.side))
  const limit = type === 'LIMIT' ? unitsOf(price || '0', scale.precision) : null
  const levels = sign > 0 ? view.asks : view.bids
  const met = walk(sign, levels, steps, scale)
  const at = limit ?? view.last ?? 0
  const quote = limit === null && met.filledQty === steps && steps > 0 ? met.quote : notionalOf(at, steps, scale)
  const canClose = steps > 0 && steps <= heldQty && steps % terms.step === 0 && (limit === null || limit > 0)
  const pnl = canClose ? addFill(held, sign * steps, quote).realizedPnl : 0n
  const side = t(position.side === 'LONG' ? 'long' : 'short')
  const submit = async () => {
    onClose()
    await run(
      `position-${position.id}`,
      'POST /api/futures/order',
      closeBody(position, qty, limit === null ? undefined : price),
    )
  }
  return (
    <div className="close">
      <CloseTypeChoice
        t={t}
        value={type}
        onType={(next) => {
          setType(next)
          if (next === 'LIMIT' && price === '' && view.last !== null)
            setPrice(formatUnits(BigInt(view.last), scale.precision))
        }}
      />
      {type === 'LIMIT' && (
        <DecimalStepper
          label={t('price')}
          value={price}
          onValue={setPrice}
          step={option.tickSize}
          decimals={option.precision}
          decreaseLabel={t('less', { step: option.tickSize })}
          increaseLabel={t('more', { step: option.tickSize })}
        />
      )}
      <DecimalStepper
        label={tSheet('closeQty', { unit: unitOf(nameOf(option.stock)) })}
        value={qty}
        onValue={(value) => {
          setShare(null)
          setTyped(value)
        }}
        step={option.stepSize}
        decimals={option.qtyPrecision}
        decreaseLabel={t('less', { step: option.stepSize })}
        increaseLabel={t('more', { step: option.stepSize })}
        invalid={steps > heldQty}
      />
      <Slider
        label={tSheet('closeShare')}
        value={share ?? Math.min(100, Math.round((steps / heldQty) * 100))}
        max={100}
        step={5}
        marks={shares}
        format={(value) => `${value}%`}
        onChange={setShare}
      />
      <CloseReceipt position={position} qty={steps} quote={quote} pnl={pnl} terms={terms} />
      {view.feed !== 'live' && (
        <Strip tone="warn">
          <Icon name="clock" />
          <span>{tSheet('closeStale')}</span>
        </Strip>
      )}
      {steps > heldQty && (
        <p className="msg msg-error" role="alert">
          {t('REDUCE_ONLY_QTY_EXCEEDED')}
        </p>
      )}
      <SheetEnd onClose={onClose}>
        <Button
          size={52}
          tone={position.side === 'LONG' ? 'down' : 'up'}
          disabled={!canClose || lane !== null}
          onClick={() => void submit()}
        >
          {lane === 'checking' ? t('checking') : tSheet('closeSubmit', { side })}
        </Button>
      </SheetEnd>
    </div>
  )
}
