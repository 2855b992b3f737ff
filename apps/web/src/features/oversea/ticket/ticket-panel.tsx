import type { OverseaOption, PositionSide } from '@maru/contract'
import { formatDateTime, Icon, IconButton, Segmented, Tabs } from '@maru/ui'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, type Ref, useEffect, useImperativeHandle, useReducer, useState } from 'react'
import { useNavigate } from 'react-router'
import { positionsQuery } from '../../../books/oversea/queries.ts'
import { useTexts } from '../../../i18n/texts.ts'
import { clock, prices, useFeed, useMoment, usePrice } from '../../../live/index.ts'
import { limitsQuery, type Rest, restOf } from '../../../protection/limits.ts'
import { riskQuery } from '../../../protection/risk.ts'
import { RiskWarning } from '../../../protection/risk-dialogs.tsx'
import { memberSettings } from '../../../settings/member-settings.ts'
import { lazyPart } from '../../../shell/chunk-recovery.ts'
import type { LaneState } from '../../../trading/lanes.ts'
import { useMarket } from '../../../trading/market-view.ts'
import { OpenedLater } from '../../../trading/opened-later.tsx'
import { OrderBar, tellFault } from '../../../trading/order-bar.tsx'
import { LaneStatus, SideButtons } from '../../../trading/side-buttons.tsx'
import { snapToTick } from '../../../trading/ticks.ts'
import { resumeCommands, run, useLane } from '../commands.ts'
import { changeOverseaSettings, useOverseaSettings } from '../settings.ts'
import {
  closeOf,
  type Draft,
  draftOf,
  emptyInputs,
  errors,
  limitAt,
  reduce,
  summarise,
  type TicketInputs,
  type TicketMarket,
  type TicketStage,
  takesPrice,
} from './form.ts'
import { orderBody } from './order-body.ts'
import { OrderDetail } from './order-detail.tsx'
import { faultText, Outlook } from './outlook.tsx'
import { ticketTexts } from './texts.ts'
import { Count, Exits, Prices } from './ticket-fields.tsx'
import { TouchSheet, useDisarm } from './touch.tsx'
import { TouchButtons } from './touch-buttons.tsx'
import { closeOnlyMs, stageOf, useTicketAccount } from './use-ticket.ts'
import './ticket.css'

const loadConfirm = async () => ({ default: (await import('./confirm-sheet.tsx')).ConfirmSheet })
const ConfirmSheet = lazyPart(loadConfirm)
const loadSettings = async () => ({ default: (await import('./settings-sheet.tsx')).SettingsSheet })
const SettingsSheet = lazyPart(loadSettings)

const types = ['LIMIT', 'MARKET', 'STOPMARKET', 'STOPLIMIT'] as const

/** What else of the page reaches into the ticket. */
export interface TicketHandle {
  /**
   * A level of the book was touched: its price is filled in, or in one-touch a limit order is placed at it, bought at a bid and
   * sold at an ask. The last price between them has no side.
   */
  pick(price: string, side: 'asks' | 'bids' | null): void
}

interface TicketProps {
  option: OverseaOption
  signedIn: boolean
  /** Orders at the market and nothing else, with the close between the two sides: the quick order. Asks where the member wants it. */
  quick?: {
    /** Asks before the position is closed. */
    readonly onAskClose: () => void
  }
  ref?: Ref<TicketHandle>
}

/** Type, prices, contracts and the two sides; or one touch. What may be ordered, and what it would do, is decided by `form.ts`. */
export function OverseaTicket({ option, signedIn, quick, ref }: TicketProps) {
  const t = useTexts(ticketTexts)
  const navigate = useNavigate()
  const [typed, dispatch] = useReducer(reduce, option, startOf)
  const inputs: TicketInputs = quick ? { ...typed, type: 'MARKET' } : typed
  const account = useTicketAccount(option, signedIn)
  const market = useMarket(option.stock, option.precision, 0)
  const feed = useFeed(option.stock)
  const last = usePrice(option.stock, 'last') ?? option.lastPrice
  const lane = useLane('ticket')
  const risk = useQuery(riskQuery(signedIn))
  const limits = useQuery(limitsQuery(signedIn)).data
  const { confirms, confirmsClose } = useOverseaSettings()
  const [sheet, setSheet] = useState<'touch' | 'settings' | null>(null)
  const [asked, setAsked] = useState<PositionSide | null>(null)
  const [warning, setWarning] = useState(false)
  const [tried, setTried] = useState<Make | null>(null)
  useMoment(momentsOf(option))
  useEffect(() => {
    if (signedIn) void resumeCommands()
  }, [signedIn])
  const { isTouch } = inputs
  useDisarm(isTouch, () => dispatch({ kind: 'isTouch', on: false }))
  const positionId = useQuery(positionsQuery(signedIn)).data?.find(
    ({ overseaOptionId }) => overseaOptionId === option.id,
  )?.id
  const closeLane = useLane(`position-${positionId ?? 0}`)

  // Prices are looked at when something is typed or pressed, not with each tick: only what shows them follows the market.
  const stage = { ...stageOf(option, clock.now()), feed }
  const now = (): TicketMarket => ({ ...market.get(), ...stageOf(option, clock.now()), feed })
  const faults = account && tried && signedIn ? errors(tried(inputs), account, now()) : []
  const summary = account && summarise(inputs, account, { ...market.get(), ...stage })
  const reason =
    laneReason(lane, t) ??
    restReason(signedIn ? restOf(limits, clock.now()) : null, t) ??
    blockOf({ isLoading: !account || (signedIn && risk.isPending), signedIn, stage, t })

  const send = async (draft: Draft) => {
    setAsked(null)
    setTried(null)
    const lane = draft.isReduceOnly ? (`position-${positionId ?? 0}` as const) : 'ticket'
    return run(lane, 'overseaOrder', orderBody(draft, option.id))
  }
  /** Sends what is made of the inputs at once, unless something is wrong with it or has to be read before. */
  const take = (make: Make, confirmed: PositionSide | null = null) => {
    if (!signedIn) return void navigate('/signin')
    if (!account) return
    const draft = make(inputs)
    if (lane && !draft.isReduceOnly) return
    setTried(() => make)
    const [fault] = errors(draft, account, now())
    if (fault) return tellFault(faultText(fault, t))
    if (risk.data?.isDue && !draft.isReduceOnly) return setWarning(true)
    if (confirmed) setAsked(confirmed)
    else void send(draft)
  }
  const closeOut = () => {
    const close = account && closeOf(account.position)
    if (close) take(() => close)
  }
  const pick: TicketHandle['pick'] = (price, side) => {
    // The last price is a middle, and may lie between two ticks.
    const value = snapToTick(Number(price), option.tickSize, option.precision)
    if (!isTouch) {
      if (!takesPrice(inputs)) dispatch({ kind: 'type', type: 'LIMIT' })
      return dispatch({ kind: 'price', value })
    }
    if (side !== null && reason === null) take((inputs) => limitAt(side === 'bids' ? 'LONG' : 'SHORT', value, inputs))
  }
  useImperativeHandle(ref, () => ({ pick }))
  const noteOf = () => {
    // The quick order's buttons carry prices: why they rest stands above them.
    if (quick && stage.isOpen && reason !== null) return reason
    return stage.isOpen && stage.isClosing ? t('closeOnlyNote') : null
  }

  // In a sheet the buttons stay where they are.
  const Bar = quick ? PlainBar : OrderBar

  return (
    <section className={isTouch ? 'tk otk is-touch' : 'tk otk'} aria-label={t('order')}>
      <div className="otk-m">
        {quick ? (
          <b>{t('marketOrder')}</b>
        ) : (
          <Segmented
            label={t('way')}
            value={isTouch ? 'touch' : 'standard'}
            choices={[
              { value: 'standard', label: t('standard') },
              { value: 'touch', label: t('touch') },
            ]}
            onChange={(way) => {
              if (way === 'standard') dispatch({ kind: 'isTouch', on: false })
              else if (!signedIn) void navigate('/signin')
              else if (!isTouch) setSheet('touch')
            }}
          />
        )}
        <IconButton className="tk-s" label={t('settings')} aria-haspopup="dialog" onClick={() => setSheet('settings')}>
          <Icon name="setting" />
        </IconButton>
      </div>
      {isTouch ? (
        <p className="otk-on">
          <Icon name="warn" small /> {reason ?? t('touchOn')}
        </p>
      ) : quick ? null : (
        <div className="tk-t">
          <Tabs
            label={t('orderType')}
            panelId="ticket"
            value={inputs.type}
            choices={types.map((value) => ({ value, label: t(value) }))}
            onChange={(type) => {
              changeOverseaSettings({ marketType: type })
              dispatch({ kind: 'type', type })
            }}
          />
        </div>
      )}
      <div id="ticket" {...(!isTouch && !quick && { role: 'tabpanel', 'aria-labelledby': `ticket-${inputs.type}` })}>
        <div className="tk-f">
          {!isTouch && !quick && (
            <Prices option={option} last={last} inputs={inputs} dispatch={dispatch} faults={faults} />
          )}
          <Count inputs={inputs} dispatch={dispatch} faults={faults} summary={signedIn ? summary : null} />
        </div>
        <Exits inputs={inputs} dispatch={dispatch} faults={faults} summary={summary} />
        <Outlook account={signedIn ? account : null} summary={summary} fault={faults[0]} note={noteOf()} />
      </div>
      <Bar className={isTouch || quick ? 'tk-go is-touch' : 'tk-go'}>
        {(isTouch || quick) && signedIn && account && stage.isOpen ? (
          <TouchButtons
            account={account}
            market={market}
            count={inputs.count}
            isBusy={reason !== null}
            isClosing={closeLane !== null}
            onTake={(side) => take((inputs) => draftOf(side, inputs), quick && confirms ? side : null)}
            onClose={quick && confirmsClose ? quick.onAskClose : closeOut}
          />
        ) : (
          <SideButtons
            reason={reason}
            words={{ LONG: t('buy'), SHORT: t('sell') }}
            onTake={(side) => take((inputs) => draftOf(side, inputs), confirms ? side : null)}
            detail={(side) =>
              signedIn ? <OrderDetail side={side} option={option} inputs={inputs} market={market} /> : t('signInShort')
            }
          />
        )}
      </Bar>
      <LaneStatus lane={lane} t={t} />
      {account && (
        <OpenedLater open={asked !== null} load={loadConfirm}>
          <ConfirmSheet
            side={asked}
            option={option}
            inputs={inputs}
            account={account}
            market={market}
            stage={stage}
            waits={feed !== 'live' && !stage.isClosing}
            onClose={() => setAsked(null)}
            onPlace={(side) => void send(draftOf(side, inputs))}
          />
        </OpenedLater>
      )}
      <RiskWarning texts={ticketTexts} open={warning} onClose={() => setWarning(false)} />
      <TouchSheet
        open={sheet === 'touch'}
        onClose={() => setSheet(null)}
        onArm={() => {
          setSheet(null)
          setTried(null)
          dispatch({ kind: 'isTouch', on: true })
        }}
      />
      <OpenedLater open={sheet === 'settings'} load={loadSettings}>
        <SettingsSheet
          open={sheet === 'settings'}
          maxCount={option.maxCount}
          onClose={() => setSheet(null)}
          onTicks={(kind, ticks) => dispatch({ kind, value: String(ticks) })}
        />
      </OpenedLater>
    </section>
  )
}

const PlainBar = ({ className, children }: { className: string; children: ReactNode }) => (
  <div className={`order-bar ${className}`}>{children}</div>
)

/** An order that the ticket can be asked for, of what is typed at the time. */
type Make = (inputs: TicketInputs) => Draft

/** What a ticket begins with: the member's kept choices, at the last price. */
function startOf({ stock, lastPrice, tickSize, precision }: OverseaOption): TicketInputs {
  const { marketType: type, takeProfit, stopLoss } = useOverseaSettings.getState()
  const { orderCnt, tpsl } = memberSettings()
  // What the stock was listed with may be a minute old.
  const last = prices.get(stock, 'last') ?? lastPrice
  const price = last === null ? '' : snapToTick(Number(last), tickSize, precision)
  return emptyInputs({ type, count: orderCnt[0] ?? 1, takeProfit, stopLoss, tpsl }, price)
}

/** When the session opens, begins to take closes only, and ends. */
function momentsOf({ session }: OverseaOption): number[] {
  return session ? [session.openAt, session.closeAt - closeOnlyMs, session.closeAt] : []
}

type T = ReturnType<typeof useTexts<keyof typeof ticketTexts.ko>>

function laneReason(lane: LaneState | null, t: T): string | null {
  if (lane === null) return null
  return t(lane === 'sending' ? 'sending' : lane === 'checking' ? 'checking' : 'accepted')
}

/** A break is told to the minute, a self-exclusion by its day. */
function restReason(rest: Rest | null, t: T): string | null {
  if (rest === null) return null
  const time = formatDateTime(rest.until).slice(...(rest.kind === 'break' ? [5, 16] : [0, 10]))
  return t(rest.kind === 'break' ? 'onBreak' : 'excluded', { time })
}

/** Why no side can be taken at all; in the last minutes what closes needs no live price. */
function blockOf({
  isLoading,
  signedIn,
  stage,
  t,
}: {
  isLoading: boolean
  signedIn: boolean
  stage: TicketStage
  t: T
}): string | null {
  if (isLoading) return t('loading')
  if (!signedIn) return null
  if (stage.isStopped) return t('stopped')
  if (!stage.isOpen) return t('closed')
  return stage.feed === 'live' || stage.isClosing ? null : t('waitForPrice')
}
