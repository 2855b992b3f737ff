import { useTexts } from '@maru/client/i18n/texts'
import { lazyPart } from '@maru/client/page/chunk-recovery'
import { Check } from '@maru/ui'
import { useState } from 'react'
import { RiskWarning } from '../../../protection/risk-dialogs.tsx'
import { OpenedLater } from '../../../shell/opened-later.tsx'
import { OrderBar } from '../../../trading/order-bar.tsx'
import { LaneStatus, SideButtons } from '../../../trading/side-buttons.tsx'
import { usdt } from '../figures.ts'
import { futuresTexts } from '../texts.ts'
import { FuturesOrderDetail } from './order-detail.tsx'
import { Outlook } from './outlook.tsx'
import { Exits } from './ticket-exits.tsx'
import { Fields, Shares } from './ticket-fields.tsx'
import { TicketHead } from './ticket-head.tsx'
import { type TicketSheet, TicketSheets } from './ticket-sheets.tsx'
import { type OrderProps, useOrder } from './use-order.ts'

const loadConfirm = async () => ({ default: (await import('./confirm-sheet.tsx')).ConfirmSheet })
const ConfirmSheet = lazyPart(loadConfirm)

/** Type, prices, quantity and the two sides. What may be ordered, and what it would do, is decided by `form.ts`. */
export function TicketPanel(props: OrderProps) {
  const { option, signedIn, inputs, dispatch } = props
  const t = useTexts(futuresTexts)
  const { holder, market, lane, ordering, tolerance, now, faults, reason, waits, place, take } = useOrder(props)
  const [sheet, setSheet] = useState<TicketSheet | null>(null)
  return (
    <section className="tk" aria-label={t('order')}>
      <TicketHead option={option} holder={holder} inputs={inputs} dispatch={dispatch} onSheet={setSheet} />
      <div id="ticket" role="tabpanel" aria-labelledby={`ticket-${inputs.type}`}>
        <Fields
          option={option}
          inputs={inputs}
          dispatch={dispatch}
          faults={faults}
          last={market.get().last}
          holder={holder}
        />
        <Shares inputs={inputs} dispatch={dispatch} holder={holder} now={now} />
        <div className="tk-a">
          <span>{t('available')}</span>
          <b className="num">{holder && signedIn ? `${usdt(positive(holder.available))} USDT` : '–'}</b>
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
        <Outlook market={market} inputs={inputs} holder={holder} fault={faults[0]} tolerance={tolerance} />
      </div>
      <OrderBar className="tk-go">
        <SideButtons
          reason={reason}
          words={{ LONG: t('buyLong'), SHORT: t('sellShort') }}
          onTake={take}
          detail={(side) =>
            signedIn ? (
              <FuturesOrderDetail side={side} option={option} inputs={inputs} market={market} />
            ) : (
              t('signInShort')
            )
          }
        />
      </OrderBar>
      <LaneStatus lane={lane} t={t} />
      {holder && (
        <OpenedLater open={ordering.asked !== null} load={loadConfirm}>
          <ConfirmSheet
            side={ordering.asked}
            option={option}
            inputs={inputs}
            holder={holder}
            market={market}
            tolerance={tolerance}
            waits={waits}
            onClose={ordering.closeAsked}
            onPlace={place}
          />
        </OpenedLater>
      )}
      <RiskWarning texts={futuresTexts} open={ordering.isWarned} onClose={ordering.closeWarning} />
      <TicketSheets
        sheet={sheet}
        onClose={() => setSheet(null)}
        option={option}
        holder={signedIn ? holder : null}
        inputs={inputs}
        market={market}
      />
    </section>
  )
}

const positive = (amount: bigint) => (amount > 0n ? amount : 0n)
