import { useTexts } from '@maru/client/i18n/texts'
import type { MyWallet } from '@maru/contract'
import { Button, formatCountdown, formatKrw, formatPrice, formatUsdt } from '@maru/ui'
import { useState } from 'react'
import { useLeft } from '../../../shell/countdown.tsx'
import { DisputeSheet } from './dispute-sheet.tsx'
import { OrderActions } from './order-actions.tsx'
import { OrderSteps } from './order-steps.tsx'
import { PayAccount } from './pay-account.tsx'
import type { P2pOrder } from './queries.ts'
import { p2pTexts } from './texts.ts'

interface Props {
  readonly order: P2pOrder
  readonly wallet: MyWallet | undefined
  readonly onOver: (order: P2pOrder) => void
}

/** An order under way: what is to be done now, until when, and what comes after. */
export function OrderView({ order, wallet, onOver }: Props) {
  const t = useTexts(p2pTexts)
  const [isDisputing, setDisputing] = useState(false)
  const { side, state, won, point, rate, reviewBy } = order
  const isArgued = state === 'DISPUTED'
  const isPaying = state === 'ESCROWED'
  const canDispute = state === 'PAID' || isArgued
  const waits = t(isArgued ? 'nowDISPUTED' : reviewBy === null ? 'nowOPEN' : 'nowREVIEW')
  const now = isPaying || state === 'PAID' ? t(`now${state}${side}`) : waits
  const coins = `${formatUsdt(point)} USDT`
  return (
    <>
      <section className="pad p2p-top" aria-live="polite">
        <div>
          <p className={isArgued ? 'mid is-warn' : 'mid'}>{now}</p>
          <h2 className="hero num">{isArgued || rate === null ? coins : formatKrw(won)}</h2>
          <p className="cap-l num">
            {isArgued
              ? t(order.isHeld ? 'heldByUs' : 'notHeld')
              : rate === null
                ? t('notPriced', { won: formatKrw(won) })
                : t('fixedAt', { amount: coins, rate: formatPrice(rate, 2) })}
          </p>
        </div>
        {isPaying && order.payBy !== null && <Ring until={order.payBy} since={sinceOf(order)} />}
        {reviewBy !== null && <Ring until={reviewBy} since={sinceOf(order)} />}
        {state === 'PAID' && order.answerBy !== null && <Ring until={order.answerBy} since={sinceOf(order)} />}
      </section>
      {isPaying && side === 'BUY' && <PayAccount order={order} />}
      <section className="pad">
        <OrderSteps order={order} wallet={wallet} />
      </section>
      {canDispute && (
        <>
          <div className="band" />
          <div className="p2p-help">
            <span>{t('problem')}</span>
            <Button size={44} tone="line" onClick={() => setDisputing(true)}>
              {t(isArgued ? 'disputeMore' : 'disputeAsk')}
            </Button>
          </div>
          <DisputeSheet open={isDisputing} onClose={() => setDisputing(false)} order={order} />
        </>
      )}
      <OrderActions order={order} onOver={onOver} />
    </>
  )
}

/** When an order came to the state that it is in. */
const sinceOf = ({ steps, createdAt }: P2pOrder): number => steps.at(-1)?.at ?? createdAt

/** What is left of a time, as a ring that empties. */
function Ring({ until, since }: { until: number; since: number }) {
  const left = useLeft(until)
  const share = Math.min(1, left / Math.max(1, until - since))
  return (
    <div className="p2p-ring" role="timer" aria-label={formatCountdown(left)}>
      <svg viewBox="0 0 60 60" aria-hidden="true">
        <circle cx="30" cy="30" r="27" />
        <circle cx="30" cy="30" r="27" pathLength="1" strokeDasharray={`${share} 1`} />
      </svg>
      <b className="num">{formatCountdown(left)}</b>
    </div>
  )
}
