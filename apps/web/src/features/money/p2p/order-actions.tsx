import { call } from '@maru/client/api/client'
import { newKey, recoverCommand } from '@maru/client/api/command'
import { isApiError } from '@maru/client/api/error'
import { useTexts } from '@maru/client/i18n/texts'
import { Button, formatKrw } from '@maru/ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText } from '../../../api/error-text.ts'
import { moneySiteQuery } from '../../../protection/money-site-query.ts'
import { askConfirm, showAlert } from '../../../shell/alert.tsx'
import { clock } from '../../../shell/server-clock.ts'
import { isOver, type P2pOrder, takeOver } from './queries.ts'
import { useP2pTerms } from './terms.ts'
import { p2pTexts } from './texts.ts'

interface Props {
  readonly order: P2pOrder
  readonly onOver: (order: P2pOrder) => void
}

/** What a member can do now: take the order back before anybody paid, say that he paid, hand over what he sold. */
export function OrderActions({ order, onOver }: Props) {
  const t = useTexts(p2pTexts)
  const terms = useP2pTerms()
  const lateMs = (useQuery(moneySiteQuery).data?.p2p.lateCancelSec ?? 0) * 1_000
  const [busy, setBusy] = useState(false)
  const { side, state } = order
  const won = formatKrw(order.won)
  const run = async (work: () => Promise<P2pOrder>) => {
    if (busy) return
    setBusy(true)
    try {
      const changed = await work()
      takeOver(changed)
      if (isOver(changed)) onOver(changed)
    } catch (error) {
      void showAlert(errorText(error))
    } finally {
      setBusy(false)
    }
  }
  const cancel = async () => {
    const isLate = state === 'ESCROWED' && order.payBy !== null && order.payBy - clock.now() <= lateMs
    const text = isLate ? t('cancelLateAsk', terms) : t('cancelAsk')
    if (!busy && (await askConfirm(text, t('cancelYes'), t('keep'), 'no'))) await run(() => sendStep('cancel', order))
  }
  const paid = async () => {
    if (!busy && (await askConfirm(t('paidAsk', { won }), t('paidYes'), t('keep'))))
      await run(() => sendStep('paid', order))
  }
  const release = async () => {
    if (!busy && (await askConfirm(t('releaseAsk', { won }), t('releaseYes'), t('keep'), 'no')))
      await run(() => sendStep('release', order))
  }
  const canCancel = state === 'OPEN' || (state === 'ESCROWED' && side === 'BUY')
  const canPay = state === 'ESCROWED' && side === 'BUY'
  const canRelease = side === 'SELL' && (state === 'PAID' || state === 'DISPUTED')
  if (!canCancel && !canRelease) return null
  return (
    <div className={canPay ? 'dock p2p-dock' : 'dock'}>
      {canCancel && (
        <Button size={52} className="wide" aria-busy={busy} onClick={() => void cancel()}>
          {t('cancel')}
        </Button>
      )}
      {canPay && (
        <Button tone="primary" size={52} className="wide" aria-busy={busy} onClick={() => void paid()}>
          {t('paid')}
        </Button>
      )}
      {canRelease && (
        <Button tone="primary" size={52} className="wide" aria-busy={busy} onClick={() => void release()}>
          {t('release')}
        </Button>
      )}
    </div>
  )
}

/** Gives a step once; where no answer comes, asks what became of it. */
export async function sendStep(step: 'paid' | 'cancel' | 'release', order: P2pOrder): Promise<P2pOrder> {
  const key = newKey()
  const params = { id: String(order.id) }
  try {
    if (step === 'paid')
      return await call('POST /api/p2p/:id/paid', { params, key, body: { reference: order.memo || String(order.id) } })
    if (step === 'cancel') return await call('POST /api/p2p/:id/cancel', { params, key, body: {} })
    return await call('POST /api/p2p/:id/release', { params, key, body: {} })
  } catch (error) {
    if (!isApiError(error) || !error.isAmbiguous) throw error
    return recoverCommand('POST /api/dnw/p2p', key)
  }
}
