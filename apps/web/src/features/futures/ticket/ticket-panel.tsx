import type { FuturesOption, PositionSide } from '@maru/contract'
import { Check, Chip, DecimalStepper, formatDateTime, Icon, IconButton, Slider, Tabs } from '@maru/ui'
import { useQuery } from '@tanstack/react-query'
import { type Dispatch, useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { useTexts } from '../../../i18n/texts.ts'
import { clock } from '../../../live/index.ts'
import { nameOf } from '../../../trading/index.ts'
import { limitsQuery } from '../../limits/limits.ts'
import { riskQuery } from '../../limits/risk.ts'
import { restOf } from '../../rounds/ticket.ts'
import { type LaneState, resumeCommands, run, useLane } from '../commands.ts'
import { percentOfPpm, priceText, qtyText, usdt } from '../figures.ts'
import { useMarketView } from '../market-view.ts'
import { RiskWarning } from '../risk-notice.tsx'
import { changeFuturesSettings, useFuturesSettings } from '../settings.ts'
import { LeverageSheet } from '../sheets/leverage-sheet.tsx'
import { MarginTypeSheet } from '../sheets/margin-type-sheet.tsx'
import { SettingsSheet } from '../sheets/settings-sheet.tsx'
import { unitOf } from '../terms.ts'
import { futuresTexts } from '../texts.ts'
import { ConfirmSheet } from './confirm-sheet.tsx'
import {
  errors,
  maxOf,
  type SideSummary,
  shareOf,
  summarise,
  type TicketAccount,
  type TicketAction,
  type TicketError,
  type TicketInputs,
  type TicketPrices,
  type TicketSummary,
  takesPrice,
  takesTrigger,
} from './form.ts'
import { orderBody } from './order-body.ts'
import { useTicketAccount } from './use-ticket.ts'

const types = ['LIMIT', 'MARKET', 'STOPLIMIT', 'STOPMARKET'] as const
const shares = [0, 25, 50, 75, 100] as const
const sides = ['LONG', 'SHORT'] as const

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
  const prices = useMarketView(option.stock, option.precision, option.qtyPrecision)
  const lane = useLane('ticket')
  const risk = useQuery(riskQuery(signedIn))
  const limits = useQuery(limitsQuery(signedIn)).data
  const { confirms, tolerance } = useFuturesSettings()
  const [sheet, setSheet] = useState<'leverage' | 'marginType' | 'settings' | null>(null)
  const [asked, setAsked] = useState<PositionSide | null>(null)
  const [warning, setWarning] = useState(false)
  const [tried, setTried] = useState<PositionSide | null>(null)
  useEffect(() => {
    if (signedIn) void resumeCommands()
  }, [signedIn])

  const summary = account && summarise(inputs, account, prices)
  const faults = account && tried && signedIn ? errors(tried, inputs, account, prices) : []
  const closesOnly = inputs.isReduceOnly && inputs.type === 'MARKET'
  const block = blockOf({ option, account, prices, signedIn, closesOnly, riskPending: signedIn && risk.isPending })
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
    if (errors(side, inputs, account, prices).length > 0) return
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
          last={prices.last}
          account={account}
        />
        <Shares inputs={inputs} dispatch={dispatch} account={account} summary={summary} />
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
        <Estimates summary={summary} account={account} />
      </div>
      <p className={faults[0] ? 'tk-i is-error' : 'tk-i'} role={faults[0] ? 'alert' : undefined}>
        {faults[0]
          ? t(faults[0].code, faults[0].limit === undefined ? {} : { limit: faults[0].limit })
          : summary && <Note summary={summary} inputs={inputs} tolerance={tolerance} />}
      </p>
      <div className="tk-go">
        {reason !== null ? (
          <button type="button" className="btn wait" disabled>
            {reason}
          </button>
        ) : (
          sides.map((side) => (
            <button
              key={side}
              type="button"
              className={`btn btn-${side === 'LONG' ? 'up' : 'down'}`}
              onClick={() => take(side)}
            >
              {t(side === 'LONG' ? 'buyLong' : 'sellShort')}
              {!signedIn && <small>{t('signInShort')}</small>}
            </button>
          ))
        )}
      </div>
      <span className="sr" role="status">
        {lane === 'checking' && t('checking')}
        {lane === 'done' && t('accepted')}
      </span>
      {account && summary && (
        <ConfirmSheet
          side={asked}
          option={option}
          inputs={inputs}
          account={account}
          summary={summary}
          tolerance={tolerance}
          waits={prices.feed !== 'live' && !inputs.isReduceOnly}
          onClose={() => setAsked(null)}
          onPlace={(side) => void place(side)}
        />
      )}
      <RiskWarning open={warning} onClose={() => setWarning(false)} />
      {account && signedIn && (
        <>
          <LeverageSheet
            open={sheet === 'leverage'}
            onClose={() => setSheet(null)}
            option={option}
            account={account}
            inputs={inputs}
            prices={prices}
          />
          <MarginTypeSheet
            open={sheet === 'marginType'}
            onClose={() => setSheet(null)}
            option={option}
            account={account}
          />
        </>
      )}
      <SettingsSheet open={sheet === 'settings'} onClose={() => setSheet(null)} />
    </section>
  )
}

/** A break is told to the minute, a self-exclusion by its day. */
const restEnd = ({ kind, until }: NonNullable<ReturnType<typeof restOf>>) =>
  formatDateTime(until).slice(...(kind === 'break' ? [5, 16] : [0, 10]))
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
  prices,
  signedIn,
  closesOnly,
  riskPending,
}: {
  option: FuturesOption
  account: TicketAccount | null
  prices: TicketPrices
  signedIn: boolean
  closesOnly: boolean
  riskPending: boolean
}): 'loading' | 'stopped' | 'waitForPrice' | null {
  if (!account || riskPending) return 'loading'
  if (closesOnly || !signedIn) return null
  if (!option.isPlay || option.isStop) return 'stopped'
  return prices.feed === 'live' ? null : 'waitForPrice'
}

interface FieldsProps {
  option: FuturesOption
  inputs: TicketInputs
  dispatch: Dispatch<TicketAction>
  faults: readonly TicketError[]
}

function Fields({
  option,
  inputs,
  dispatch,
  faults,
  last,
  account,
}: FieldsProps & { last: number | null; account: TicketAccount | null }) {
  const t = useTexts(futuresTexts)
  const { tickSize, precision, stepSize, qtyPrecision, stock } = option
  const isWrong = (name: TicketError['field']) => faults.some(({ field }) => field === name)
  const start = last === null || !account ? '0' : priceText(last, account.terms).replaceAll(',', '')
  const price = {
    step: tickSize,
    decimals: precision,
    placeholder: zeroOf(precision),
    start,
    decreaseLabel: t('less', { step: tickSize }),
    increaseLabel: t('more', { step: tickSize }),
  }
  return (
    <div className="tk-f">
      {takesTrigger(inputs) && (
        <>
          <DecimalStepper
            {...price}
            label={t('trigger')}
            value={inputs.trigger}
            onValue={(value) => dispatch({ kind: 'trigger', value })}
            invalid={isWrong('trigger')}
          />
          <By label={t('triggerBy')} isMark={inputs.isMark} onChange={(on) => dispatch({ kind: 'isMark', on })} />
        </>
      )}
      {takesPrice(inputs) ? (
        <DecimalStepper
          {...price}
          label={t('price')}
          value={inputs.price}
          onValue={(value) => dispatch({ kind: 'price', value })}
          invalid={isWrong('price')}
        />
      ) : (
        !takesTrigger(inputs) && <div className="step is-fixed">{t('marketPrice')}</div>
      )}
      <DecimalStepper
        label={t('qty', { unit: unitOf(nameOf(stock)) })}
        value={inputs.qty}
        onValue={(value) => dispatch({ kind: 'qty', value })}
        step={stepSize}
        decimals={qtyPrecision}
        placeholder={zeroOf(qtyPrecision)}
        decreaseLabel={t('less', { step: stepSize })}
        increaseLabel={t('more', { step: stepSize })}
        invalid={isWrong('qty')}
      />
    </div>
  )
}

/** Nothing, in the decimals of a field. */
const zeroOf = (decimals: number) => (0).toFixed(decimals)

/** What a trigger looks at: last price or mark. */
export function By({
  label,
  isMark,
  onChange,
}: {
  label: string
  isMark: boolean
  onChange: (isMark: boolean) => void
}) {
  const t = useTexts(futuresTexts)
  return (
    <fieldset className="tk-by">
      <legend className="sr">{label}</legend>
      <Chip pressed={!isMark} onClick={() => onChange(false)}>
        {t('byLast')}
      </Chip>
      <Chip pressed={isMark} onClick={() => onChange(true)}>
        {t('byMark')}
      </Chip>
    </fieldset>
  )
}

function Shares({
  inputs,
  dispatch,
  account,
  summary,
}: {
  inputs: TicketInputs
  dispatch: Dispatch<TicketAction>
  account: TicketAccount | null
  summary: TicketSummary | null
}) {
  const t = useTexts(futuresTexts)
  const max = account && summary ? maxOf(summary, inputs, account) : 0
  return (
    <Slider
      label={t('share')}
      value={inputs.share ?? 0}
      max={100}
      step={5}
      marks={shares}
      format={(share) => `${share}%`}
      disabled={max === 0}
      onChange={(share) => account && dispatch({ kind: 'share', share, qty: shareOf(max, share, account.terms) })}
    />
  )
}

function Exits({ option, inputs, dispatch, faults }: FieldsProps) {
  const t = useTexts(futuresTexts)
  const { tickSize, precision } = option
  const isWrong = (name: TicketError['field']) => faults.some(({ field }) => field === name)
  return (
    <div className="tk-x">
      {(['takeProfit', 'stopLoss'] as const).map((kind) => (
        <div key={kind}>
          <DecimalStepper
            label={t(kind)}
            value={inputs[kind]}
            onValue={(value) => dispatch({ kind, value })}
            step={tickSize}
            decimals={precision}
            placeholder={zeroOf(precision)}
            start={inputs.price}
            decreaseLabel={t('less', { step: tickSize })}
            increaseLabel={t('more', { step: tickSize })}
            invalid={isWrong(kind)}
          />
          <By
            label={`${t(kind)} ${t('triggerBy')}`}
            isMark={kind === 'takeProfit' ? inputs.isMarkTp : inputs.isMarkSl}
            onChange={(on) => dispatch({ kind: kind === 'takeProfit' ? 'isMarkTp' : 'isMarkSl', on })}
          />
        </div>
      ))}
    </div>
  )
}

function Estimates({ summary, account }: { summary: TicketSummary | null; account: TicketAccount | null }) {
  const t = useTexts(futuresTexts)
  const row = (show: (side: SideSummary, account: TicketAccount) => string) =>
    sides.map((side) => (
      <td key={side} className="num">
        {summary && account ? show(summary[side], account) : '–'}
      </td>
    ))
  return (
    <table className="est">
      <thead>
        <tr>
          <td />
          <th scope="col" className="up">
            ▲ {t('long')}
          </th>
          <th scope="col" className="down">
            ▼ {t('short')}
          </th>
        </tr>
      </thead>
      <tbody>
        <tr>
          <th scope="row">{t('cost')}</th>
          {row(({ cost }) => usdt(cost))}
        </tr>
        <tr>
          <th scope="row">{t('max')}</th>
          {row(({ max }, { terms }) => qtyText(max, terms))}
        </tr>
        <tr>
          <th scope="row">{t('liquidation')}</th>
          {row(({ qty, after }, { terms }) => (qty === 0 ? '–' : priceText(after.liquidation, terms)))}
        </tr>
      </tbody>
    </table>
  )
}

/** What an order costs beyond its price: slippage against its limit, or the fee. */
function Note({ summary, inputs, tolerance }: { summary: TicketSummary; inputs: TicketInputs; tolerance: string }) {
  const t = useTexts(futuresTexts)
  const { LONG, SHORT } = summary
  if (inputs.type === 'MARKET' && LONG.slippagePpm !== null && SHORT.slippagePpm !== null)
    return t('slippage', { slippage: percentOfPpm(Math.max(LONG.slippagePpm, SHORT.slippagePpm), 3), tolerance })
  return LONG.qty > 0 ? t('feeEstimate', { fee: usdt(LONG.fee) }) : null
}
