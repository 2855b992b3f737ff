import { useTexts } from '@maru/client/i18n/texts'
import type { MyWallet } from '@maru/contract'
import { formatKrw, formatTime, formatUsdt } from '@maru/ui'
import type { P2pOrder } from './queries.ts'
import { useP2pTerms } from './terms.ts'
import { p2pTexts } from './texts.ts'

interface Step {
  readonly name: string
  readonly note?: string
  readonly time?: string
  /** done: behind us; now: waited for; next: still to come; bad: what went wrong. */
  readonly as: 'done' | 'now' | 'next' | 'bad'
}

/** All that happened in an order and all that will: nobody has to guess what comes next. */
export function OrderSteps({ order, wallet }: { order: P2pOrder; wallet: MyWallet | undefined }) {
  const t = useTexts(p2pTexts)
  const terms = useP2pTerms()
  const steps = order.state === 'DISPUTED' ? arguedSteps(order, t) : usualSteps(order, wallet, t, terms)
  return (
    <ol className="p2p-steps" aria-label={t('steps')}>
      {steps.map(({ name, note, time, as }) => (
        <li key={name} className={`is-${as}`} aria-current={as === 'now' ? 'step' : undefined}>
          <b>{name}</b>
          <span className="num">{time}</span>
          {note !== undefined && <small>{note}</small>}
        </li>
      ))}
    </ol>
  )
}

type Terms = ReturnType<typeof useP2pTerms>
type Translate = ReturnType<typeof useTexts<keyof typeof p2pTexts.ko>>

const timeOf = ({ steps }: P2pOrder, state: P2pOrder['state']): string => {
  const at = steps.findLast((step) => step.state === state)?.at
  return at === undefined ? '' : formatTime(at)
}

function usualSteps(order: P2pOrder, wallet: MyWallet | undefined, t: Translate, terms: Terms): Step[] {
  const { side, state, won, point, account, payBy, answerBy, reviewBy, rate } = order
  const place = { OPEN: 0, ESCROWED: 1, PAID: 2 }[state as 'OPEN' | 'ESCROWED' | 'PAID'] ?? 3
  const as = (own: number): Step['as'] => (place > own ? 'done' : place === own ? 'now' : 'next')
  const until = (time: number | null) => (time === null ? '' : t('untilTime', { time: formatTime(time) }))
  const amount = `${formatUsdt(point)} USDT`
  const before = Number(wallet?.point ?? 0)
  const after = formatUsdt(String(before + Number(point)))
  const toPay = place === 1 ? t(`stepPay${side}`) : place > 1 ? t(`stepSent${side}`) : t(`stepPay${side}`)
  const review: Step[] =
    reviewBy === null ? [] : [{ name: t('stepReview'), time: until(reviewBy), note: t('reviewNote'), as: 'now' }]
  const sum = rate === null ? t('sumLater') : formatKrw(won)
  return [
    { name: t('stepOPEN'), time: timeOf(order, 'OPEN'), as: reviewBy === null ? as(0) : 'done' },
    { name: t(`stepHeld${side}`), time: timeOf(order, 'OPEN'), note: t('heldNote', { amount }), as: 'done' },
    ...review,
    {
      name: toPay,
      time: place > 1 ? timeOf(order, 'PAID') : until(payBy),
      note: side === 'BUY' ? t('payNoteBUY') : t('payNoteSELL', { account: account ?? '', won: sum }),
      as: as(1),
    },
    { name: t(`stepCheck${side}`), time: until(answerBy), note: t(`checkNote${side}`, terms), as: as(2) },
    {
      name: t(`stepDone${side}`, { wallet: t('wallet') }),
      ...(side === 'BUY' && wallet ? { note: `${formatUsdt(String(before))} → ${after} USDT` } : {}),
      as: 'next',
    },
  ]
}

function arguedSteps(order: P2pOrder, t: Translate): Step[] {
  const { side, won, memo, reason } = order
  const paid = timeOf(order, 'PAID')
  const note = [formatKrw(won), memo && `${t('memo')} ${memo}`].filter(Boolean).join(' · ')
  const silent: Step[] =
    reason === 'SILENT' ? [{ name: t('whySILENT'), time: timeOf(order, 'DISPUTED'), as: 'bad' }] : []
  return [
    ...(paid === '' ? [] : [{ name: t(`stepSent${side}`), time: paid, note, as: 'done' } as const]),
    ...silent,
    { name: t('stepArgued'), time: timeOf(order, 'DISPUTED'), note: t('arguedNote'), as: 'now' },
    { name: t('stepDecision'), note: t(`decision${side}`, { won: formatKrw(won) }), as: 'next' },
  ]
}
