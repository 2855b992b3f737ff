import { useTexts } from '@maru/client/i18n/texts'
import type { OverseaOption, OverseaPosition } from '@maru/contract'
import { formatPrice, Icon, Sheet } from '@maru/ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { positionsQuery } from '../../books/oversea/queries.ts'
import { heldOf, termsOf } from '../../books/oversea/terms.ts'
import { PriceHeader } from '../../trading/index.ts'
import { titleOf } from '../../trading/instruments/title.ts'
import { SideBadge } from '../../trading/side-badge.tsx'
import { directionOf, pnlAt, signedTicks, signedWon, ticksAt } from './figures.ts'
import { overseaListTexts } from './lists/texts.ts'
import { useLast } from './lists/use-last.ts'
import { searchTexts } from './search-texts.ts'
import { SessionClock } from './session-clock.tsx'
import { CloseSheet } from './sheets/close-sheet.tsx'
import { OverseaTicket } from './ticket/ticket-panel.tsx'
import '../../trading/trade-page.css'

/** An order at the market of one contract, from below: its price, what is held of it, contracts, and buy, close or sell. */
export function QuickOrderSheet({ option, onClose }: { option: OverseaOption; onClose: () => void }) {
  const t = useTexts(searchTexts)
  const [closing, setClosing] = useState<number | null>(null)
  const position = useQuery(positionsQuery(true)).data?.find(({ overseaOptionId }) => overseaOptionId === option.id)
  return (
    <Sheet open title={titleOf(option)} onClose={onClose} className="qo-sheet">
      <PriceHeader stock={option.stock} precision={option.precision} aside={<SessionClock option={option} />} />
      <div className="qo-k">
        {position ? <Held option={option} position={position} /> : <span className="dim">{t('noPosition')}</span>}
        <Link className="link" to={`/oversea/${option.id}`}>
          {t('toPage')}
          <Icon name="right" small />
        </Link>
      </div>
      <OverseaTicket option={option} signedIn quick={{ onAskClose: () => setClosing(position?.count ?? null) }} />
      {position && <CloseSheet count={closing} position={position} option={option} onClose={() => setClosing(null)} />}
    </Sheet>
  )
}

function Held({ option, position }: { option: OverseaOption; position: OverseaPosition }) {
  const t = useTexts(searchTexts)
  const tLists = useTexts(overseaListTexts)
  const terms = termsOf(option)
  const held = heldOf(position, terms)
  const last = useLast(option)
  const pnl = last === null ? null : pnlAt(held, last, terms)
  const { tradeType, count, avgPrice } = position
  return (
    <span className="qo-o num">
      <SideBadge side={tradeType}>
        {tLists('sideCount', { side: tLists(tradeType === 'LONG' ? 'buy' : 'sell'), count })}
      </SideBadge>
      <b className={pnl === null ? 'dim' : directionOf(pnl)}>
        {pnl === null ? '–' : signedWon(pnl)}
        {tLists('won')}
        {last !== null && ` · ${tLists('ticks', { ticks: signedTicks(ticksAt(held, last, terms)) })}`}
      </b>
      <small>{t('average', { price: formatPrice(avgPrice, option.precision) })}</small>
    </span>
  )
}
