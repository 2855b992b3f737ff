import { useTexts } from '@maru/client/i18n/texts'
import type { OverseaOption, PositionSide } from '@maru/contract'
import { useQuery } from '@tanstack/react-query'
import { type Dispatch, useState } from 'react'
import { positionsQuery } from '../../../books/oversea/queries.ts'
import { useOrdering } from '../../../kit/ordering.ts'
import { clock, useFeed, useMoment } from '../../../live/index.ts'
import { useMarket } from '../../../trading/market-view.ts'
import { snapToTick } from '../../../trading/ticks.ts'
import { resumeCommands, run, useLane } from '../commands.ts'
import {
  closeOf,
  type Draft,
  draftOf,
  errors,
  limitAt,
  summarise,
  type TicketAction,
  type TicketInputs,
  type TicketMarket,
  type TicketStage,
} from './form.ts'
import { orderBody } from './order-body.ts'
import { faultText } from './outlook.tsx'
import { ticketTexts } from './texts.ts'
import { momentsOf, stageOf, useTicketHolder } from './use-ticket.ts'

interface OrderProps {
  option: OverseaOption
  signedIn: boolean
  inputs: TicketInputs
  dispatch: Dispatch<TicketAction>
}

/** An order that the ticket can be asked for, of what is typed at the time. */
type Make = (inputs: TicketInputs) => Draft

/** What is typed as an order: what it would do, what is wrong with it, why it has to wait, and its way to the lane. */
export function useOrder({ option, signedIn, inputs, dispatch }: OrderProps) {
  const t = useTexts(ticketTexts)
  const holder = useTicketHolder(option, signedIn)
  const market = useMarket(option.stock, option.precision, 0)
  const feed = useFeed(option.stock)
  const lane = useLane('ticket')
  const ordering = useOrdering(signedIn, lane, resumeCommands, t)
  const [tried, setTried] = useState<Make | null>(null)
  useMoment(momentsOf(option))
  const positionId = useQuery(positionsQuery(signedIn)).data?.find(
    ({ overseaOptionId }) => overseaOptionId === option.id,
  )?.id
  const isClosing = useLane(`position-${positionId ?? 0}`) !== null

  // Prices are looked at when something is typed or pressed, not with each tick: only what shows them follows the market.
  const stage = { ...stageOf(option, clock.now()), feed }
  const now = (): TicketMarket => ({ ...market.get(), ...stageOf(option, clock.now()), feed })
  const faults = holder && tried && signedIn ? errors(tried(inputs), holder, now()) : []
  const summary = holder && summarise(inputs, holder, { ...market.get(), ...stage })
  const block = blockOf({ isLoading: !holder || ordering.isPending, signedIn, stage })
  const reason = ordering.waitOf(true) ?? (block && t(block))

  const send = async (draft: Draft) => {
    ordering.closeAsked()
    setTried(null)
    const lane = draft.isReduceOnly ? (`position-${positionId ?? 0}` as const) : 'ticket'
    return run(lane, 'POST /api/oversea/order', orderBody(draft, option.id))
  }
  /** Sends what is made of the inputs; `asks` is the side that the member is asked about before. */
  const take = (make: Make, asks: PositionSide | null = null) => {
    if (!signedIn) return ordering.signIn()
    if (!holder) return
    const draft = make(inputs)
    if (lane && !draft.isReduceOnly) return
    setTried(() => make)
    const [fault] = errors(draft, holder, now())
    ordering.take({
      closes: draft.isReduceOnly,
      fault: fault ? faultText(fault, t) : null,
      asks,
      send: () => void send(draft),
    })
  }

  return {
    holder,
    market,
    stage,
    lane,
    faults,
    summary,
    ordering,
    /** Why no side can be taken; null while both can. */
    reason,
    /** The position is being closed. */
    isClosing,
    forgetFaults: () => setTried(null),
    place: (side: PositionSide) => void send(draftOf(side, inputs)),
    takeSide: (side: PositionSide, asks: boolean) => take((typed) => draftOf(side, typed), asks ? side : null),
    /** Closes what is held, at the market. */
    closeOut() {
      const close = holder && closeOf(holder.position)
      if (close) take(() => close)
    },
    /** A level of the book was touched: its price, or in one-touch an order at it. */
    pick(price: string, side: 'asks' | 'bids' | null) {
      // The last price is a middle, and may lie between two ticks.
      const value = snapToTick(Number(price), option.tickSize, option.precision)
      if (!inputs.isTouch) return dispatch({ kind: 'pick', value })
      if (side !== null && reason === null) take((typed) => limitAt(side === 'bids' ? 'LONG' : 'SHORT', value, typed))
    },
  }
}

export type TicketOrder = ReturnType<typeof useOrder>

interface Block {
  isLoading: boolean
  signedIn: boolean
  stage: TicketStage
}

/** Why no side can be taken at all; in the last minutes what closes needs no live price. */
function blockOf({ isLoading, signedIn, stage }: Block): 'loading' | 'stopped' | 'closed' | 'waitForPrice' | null {
  if (isLoading) return 'loading'
  if (!signedIn) return null
  if (stage.isStopped) return 'stopped'
  if (!stage.isOpen) return 'closed'
  return stage.feed === 'live' || stage.isClosing ? null : 'waitForPrice'
}
