import type { ApiError } from '@maru/client/api/error'
import { useTexts } from '@maru/client/i18n/texts'
import type { BodyOf } from '@maru/contract/client'
import { isAboutCode } from '../../protection/about-code.ts'
import type { SentCode } from '../../protection/use-sent-code.ts'
import { showAlert } from '../../shell/alert.tsx'
import { keepAmount } from './kept-amount.ts'
import { useMoneyLane } from './use-money-lane.ts'
import { useRefusal } from './use-refusal.ts'
import { takeOver } from './use-request-news.ts'
import { withdrawTexts } from './withdraw-texts.ts'

interface Ends {
  readonly code: SentCode
  readonly onClose: () => void
  /** It was applied for. */
  readonly onDone: () => void
}

/** Sends a withdrawal with a code; what is wrong with the code is thrown, and all else is told and ends the sheet. */
export function useWithdraw({ code, onClose, onDone }: Ends) {
  const t = useTexts(withdrawTexts)
  const refuse = useRefusal()
  const { run } = useMoneyLane('withdraw')
  return async (body: BodyOf<'POST /api/dnw/withdraw/apply'>): Promise<void> => {
    let refusal: ApiError | undefined
    const hear = (refused: ApiError) => {
      refusal = refused
    }
    const row = await run('POST /api/dnw/withdraw/apply', body, hear, code.key)
    if (isAboutCode(refusal)) throw refusal
    onClose()
    code.renew()
    if (row) {
      onDone()
      takeOver(row)
      void showAlert(t('applied'))
    } else if (refusal) void refuse(refusal, () => keepAmount(`withdraw-${body.walletType}`, String(body.point)))
  }
}
