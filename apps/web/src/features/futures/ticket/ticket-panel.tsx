import type { FuturesOption, PositionSide } from '@maru/contract'
import { Check, formatDateTime, Icon, IconButton, Tabs } from '@maru/ui'
import { useQuery } from '@tanstack/react-query'
import { type Dispatch, useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { useTexts } from '../../../i18n/texts.ts'
import { clock, useFeed } from '../../../live/index.ts'
import { limitsQuery, type Rest, restOf } from '../../../protection/limits.ts'
import { riskQuery } from '../../../protection/risk.ts'
import { RiskWarning } from '../../../protection/risk-dialogs.tsx'
import { lazyPart } from '../../../shell/chunk-recovery.ts'
import type { LaneState } from '../../../trading/lanes.ts'
import { useMarket } from '../../../trading/market-view.ts'
import { OpenedLater } from '../../../trading/opened-later.tsx'
import { OrderBar, tellFault } from '../../../trading/order-bar.tsx'
import { LaneStatus, SideButtons } from '../../../trading/side-buttons.tsx'
import { resumeCommands, run, useLane } from '../commands.ts'
import { usdt } from '../figures.ts'
import { changeFuturesSettings, useFuturesSettings } from '../settings.ts'
import { futuresTexts } from '../texts.ts'
import { errors, type TicketAccount, type TicketAction, type TicketInputs, type TicketPrices } from './form.ts'
import { orderBody } from './order-body.ts'
import { OrderDetail } from './order-detail.tsx'
import { faultText, Outlook } from './outlook.tsx'
import { Exits, Fields, Shares } from './ticket-fields.tsx'
import { type TicketSheet, TicketSheets } from './ticket-sheets.tsx'
import { useTicketAccount } from './use-ticket.ts'

const loadConfirm = async () => ({ default: (await import('./confirm-sheet.tsx')).ConfirmSheet })
const ConfirmSheet = lazyPart(loadConfirm)

const types = ['LIMIT', 'MARKET', 'STOPLIMIT', 'STOPMARKET'] as const

interface TicketPanelProps {
  option: FuturesOption
  signedIn: boolean
  inputs: TicketInputs
  dispatch: Dispatch<TicketAction>
}

/** Type, prices, quantity and the two sides. What may be ordered, and what it would do, is decided by `form.ts`. */
export function TicketPanel({ option, signedIn, inputs, dispatch }: TicketPanelProps) {
  const t = useTexts(futuresTexts)
  const navigate = useNavigate()
  const account = useTicketAccount(option, signedIn)
  const market = useMarket(option.stock, option.precision, option.qtyPrecision)
  const feed = useFeed(option.stock)
  const lane = useLane('ticket')
  const risk = useQuery(riskQuery(signedIn))
  const limits = useQuery(limitsQuery(signedIn)).data
  const { confirms, tolerance } = useFuturesSettings()
  const [sheet, setSheet] = useState<TicketSheet | null>(null)
  const [asked, setAsked] = useState<PositionSide | null>(null)
  const [warning, setWarning] = useState(false)
  const [tried, setTried] = useState<PositionSide | null>(null)
  useEffect(() => {
    if (signedIn) void resumeCommands()
  }, [signedIn])

  // Looked at when something is typed or pressed, not with each tick: only the figures below follow the market.
  const now = (): TicketPrices => ({ ...market.get(), feed })
  const faults = account && tried && signedIn ? errors(tried, inputs, account, now()) : []
  const closesOnly = inputs.isReduceOnly && inputs.type === 'MARKET'
  const block = blockOf({ option, account, feed, signedIn, closesOnly, riskPending: signedIn && risk.isPending })
  const rest = signedIn && !inputs.isReduceOnly ? restOf(limits, clock.now()) : null

  const place = async (side: PositionSide) => {
    setAsked(null)
    setTried(null)
    if (await run('ticket', 'futuresOrder', orderBody(side, inputs, option.id, tolerance)))
      dispatch({ kind: 'accepted' })
  }
  const take = (side: PositionSide) => {
    if (!signedIn) return void navigate('/signin')
    if (!account || lane) return
    setTried(side)
    const [fault] = errors(side, inputs, account, now())
    if (fault) return tellFault(faultText(fault, t))
    if (risk.data?.isDue && !inputs.isReduceOnly) return setWarning(true)
    if (confirms) setAsked(side)
    else void place(side)
  }
  const reason =
    laneReason(lane, t) ??
    (rest && t(rest.kind === 'break' ? 'onBreak' : 'excluded', { time: restEnd(rest) })) ??
    (block && t(block))

  return (
    <section className="tk" aria-label={t('order')}>
      <div className="tk-m">
        <button type="button" className="chip" aria-haspopup="dialog" onClick={() => setSheet('marginType')}>
          <span className="sr">{t('marginType')} </span>
          {t(account?.marginType ?? 'ISOLATED')}
          <Icon name="down" small />
        </button>
        <button type="button" className="chip" aria-haspopup="dialog" onClick={() => setSheet('leverage')}>
          <span className="sr">{t('leverage')} </span>
          {account?.leverage ?? 10}x
          <Icon name="down" small />
        </button>
        <IconButton className="tk-s" label={t('settings')} aria-haspopup="dialog" onClick={() => setSheet('settings')}>
          <Icon name="setting" />
        </IconButton>
      </div>
      <div className="tk-t">
        <Tabs
          label={t('orderType')}
          panelId="ticket"
          value={inputs.type}
          choices={types.map((value) => ({ value, label: t(value) }))}
          onChange={(type) => {
            changeFuturesSettings({ marketType: type })
            dispatch({ kind: 'type', type })
          }}
        />
      </div>
      <div id="ticket" role="tabpanel" aria-labelledby={`ticket-${inputs.type}`}>
        <Fields
          option={option}
          inputs={inputs}
          dispatch={dispatch}
          faults={faults}
          last={market.get().last}
          account={account}
        />
        <Shares inputs={inputs} dispatch={dispatch} account={account} now={now} />
        <div className="tk-a">
          <span>{t('available')}</span>
          <b className="num">{account && signedIn ? `${usdt(positive(account.available))} USDT` : '–'}</b>
        </div>
        <div className="tk-o">
          <Check checked={inputs.exits} onChange={(on) => dispatch({ kind: 'exits', on })}>
            {t('tpsl')}
          </Check>
          <Check checked={inputs.isReduceOnly} onChange={(on) => dispatch({ kind: 'isReduceOnly', on })}>
            {t('reduceOnly')}
          </Check>
        </div>
        {inputs.exits && <Exits option={option} inputs={inputs} dispatch={dispatch} faults={faults} />}
        <Outlook market={market} inputs={inputs} account={account} fault={faults[0]} tolerance={tolerance} />
      </div>
      <OrderBar className="tk-go">
        <SideButtons
          reason={reason}
          words={{ LONG: t('buyLong'), SHORT: t('sellShort') }}
          onTake={take}
          detail={(side) =>
            signedIn ? <OrderDetail side={side} option={option} inputs={inputs} market={market} /> : t('signInShort')
          }
        />
      </OrderBar>
      <LaneStatus lane={lane} t={t} />
      {account && (
        <OpenedLater open={asked !== null} load={loadConfirm}>
          <ConfirmSheet
            side={asked}
            option={option}
            inputs={inputs}
            account={account}
            market={market}
            tolerance={tolerance}
            waits={feed !== 'live' && !inputs.isReduceOnly}
            onClose={() => setAsked(null)}
            onPlace={(side) => void place(side)}
          />
        </OpenedLater>
      )}
      <RiskWarning texts={futuresTexts} open={warning} onClose={() => setWarning(false)} />
      <TicketSheets
        sheet={sheet}
        onClose={() => setSheet(null)}
        option={option}
        account={signedIn ? account : null}
        inputs={inputs}
        market={market}
      />
    </section>
  )
}

/** A break is told to the minute, a self-exclusion by its day. */
const restEnd = ({ kind, until }: Rest) => formatDateTime(until).slice(...(kind === 'break' ? [5, 16] : [0, 10]))
const positive = (amount: bigint) => (amount > 0n ? amount : 0n)

type T = ReturnType<typeof useTexts<keyof typeof futuresTexts.ko>>

function laneReason(lane: LaneState | null, t: T): string | null {
  if (lane === null) return null
  return t(lane === 'sending' ? 'sending' : lane === 'checking' ? 'checking' : 'accepted')
}

/** Why no side can be taken at all; a close at the market waits for nothing. */
function blockOf({
  option,
  account,
  feed,
  signedIn,
  closesOnly,
  riskPending,
}: {
  option: FuturesOption
  account: TicketAccount | null
  feed: TicketPrices['feed']
  signedIn: boolean
  closesOnly: boolean
  riskPending: boolean
}): 'loading' | 'stopped' | 'waitForPrice' | null {
  if (!account || riskPending) return 'loading'
  if (closesOnly || !signedIn) return null
  if (!option.isPlay || option.isStop) return 'stopped'
  return feed === 'live' ? null : 'waitForPrice'
}
