import { useTexts } from '@maru/client/i18n/texts'
import type { OverseaOption, OverseaPosition } from '@maru/contract'
import type { Position } from '@maru/positions'
import { Button, formatPrice } from '@maru/ui'
import { useState } from 'react'
import { heldOf, type Terms, termsOf } from '../../../books/oversea/terms.ts'
import { sheetOf } from '../../../kit/sheet-of.tsx'
import { titleOf } from '../../../trading/instruments/title.ts'
import { SheetEnd } from '../../../trading/sheet-end.tsx'
import { SideBadge } from '../../../trading/side-badge.tsx'
import { run, useLane } from '../commands.ts'
import { directionOf, pnlAt, priceText, signedWon } from '../figures.ts'
import { useLast } from '../lists/use-last.ts'
import { Exit } from './exit-field.tsx'
import { exitChanges, exitKinds, exitOutcome, exitsOf, isDistance } from './exits-form.ts'
import { overseaSheetTexts } from './texts.ts'
import '../../../trading/sheets.css'

interface ExitsSheetProps {
  onClose: () => void
  position: OverseaPosition
  option: OverseaOption
}

function ExitsForm({ position, option, onClose }: ExitsSheetProps) {
  const t = useTexts(overseaSheetTexts)
  const lane = useLane(`exits-${position.id}`)
  const [ticks, setTicks] = useState(() => exitsOf(position))
  const terms = termsOf(option)
  const held = heldOf(position, terms)
  const last = useLast(option)
  const outcomes = {
    takeProfit: ticks.takeProfit === null ? null : exitOutcome('takeProfit', ticks.takeProfit, held, last, terms),
    stopLoss: ticks.stopLoss === null ? null : exitOutcome('stopLoss', ticks.stopLoss, held, last, terms),
  }
  const isWrong = exitKinds.some(
    (kind) => outcomes[kind]?.price === null || (ticks[kind] !== null && !isDistance(ticks[kind], terms)),
  )
  const submit = async () => {
    const { set, clear } = exitChanges(position, ticks)
    const of = `exits-${position.id}` as const
    if (set && (await run(of, 'POST /api/oversea/order/tpsl', set)) === null) return
    for (const body of clear) if ((await run(of, 'POST /api/oversea/order/delete-tpsl', body)) === null) return
    onClose()
  }
  return (
    <>
      <Head position={position} option={option} held={held} last={last} terms={terms} />
      {exitKinds.map((kind) => (
        <fieldset key={kind} className="ps-x" aria-label={t(kind)}>
          <Exit
            kind={kind}
            value={ticks[kind]}
            outcome={outcomes[kind]}
            terms={terms}
            onChange={(value) => setTicks({ ...ticks, [kind]: value })}
          />
        </fieldset>
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

/** Take profit and stop loss of a position in ticks, with what they would bring. */
export const ExitsSheet = sheetOf(overseaSheetTexts, 'exits', ExitsForm)

function Head({
  position,
  option,
  held,
  last,
  terms,
}: {
  position: OverseaPosition
  option: OverseaOption
  held: Position
  last: number | null
  terms: Terms
}) {
  const t = useTexts(overseaSheetTexts)
  const isLong = position.tradeType === 'LONG'
  const pnl = last === null ? null : pnlAt(held, last, terms)
  return (
    <>
      <p className="ps-h">
        <b>{titleOf(position)}</b>
        <SideBadge side={position.tradeType}>
          {t(isLong ? 'buy' : 'sell')} {t('contracts', { count: position.count })}
        </SideBadge>
      </p>
      <dl className="ps-k num">
        <div>
          <dt>{t('average')}</dt>
          <dd>{formatPrice(position.avgPrice, option.precision)}</dd>
        </div>
        <div>
          <dt>{t('last')}</dt>
          <dd>{last === null ? '–' : priceText(last, terms)}</dd>
        </div>
        <div>
          <dt>{t('now')}</dt>
          <dd className={pnl === null ? '' : directionOf(pnl)}>
            {pnl === null ? '–' : t('amount', { amount: signedWon(pnl) })}
          </dd>
        </div>
      </dl>
    </>
  )
}
