import { useTexts } from '@maru/client/i18n/texts'
import type { OverseaOption, OverseaPosition } from '@maru/contract'
import { Button, Check, Chip, DecimalStepper, Sheet, Stepper } from '@maru/ui'
import { useState } from 'react'
import { termsOf } from '../../../books/oversea/terms.ts'
import { type CloseType, CloseTypeChoice } from '../../../kit/close-type.tsx'
import { usePrice } from '../../../live/index.ts'
import { unitsOf } from '../../../trading/index.ts'
import { titleOf } from '../../../trading/instruments/title.ts'
import { SheetEnd } from '../../../trading/sheet-end.tsx'
import { shortTick, snapToTick } from '../../../trading/ticks.ts'
import { run, useLane } from '../commands.ts'
import { changeOverseaSettings, useOverseaSettings } from '../settings.ts'
import { closeBody, sharesOf } from './close-form.ts'
import { CloseHint, CloseOutcome } from './close-outcome.tsx'
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
      <CloseTypeChoice
        t={t}
        value={type}
        onType={(next) => {
          setType(next)
          if (next === 'LIMIT' && price === '' && last !== null)
            setPrice(snapToTick(Number(last), option.tickSize, option.precision))
        }}
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
      <CloseOutcome position={position} option={option} count={isPriced ? count : null} limit={limit} />
      <CloseHint option={option} />
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
