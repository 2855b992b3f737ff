import { submitCommand } from '@maru/client/api/command'
import { useTexts } from '@maru/client/i18n/texts'
import type { DnwRow } from '@maru/contract'
import { Button, formatCountdown } from '@maru/ui'
import { useState } from 'react'
import { errorText } from '../../api/error-text.ts'
import { askConfirm, showAlert } from '../../shell/alert.tsx'
import { useLeft } from '../../shell/countdown.tsx'
import { moneyTexts } from './texts.ts'
import { takeOver } from './use-request-news.ts'

/** Takes a request back, for as long as its member may. */
export function CancelRequest({ row }: { row: DnwRow }) {
  const t = useTexts(moneyTexts)
  const [busy, setBusy] = useState(false)
  const left = useLeft(row.cancelableUntil ?? Number.MAX_SAFE_INTEGER)
  if (row.status !== 'REQUESTED' || left === 0) return null
  const cancel = async () => {
    if (busy || !(await askConfirm(t('cancelAsk'), t('cancelYes'), t('cancelNo'), 'no'))) return
    setBusy(true)
    try {
      takeOver(await submitCommand('POST /api/dnw/cancel', { dnwHistoryId: row.id }))
    } catch (error) {
      void showAlert(errorText(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className="pad">
      <Button tone="line" size={44} className="wide" aria-busy={busy} onClick={() => void cancel()}>
        {row.cancelableUntil === null ? t('cancelRequest') : t('cancelRequestLeft', { time: formatCountdown(left) })}
      </Button>
    </div>
  )
}
