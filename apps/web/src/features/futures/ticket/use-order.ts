import { useTexts } from '@maru/client/i18n/texts'
import type { FuturesOption, PositionSide } from '@maru/contract'
import { type Dispatch, useState } from 'react'
import { useOrdering } from '../../../kit/ordering.ts'
import { useFeed } from '../../../live/index.ts'
import { useMarket } from '../../../trading/market-view.ts'
import { resumeCommands, run, useLane } from '../commands.ts'
import { useFuturesSettings } from '../settings.ts'
import { futuresTexts } from '../texts.ts'
import { errors, type TicketAction, type TicketHolder, type TicketInputs, type TicketPrices } from './form.ts'
import { orderBody } from './order-body.ts'
import { faultText } from './outlook.tsx'
import { useTicketHolder } from './use-ticket.ts'

export interface OrderProps {
  option: FuturesOption
  signedIn: boolean
  inputs: TicketInputs
  dispatch: Dispatch<TicketAction>
}

/** What is typed as an order: what is wrong with it, why it has to wait, and its way to the lane. */
export function useOrder({ option, signedIn, inputs, dispatch }: OrderProps) {
  const t = useTexts(futuresTexts)
  const holder = useTicketHolder(option, signedIn)
  const market = useMarket(option.stock, option.precision, option.qtyPrecision)
  const feed = useFeed(option.stock)
  const lane = useLane('ticket')
  const ordering = useOrdering(signedIn, lane, resumeCommands, t)
  const { confirms, tolerance } = useFuturesSettings()
  const [tried, setTried] = useState<PositionSide | null>(null)

  // Looked at when something is typed or pressed, not with each tick: only what shows figures follows the market.
  const now = (): TicketPrices => ({ ...market.get(), feed })
  const closesOnly = inputs.isReduceOnly && inputs.type === 'MARKET'
  const block = blockOf({ option, holder, feed, signedIn, closesOnly, isPending: ordering.isPending })

  const place = async (side: PositionSide) => {
    ordering.closeAsked()
    setTried(null)
    if (await run('ticket', 'POST /api/futures/order', orderBody(side, inputs, option.id, tolerance)))
      dispatch({ kind: 'accepted' })
  }

  return {
    holder,
    market,
    lane,
    ordering,
    tolerance,
    now,
    faults: holder && tried && signedIn ? errors(tried, inputs, holder, now()) : [],
    /** Why no side can be taken; null while both can. */
    reason: ordering.waitOf(!inputs.isReduceOnly) ?? (block && t(block)),
    /** No price is live: an order that opens has to wait. */
    waits: feed !== 'live' && !inputs.isReduceOnly,
    place: (side: PositionSide) => void place(side),
    take(side: PositionSide) {
      if (!signedIn) return ordering.signIn()
      if (!holder || lane) return
      setTried(side)
      const [fault] = errors(side, inputs, holder, now())
      ordering.take({
        closes: inputs.isReduceOnly,
        fault: fault ? faultText(fault, t) : null,
        asks: confirms ? side : null,
        send: () => void place(side),
      })
    },
  }
}

interface Block {
  option: FuturesOption
  holder: TicketHolder | null
  feed: TicketPrices['feed']
  signedIn: boolean
  closesOnly: boolean
  isPending: boolean
}

/** Why no side can be taken at all; a close at the market waits for nothing. */
function blockOf(block: Block): 'loading' | 'stopped' | 'waitForPrice' | null {
  const { option, holder, feed, signedIn, closesOnly, isPending } = block
  if (!holder || isPending) return 'loading'
  if (closesOnly || !signedIn) return null
  if (!option.isPlay || option.isStop) return 'stopped'
  return feed === 'live' ? null : 'waitForPrice'
}
